/** Parses the arguments of `mcp-config`. */

import { type TargetFormat, targetNames } from '../../../common/generated/targets.ts';
import type { ToolId } from '../../../common/generated/tools.ts';
import type { AgentId } from '../../../common/messages/agents.ts';
import type { Collision } from '../../../common/messages/conversion.ts';
import { newestVersion, versionIn } from '../../config/oh-my-pi/version.ts';
import { allRules } from '../../rules/rules-doc.ts';
import { type Severity, severities } from '../../rules/severity.ts';
import {
  type AgentsArguments,
  type DoctorArguments,
  type PortableArguments,
  readAgentIds,
  readAgents,
  readDialect,
  readDoctor,
  readFormat,
  readPortable,
  readSync,
  type SyncArguments,
} from './agent-arguments.ts';
import { type Command, commandInfo, commandNames, isCommand } from './commands.ts';
import { type CompletionShell, shells } from './completion.ts';
import { chosenOf, didYouMean, type OptionValues, parseOptions, UsageError } from './options.ts';

export const reportFormats = ['text', 'json', 'sarif', 'github', 'gitlab'] as const;
export type ReportFormat = (typeof reportFormats)[number];

/** Options of all commands. */
interface SharedArguments {
  readonly format: ReportFormat;
  /** Where the agent is started; the base for files, folders, and the project-level config. */
  readonly project: string | undefined;
  /** Config of the repository. Default: `.mcp-config.json` in the project folder, if it exists. */
  readonly config: string | undefined;
  /** Version of Oh My Pi to assume. Default: the repository's, the installed one, or the newest known. */
  readonly agentVersion: string | undefined;
}

/** A part of all files, for one of several machines. */
export interface Shard {
  /** 1-based. */
  readonly index: number;
  readonly count: number;
}

export interface CheckArguments extends SharedArguments {
  readonly command: 'check';
  /** Files, folders, and glob patterns; `-` reads standard input. Empty: the project's own files. */
  readonly paths: readonly string[];
  /** The assumed file name of standard input. */
  readonly stdinPath: string;
  /** Minimum severity to report. Default: the repository's, or warning. */
  readonly minSeverity: Severity | undefined;
  /** The setting `switchyard.config.rules`. */
  readonly rules: Readonly<Record<string, string>>;
  /** Managed settings files; a server must be allowed by all of them. */
  readonly policies: readonly string[];
  /** Also check that programs, folders, and scripts exist on this machine. Nothing is run. */
  readonly machine: boolean;
  /** Earlier reports, whose findings are omitted. */
  readonly baselines: readonly string[];
  /** File to write the report to. Default: standard output. */
  readonly output: string | undefined;
  /** The part of the files to check. Default: all. */
  readonly shard: Shard | undefined;
  /** Agents for which every server must be in effect. */
  readonly agents: readonly AgentId[];
}

export interface FixArguments extends Omit<CheckArguments, 'command' | 'baselines' | 'output' | 'shard' | 'agents'> {
  readonly command: 'fix';
  /** Rules whose preferred fix is also applied, even if it changes the meaning of the file. */
  readonly also: readonly string[];
  /** Reports which files would change, without writing them. */
  readonly dryRun: boolean;
}

export interface EffectiveArguments extends SharedArguments {
  readonly command: 'effective';
  readonly policies: readonly string[];
}

export interface ConvertArguments {
  readonly command: 'convert';
  /** The source file. `-` or undefined reads standard input. */
  readonly path: string | undefined;
  readonly from: ToolId | undefined;
  readonly to: TargetFormat;
  /** File to add the servers to. If undefined, a new file's text goes to standard output. */
  readonly into: string | undefined;
  readonly collision: Collision;
  readonly project: string | undefined;
  /** Shows the changes of `into`, without writing them. */
  readonly dryRun: boolean;
}

export const inventoryFormats = ['text', 'json', 'csv', 'cyclonedx'] as const;

