/** `mcp-config sync`: writes the servers of one file to the project files of other agents. */
import { existsSync } from 'node:fs';
import path from 'node:path';
import { agentName } from '../../../common/messages/agents.ts';
import { visible } from '../../../common/text/escape.ts';
import { type AgentFiles, filesOfAgent, sharedFile } from '../../agents/files/project-files.ts';
import { ConversionError } from '../../convert/failure.ts';
import { remarksInWords } from '../../convert/remarks.ts';
import { readText, readTextIfExists } from '../../files/disk.ts';
import { FileError } from '../../files/file-error.ts';
import type { SyncArguments } from '../arguments/agent-arguments.ts';
import { UsageError } from '../arguments/options.ts';
import { agentsWithFiles } from '../files/agent-project-files.ts';
import { loadRepositoryConfig } from '../files/load-repository-config.ts';
import { leadsOutside } from '../files/outside-links.ts';
import { carryOut } from '../output/planned-write.ts';
import { complain, exit, type Terminal } from '../output/terminal.ts';
import { type Synced, synced } from './sync-servers.ts';

/**
 * Returns 1 if something wasn't carried over, or would be changed by a dry run, and 2 if a file couldn't be read or written.
 * @throws UsageError, FileError, ConversionError if the source can't be read; nothing is written then
 */
export async function syncAgents(args: SyncArguments, terminal: Terminal): Promise<number> {
  const folder = path.resolve(terminal.cwd, args.project ?? '.');
  const source = args.path === undefined ? path.join(folder, sharedFile) : path.resolve(terminal.cwd, args.path);
  if (args.path === undefined) assertInside(source, folder);
  // What the repository says about itself must be valid for every command on it.
  loadRepositoryConfig(folder, undefined);
  const text = readText(source);
  const shownSource = path.relative(folder, source).replaceAll(path.sep, '/');
  let [failures, findings] = [0, 0];
  for (const target of targetsOf(args, folder, source)) {
    const file = target.paths.find((each) => existsSync(path.join(folder, each))) ?? target.newPath;
    const full = path.join(folder, file);
    try {
      assertInside(full, folder);
      const before = readTextIfExists(full);
      const result = await synced({ text, path: source, from: args.from, shown: shownSource }, target, before);
      const plan = { file: full, shown: file, before, after: result.text, within: [folder] };
      const isChanged =
        result.added.length + result.changed.length > 0 && (await carryOut(plan, args.dryRun, terminal));
      if (isChanged && args.dryRun) findings++;
      terminal.error(`${visible(file)}: ${summaryOf(result, args.dryRun)}\n`);
      const { report } = result;
      if (report.length > 0) terminal.error(remarksInWords(report));
      findings += report.filter(({ kind }) => kind === 'lost' || kind === 'skipped').length;
    } catch (error) {
      if (!(error instanceof FileError || error instanceof ConversionError)) throw error;
      failures++;
      complain(terminal, error instanceof FileError ? error.message : `${file}: ${error.message}`);
    }
  }
  if (failures > 0) return exit.failed;
  return findings > 0 ? exit.found : exit.clean;
}

/** The repository may be untrusted. @throws FileError for a link that leads outside */
function assertInside(file: string, folder: string): void {
  if (leadsOutside(file, folder)) throw new FileError(`${file} is a link that leads outside the project.`);
}

/** Returns the agents to write to, without that of the source. @throws UsageError */
function targetsOf({ agents }: SyncArguments, folder: string, source: string): readonly AgentFiles[] {
  const isSource = ({ paths }: AgentFiles): boolean => paths.some((file) => path.join(folder, file) === source);
  const fixed = agents.find((agent) => filesOfAgent(agent)?.to === undefined);
  if (fixed !== undefined) throw new UsageError(`The file of ${agentName(fixed)} can't be written.`);
  const chosen = agents.flatMap((agent) => filesOfAgent(agent) ?? []);
  const own = chosen.find(isSource);
  if (own !== undefined) throw new UsageError(`The source is the file of ${agentName(own.agent)}.`);
  if (chosen.length > 0) return chosen;
  const found = agentsWithFiles(folder).filter((files) => files.to !== undefined && !isSource(files));
  if (found.length === 0) throw new UsageError('No other agent has a file in this project. Name agents with --agent.');
  return found;
}

function summaryOf({ added, changed, unchanged, onlyInTarget }: Synced, isDryRun: boolean): string {
  const would = isDryRun ? 'would be ' : '';
  const parts = [
    ...(added.length === 0 ? [] : [`${added.length} ${would}added`]),
    ...(changed.length === 0 ? [] : [`${changed.length} ${would}changed`]),
    ...(unchanged.length === 0 ? [] : [`${unchanged.length} unchanged`]),
    ...(onlyInTarget.length === 0
      ? []
      : [`only in this file, kept: ${onlyInTarget.map((name) => JSON.stringify(name)).join(', ')}`]),
  ];
  return visible(parts.length === 0 ? 'no servers to write.' : `${parts.join('; ')}.`);
}
