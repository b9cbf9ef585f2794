/** `mcp-config agents --in-sync`: whether the agents' own files in a project define the same servers. */
import path from 'node:path';
import { visible } from '../../../common/text/escape.ts';
import type { AgentFiles } from '../../agents/files/project-files.ts';
import { ConversionError } from '../../convert/failure.ts';
import type { PortableServer } from '../../convert/fields/read-server.ts';
import { convert } from '../../convert/index.ts';
import { readTextIfExists } from '../../files/disk.ts';
import { FileError } from '../../files/file-error.ts';
import type { AgentsArguments } from '../arguments/agent-arguments.ts';
import { counted } from '../check/reports/report-text.ts';
import { differingFields, readServers, shownField } from '../convert/portable-servers.ts';
import { agentsWithFiles } from '../files/agent-project-files.ts';
import { leadsOutside } from '../files/outside-links.ts';
import { jsonText } from '../output/json-text.ts';
import { complain, exit, type Terminal } from '../output/terminal.ts';
import { faultsInProject } from './agent-descriptions.ts';
import { checkoutsOf } from './agents-command.ts';

interface Difference {
  readonly server: string;
  /** The file that differs from the first one. */
  readonly file: string;
  /** Absent if one of the files doesn't define the server. */
  readonly property?: string;
  readonly message: string;
}

/** The version of the JSON format. */
const reportVersion = 1;

/** Returns 1 if files differ, and 2 if one can't be read. @throws UsageError */
export async function compareFiles(args: AgentsArguments, terminal: Terminal): Promise<number> {
  let [warnings, total, compared] = [0, 0, 0];
  const warn = (text: string): void => {
    warnings++;
    complain(terminal, text);
  };
  const checkouts: object[] = [];
  for await (const { folder, name } of checkoutsOf(args, terminal, warn)) {
    for (const fault of await faultsInProject(folder)) warn(fault);
    const { files, differences } = await differencesIn(folder, args, warn);
    total += differences.length;
    compared += files.length;
    const prefix = name === '.' ? '' : `${name}: `;
    if (args.format === 'json') checkouts.push({ checkout: name, files, differences });
    else for (const { message } of differences) terminal.out(`${visible(prefix + message)}\n`);
  }
  if (args.format === 'json') terminal.out(jsonText({ version: reportVersion, checkouts }));
  else terminal.out(`${counted(compared, 'file')} compared${resultOf(total, warnings)}.\n`);
  if (warnings > 0) return exit.failed;
  return total > 0 ? exit.found : exit.clean;
}

function resultOf(differences: number, warnings: number): string {
  if (differences > 0) return `, ${counted(differences, 'difference')}`;
  return warnings > 0 ? '' : ', in sync';
}

/** Compares each file with the first one, which is the shared one if that exists. */
async function differencesIn(folder: string, { agents }: AgentsArguments, warn: (text: string) => void) {
  const read: FileServers[] = [];
  for (const each of agentsWithFiles(folder))
    if (agents.length === 0 || agents.includes(each.agent)) read.push(...(await serversOf(folder, each, warn)));
  const [first, ...others] = read;
  const differences: Difference[] = [];
  if (first !== undefined) for (const other of others) differences.push(...(await compare(first, other)));
  return { files: read.map(({ agent, file }) => ({ agent: agent.agent, file })), differences };
}

interface FileServers {
  readonly agent: AgentFiles;
  readonly file: string;
  readonly text: string;
  readonly servers: ReadonlyMap<string, PortableServer>;
}

/** Returns the servers of the agent's first file that exists. None, with a warning, if it can't be read. */
async function serversOf(folder: string, agent: AgentFiles, warn: (text: string) => void): Promise<FileServers[]> {
  for (const file of agent.paths) {
    const full = path.join(folder, file);
    if (leadsOutside(full, folder)) {
      warn(`${full}: skipped, because it's a link that leads outside the checkout.`);
      continue;
    }
    try {
      const text = readTextIfExists(full);
      if (text !== undefined) return [{ agent, file, text, servers: await readMap(text, agent, file) }];
    } catch (error) {
      if (!(error instanceof FileError || error instanceof ConversionError)) throw error;
      warn(error instanceof FileError ? error.message : `${full}: ${error.message}`);
    }
  }
  return [];
}

async function readMap(text: string, { dialect }: Pick<AgentFiles, 'dialect'>, file?: string) {
  const source = await readServers(text, { from: dialect, path: file });
  return new Map((source?.servers ?? []).map((server) => [server.name, server]));
}

async function compare(first: FileServers, other: FileServers): Promise<readonly Difference[]> {
  const { file } = other;
  const expected = await asIn(first, other.agent);
  const names = [...new Set([...expected.keys(), ...other.servers.keys()])];
  return names.flatMap((server): Difference[] => {
    const [here, there] = [expected.get(server), other.servers.get(server)];
    const name = JSON.stringify(server);
    if (there === undefined) return [{ server, file, message: `${name} is in ${first.file}, but not in ${file}.` }];
    if (here === undefined) return [{ server, file, message: `${name} is in ${file}, but not in ${first.file}.` }];
    return differingFields(here, there).map((property) => ({
      server,
      file,
      property,
      message: `${name}: "${property}" differs: ${shownField(here, property)} in ${first.file}, ${shownField(there, property)} in ${file}.`,
    }));
  });
}

/** Returns the servers of a file as another agent's format can express them, so that its limits aren't differences. */
async function asIn({ text, agent, file, servers }: FileServers, { dialect, to }: AgentFiles) {
  if (to === undefined || servers.size === 0) return servers;
  const { text: converted } = await convert(text, { from: agent.dialect, path: file, to });
  return readMap(converted, { dialect });
}