export interface InventoryArguments {
  readonly command: 'inventory';
  /** Folders. Empty: the current folder. */
  readonly paths: readonly string[];
  readonly format: (typeof inventoryFormats)[number];
  /** Managed settings files; a server must be allowed by all of them. */
  readonly policies: readonly string[];
  /** Earlier inventory (JSON) to compare with. */
  readonly against: string | undefined;
  /** Also lists the servers in the user-level files. */
  readonly user: boolean;
  /** Default: the repository's version, or the newest known. */
  readonly agentVersion: string | undefined;
}

export const diffFormats = ['text', 'json', 'markdown'] as const;

export interface DiffArguments {
  readonly command: 'diff';
  /** The commit to compare with. */
  readonly base: string;
  readonly format: (typeof diffFormats)[number];
  readonly policies: readonly string[];
  /** A folder of the checkout. Default: the current folder. */
  readonly project: string | undefined;
  readonly agentVersion: string | undefined;
}

export interface LockArguments extends Omit<SharedArguments, 'format'> {
  readonly command: 'lock';
  /** Names. Empty: all servers in effect. */
  readonly servers: readonly string[];
  /** Compares with the lock without writing it. */
  readonly check: boolean;
  /** Starts and contacts servers without asking. */
  readonly yes: boolean;
}

export type Arguments =
  | CheckArguments
  | FixArguments
  | EffectiveArguments
  | ConvertArguments
  | SyncArguments
  | PortableArguments
  | InventoryArguments
  | AgentsArguments
  | DoctorArguments
  | DiffArguments
  | LockArguments
  | { readonly command: 'schema' | 'version' }
  | { readonly command: 'completion'; readonly shell: CompletionShell }
  /** @see commands */
  | { readonly command: 'help'; readonly of: Command | undefined };

const targets = Object.keys(targetNames) as TargetFormat[];

/**
 * Reads the arguments after the program's name.
 * @throws UsageError
 */
export function parseArguments(argv: readonly string[]): Arguments {
  const { values, positionals } = parseOptions(argv);
  const [command, ...paths] = positionals;
  const asked = command === 'help' ? paths[0] : command;
  if (values.help === true || command === 'help' || argv.length === 0)
    return { command: 'help', of: asked !== undefined && isCommand(asked) ? asked : undefined };
  if (values.version === true) return { command: 'version' };
  if (command === undefined) throw new UsageError(`Missing command. Use one of ${commandNames.join(', ')}.`);
  if (!isCommand(command))
    throw new UsageError(`Unknown command ${JSON.stringify(command)}.${didYouMean(command, commandNames)}`);
  for (const name of Object.keys(values))
    if (!Object.hasOwn(commandInfo(command).options, name))
      throw new UsageError(`Option --${name} isn't supported by ${command}.`);
  if (command === 'completion') {
    if (paths.length !== 1) throw new UsageError(`completion requires a shell. Use one of ${shells.join(', ')}.`);
    return { command, shell: chosenOf('the shell', paths[0] ?? '', shells) };
  }
  if (command === 'schema') {
    if (paths.length > 0) throw new UsageError("schema doesn't accept files.");
    return { command };
  }
  if (command === 'convert') return readConvert(values, paths);
  if (command === 'sync') return readSync(values, paths);
  if (command === 'portable') return readPortable(values, paths);
  const agentVersion = values['agent-version'];
  if (agentVersion !== undefined && versionIn(agentVersion) === undefined)
    throw new UsageError(
      `Invalid value ${JSON.stringify(agentVersion)} for --agent-version. Use a version such as ${newestVersion}.`,
    );
  if (command === 'inventory') return readInventoryOptions(values, paths, agentVersion);
  if (command === 'diff') return readDiff(values, paths, agentVersion);
  if (command === 'agents') return readAgents(values, paths, agentVersion);
  if (command === 'doctor') return readDoctor(values, paths, agentVersion);
  const format = chosenOf('--format', values.format ?? 'text', reportFormats);
  const common = { format, project: values.project, config: values.config, agentVersion };
  if (command === 'lock') {
    const { check = false, yes = false, project, config } = values;
    return { command, servers: [...new Set(paths)], check, yes, project, config, agentVersion };
  }
  if (command === 'effective') {
    if (format !== 'text' && format !== 'json') throw new UsageError('effective supports only --format text or json.');
    if (paths.length > 0)
      throw new UsageError("effective doesn't accept files. Use --project to choose the project folder.");
    return { command, ...common, policies: values.policy ?? [] };
  }
  if (paths.includes('-') && paths.length > 1) throw new UsageError("Standard input (-) can't be combined with files.");
  const args = {
    ...common,
    paths,
    stdinPath: values['stdin-path'] ?? 'mcp.json',
    minSeverity: values.severity === undefined ? undefined : readSeverity(values.severity),
    rules: Object.fromEntries((values.rule ?? []).map(readRule)),
    policies: values.policy ?? [],
    machine: values.machine ?? false,
  };
  if (command === 'check') {
    const { baseline: baselines = [], output } = values;
    const shard = values.shard === undefined ? undefined : readShard(values.shard);
    if (paths.includes('-') && shard !== undefined)
      throw new UsageError("Option --shard can't be combined with standard input (-).");
    return { command, ...args, baselines, output, shard, agents: readAgentIds(values.agent) };
  }
  if (command === 'fix')
    return {
      command,
      ...args,
      also: values.unsafe === true ? allRules.map(({ code }) => code) : (values.also ?? []).map(readCode),
      dryRun: values['dry-run'] ?? false,
    };
  return command satisfies never;
}

