/** `mcp-config agents`: what each agent makes of the servers of one or many checkouts. */
import path from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { type AgentId, agentName } from '../../../common/messages/agents.ts';
import type { AgentComparison } from '../../../common/messages/tool-servers.ts';
import { AgentsView } from '../../views/agents-view.ts';
import type { Workspace } from '../../workspace/workspace.ts';
import type { AgentsArguments } from '../arguments/agent-arguments.ts';
import { incompleteFiles, type UnreadableFile } from '../check/unreadable.ts';
import { foldersOf, type NamedCheckout, namedCheckouts } from '../files/checkouts.ts';
import { configFaults, namedConfig } from '../files/load-repository-config.ts';
import { otherFolders } from '../files/other-folders.ts';
import { isOutside } from '../files/outside-links.ts';
import { placeNames } from '../files/place-names.ts';
import { checkoutWorkspace, machineWorkspace } from '../files/workspaces.ts';
import { painter } from '../output/color.ts';
import { jsonText } from '../output/json-text.ts';
import { complain, exit, type Terminal } from '../output/terminal.ts';
import { faultsInDescriptions } from './agent-descriptions.ts';
import { agentsTable, type CheckoutAgents } from './agents-table.ts';

/** The version of the JSON format. */
const reportVersion = 1;

/** Returns 2 if a file or a folder couldn't be read, or a file isn't valid. @throws UsageError, FileError */
export async function compareAgents(args: AgentsArguments, terminal: Terminal): Promise<number> {
  let warnings = 0;
  const warn = (text: string): void => {
    warnings++;
    complain(terminal, text);
  };
  const all: CheckoutAgents[] = [];
  let count = 0;
  for await (const checkout of checkoutsOf(args, terminal, warn)) {
    const one = await compared(checkout, args, terminal, warn);
    if (args.format === 'json') all.push(one);
    else if (one.servers.length > 0 || one.unused.length > 0) terminal.out(agentsTable(one, painter(terminal.colors)));
    count += one.servers.length + one.unused.length;
  }
  if (args.format === 'json') writeComparison(all, args, terminal);
  else if (count === 0)
    terminal.out(`No tool servers found in the files that ${warnings > 0 ? 'could be' : 'agents'} read.\n`);
  return warnings > 0 ? exit.failed : exit.clean;
}

/** Writes a complete comparison. */
export function writeComparison(
  checkouts: readonly CheckoutAgents[],
  { format }: AgentsArguments,
  { out, colors }: Terminal,
): void {
  if (format === 'json') out(jsonText({ version: reportVersion, checkouts }));
  else for (const checkout of checkouts) out(agentsTable(checkout, painter(colors)));
}

/** The current folder and a folder without checkouts count as one, whatever is in them. */
export async function* checkoutsOf(
  { paths, project }: Pick<AgentsArguments, 'paths' | 'project'>,
  terminal: Terminal,
  warn: (text: string) => void,
): AsyncGenerator<NamedCheckout> {
  if (paths.length === 0) return yield { folder: path.resolve(terminal.cwd, project ?? '.'), name: '.', deep: false };
  const folders = foldersOf('agents', paths, terminal);
  for (const folder of folders) {
    const itself = { folder, name: folders.length > 1 ? path.basename(folder) : '', deep: false };
    let count = 0;
    for await (const checkout of namedCheckouts(folder, folders, warn)) {
      // It comes before those in it.
      if (count++ === 0 && folder === terminal.cwd && checkout.folder !== folder) yield itself;
      yield checkout;
    }
    if (count === 0) yield itself;
  }
}

async function compared(
  { folder, name }: NamedCheckout,
  args: AgentsArguments,
  terminal: Terminal,
  warn: (text: string) => void,
): Promise<CheckoutAgents> {
  const { cwd, home } = terminal;
  const isOwn = args.user || args.project !== undefined || folder === cwd;
  const { workspace, skipped } = isOwn
    ? {
        workspace: await machineWorkspace(folder, home, {
          ...args,
          repository: namedConfig(folder, args.config, terminal),
        }),
        skipped: new Set<string>(),
      }
    : await checkoutWorkspace(folder, args);
  for (const fault of [...configFaults(folder), ...(await faultsInDescriptions(workspace))]) warn(fault);
  const comparison = await new AgentsView({ workspace }).compare({ folder: pathToFileURL(folder).href });
  warnOfMissing(workspace, folder, skipped, warn);
  const others =
    args.paths.length === 0 && args.format === 'text'
      ? await otherFolders(workspace, pathToFileURL(folder).href)
      : undefined;
  if (others !== undefined) terminal.error(others);
  return checkoutOf({ comparison, folder, name }, args, terminal);
}

interface ComparedCheckout {
  readonly comparison: AgentComparison;
  /** Absolute path. */
  readonly folder: string;
  readonly name: string;
}

/** Returns a comparison with the chosen agents, and with files instead of locations. */
export function checkoutOf(
  { comparison, folder, name }: ComparedCheckout,
  args: AgentsArguments,
  { home }: Terminal,
): CheckoutAgents {
  const placeOf = placeNames(folder, home);
  const isShown = ({ id }: { readonly id: AgentId }): boolean => args.agents.length === 0 || args.agents.includes(id);
  const names = args.agents.map(agentName);
  // Without an agent that was found, all matter.
  const isAside = (agent: AgentId): boolean =>
    comparison.aside.includes(agent) && comparison.aside.length < comparison.agents.length;
  return {
    checkout: name,
    agents: comparison.agents.filter(isShown),
    aside: args.agents.length > 0 ? [] : comparison.aside,
    servers: comparison.rows.map((row) => ({
      name: row.name,
      agents: row.cells.flatMap(({ location, ...cell }, index) => {
        const agent = comparison.agents[index];
        return agent !== undefined && isShown(agent) ? [{ agent: agent.id, ...cell, ...placeOf(location) }] : [];
      }),
    })),
    omitted: comparison.omitted,
    unused: comparison.unused
      .filter(({ agent }) => isShown({ id: agent }) && (args.agents.length > 0 || !isAside(agent)))
      .map(({ agent, text, location }) => ({ agent, text, ...placeOf(location) })),
    ...(comparison.asked && {
      asked: comparison.asked,
      notInstalled: comparison.notInstalled?.filter((agent) => names.length === 0 || names.includes(agent)) ?? [],
    }),
  };
}

/** Warns about files that exist, but weren't read or understood, because their servers may override others. */
function warnOfMissing(
  workspace: Workspace,
  folder: string,
  skipped: ReadonlySet<string>,
  warn: (text: string) => void,
): void {
  for (const uri of skipped)
    warn(`${fileURLToPath(uri)}: skipped, because it's a link that leads outside the checkout.`);
  const place = workspace.places.ofProject(pathToFileURL(folder).href);
  const inFolder = ({ source: { uri } }: UnreadableFile): boolean =>
    !isOutside(path.relative(folder, fileURLToPath(uri)));
  const files = workspace.agents.all.flatMap((agent) =>
    incompleteFiles(workspace, place, skipped, agent).filter(inFolder),
  );
  for (const message of new Set(files.map((file) => file.message))) warn(message);
}
