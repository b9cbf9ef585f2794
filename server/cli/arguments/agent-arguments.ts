/** Arguments of the commands on several agents. */

import { formatNames, type ToolId } from '../../../common/generated/tools.ts';
import { type AgentId, agentIds, isAgentId } from '../../../common/messages/agents.ts';
import { idOfTool } from '../../../common/messages/tool-words.ts';
import { chosenOf, didYouMean, type OptionValues, UsageError } from './options.ts';

const formats = ['text', 'json'] as const;

export interface AgentsArguments {
  readonly command: 'agents';
  /** Folders with checkouts. Empty: the current folder, as this machine sees it. */
  readonly paths: readonly string[];
  readonly format: (typeof formats)[number];
  /** Empty: all. */
  readonly agents: readonly AgentId[];
  /** Compares the agents' own files instead of what they use. */
  readonly inSync: boolean;
  /** Also asks the installed agents for their own lists. */
  readonly verify: boolean;
  /** Without asking the user. */
  readonly yes: boolean;
  /** Also uses the user-level files, and files in the parents of a checkout. */
  readonly user: boolean;
  /** The folder without `paths`. Default: the current one. */
  readonly project: string | undefined;
  readonly config: string | undefined;
  readonly agentVersion: string | undefined;
}

export interface DoctorArguments {
  readonly command: 'doctor';
  /** Default: all servers. */
  readonly server: string | undefined;
  readonly format: (typeof formats)[number];
  /** Empty: those that are used in the project or on this machine. */
  readonly agents: readonly AgentId[];
  /** Also tests the connections. */
  readonly run: boolean;
  /** Without asking. */
  readonly yes: boolean;
  readonly project: string | undefined;
  readonly config: string | undefined;
  readonly agentVersion: string | undefined;
}

/** @throws UsageError */
export function readAgents(
  values: OptionValues,
  paths: readonly string[],
  agentVersion: string | undefined,
): AgentsArguments {
  const { agent, user = false, project, config, 'in-sync': inSync = false, verify = false, yes = false } = values;
  if (verify && inSync) throw new UsageError("Option --verify can't be combined with --in-sync.");
  if (verify && paths.length > 1) throw new UsageError('agents --verify accepts only one folder.');
  if (project !== undefined && paths.length > 0)
    throw new UsageError("Option --project can't be combined with folders.");
  if (config !== undefined && paths.length > 0)
    throw new UsageError("Option --config can't be combined with folders, which have configs of their own.");
  if (yes && !verify) throw new UsageError('Option --yes requires --verify.');
  if (inSync && user)
    throw new UsageError("Option --in-sync can't be combined with --user. It compares project files.");
  const format = chosenOf('--format', values.format ?? 'text', formats);
  return {
    command: 'agents',
    paths,
    format,
    agents: readAgentIds(agent),
    inSync,
    verify,
    yes,
    user,
    project,
    config,
    agentVersion,
  };
}

/** @throws UsageError */
export function readDoctor(
  values: OptionValues,
  [server, ...more]: readonly string[],
  agentVersion: string | undefined,
): DoctorArguments {
  if (more.length > 0) throw new UsageError('doctor accepts the name of only one server.');
  const format = chosenOf('--format', values.format ?? 'text', formats);
  const { agent, project, config, run = false, yes = false } = values;
  if (yes && !run) throw new UsageError('Option --yes requires --run.');
  return { command: 'doctor', server, format, agents: readAgentIds(agent), run, yes, project, config, agentVersion };
}

/** Returns the agents in a list such as `claude-code,vscode`. @throws UsageError */
export function readAgentIds(text: string | undefined): readonly AgentId[] {
  if (text === undefined) return [];
  return [...new Set(text.split(',').map((id) => readAgentId(id.trim())))];
}

function readAgentId(word: string): AgentId {
  const id = idOfTool(word);
  if (isAgentId(id)) return id;
  const meant = didYouMean(word, agentIds);
  throw new UsageError(`Unknown agent ${JSON.stringify(word)}.${meant} Use one of ${agentIds.join(', ')}.`);
}

/** `sync`. */
export interface SyncArguments {
  readonly command: 'sync';
  /** The source file, relative to the current folder. Default: `.mcp.json` in the project. */
  readonly path: string | undefined;
  /** Default: detected. */
  readonly from: ToolId | undefined;
  /** Empty: those with files in the project. */
  readonly agents: readonly AgentId[];
  readonly project: string | undefined;
  readonly dryRun: boolean;
}

/** `portable`. */
export interface PortableArguments {
  readonly command: 'portable';
  /** Relative to the current folder. Default: `.mcp.json` in the project. */
  readonly path: string | undefined;
  /** Empty: those that the repository names, or that read the file. */
  readonly readers: readonly AgentId[];
  readonly project: string | undefined;
  readonly config: string | undefined;
  readonly removesComments: boolean;
  readonly dryRun: boolean;
}

/** @throws UsageError */
export function readPortable(values: OptionValues, paths: readonly string[]): PortableArguments {
  if (paths.length > 1) throw new UsageError('portable accepts only one file.');
  const { agent, project, config, 'remove-comments': removesComments = false, 'dry-run': dryRun = false } = values;
  const readers = readAgentIds(agent);
  return { command: 'portable', path: paths[0], readers, project, config, removesComments, dryRun };
}

/** @throws UsageError */
export function readSync(values: OptionValues, paths: readonly string[]): SyncArguments {
  if (paths.length > 1) throw new UsageError('sync accepts only one file.');
  const { from, agent, project, 'dry-run': dryRun = false } = values;
  return { command: 'sync', path: paths[0], from: readDialect(from), agents: readAgentIds(agent), project, dryRun };
}

/** @throws UsageError */
export const readDialect = (from: string | undefined): ToolId | undefined =>
  from === undefined ? undefined : readFormat('--from', from, Object.keys(formatNames) as ToolId[]);

/** Reads the format of a tool by its ID. @throws UsageError */
export function readFormat<T extends string>(option: string, word: string, formats: readonly T[]): T {
  return formats.find((one) => one === idOfTool(word)) ?? chosenOf(option, word, formats);
}