function readConvert(values: OptionValues, paths: readonly string[]): ConvertArguments {
  if (paths.length > 1) throw new UsageError('convert accepts only one file.');
  const { from, into, project } = values;
  const dryRun = values['dry-run'] ?? false;
  if (dryRun && into === undefined) throw new UsageError('Option --dry-run requires --into.');
  const to = readFormat('--to', values.to ?? 'oh-my-pi', targets);
  // Command lines can't be merged, so they would replace the whole file.
  if (to === 'command' && into !== undefined)
    throw new UsageError(
      "Option --into can't be combined with --to command, which prints command lines. Remove --into, or choose the format of a config file.",
    );
  return {
    command: 'convert',
    path: paths[0],
    from: readDialect(from),
    to,
    into,
    collision: chosenOf('--on-conflict', values['on-conflict'] ?? 'rename', ['rename', 'skip', 'replace']),
    project,
    dryRun,
  };
}

function readInventoryOptions(
  values: OptionValues,
  paths: readonly string[],
  agentVersion: string | undefined,
): InventoryArguments {
  const { policy: policies = [], baseline: [against, ...more] = [], user = false } = values;
  if (more.length > 0) throw new UsageError('inventory accepts only one --baseline.');
  const format = chosenOf('--format', values.format ?? 'text', inventoryFormats);
  if (against !== undefined && format !== 'text' && format !== 'json')
    throw new UsageError('--baseline supports only --format text or json.');
  return { command: 'inventory', paths, format, policies, against, user, agentVersion };
}

function readDiff(
  values: OptionValues,
  [base = 'HEAD', ...more]: readonly string[],
  agentVersion: string | undefined,
): DiffArguments {
  if (more.length > 0) throw new UsageError('diff accepts only one commit.');
  const { policy: policies = [], project } = values;
  const format = chosenOf('--format', values.format ?? 'text', diffFormats);
  return { command: 'diff', base, format, policies, project, agentVersion };
}

const readSeverity = (text: string): Severity =>
  chosenOf('--severity', text === 'info' ? 'information' : text, severities);

function readShard(text: string): Shard {
  const [, index = 0, count = 0] = (/^(\d{1,5})\/(\d{1,5})$/.exec(text) ?? []).map(Number);
  if (index < 1 || index > count)
    throw new UsageError(`Invalid value ${JSON.stringify(text)} for --shard. Use a part of all files such as 1/4.`);
  return { index, count };
}

function readRule(text: string): readonly [string, string] {
  const [code, severity, ...more] = text.split('=');
  if (code === undefined || severity === undefined || more.length > 0)
    throw new UsageError(`Invalid value ${JSON.stringify(text)} for --rule. Use code=severity.`);
  return [readCode(code), chosenOf('the severity in --rule', severity, [...severities, 'off'])];
}

function readCode(code: string): string {
  const codes = allRules.map((rule) => rule.code);
  if (!codes.includes(code)) throw new UsageError(`Unknown rule ${JSON.stringify(code)}.${didYouMean(code, codes)}`);
  return code;
}
