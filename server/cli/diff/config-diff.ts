/** What the changes since a commit mean for tool servers, for each agent, and for the locked tools. */
import path from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { groupBy } from '../../../common/group-by.ts';
import { wordSet } from '../../../common/guards.ts';
import type { AgentCell, AgentInfo } from '../../../common/messages/tool-servers.ts';
import { type Comparison, compareLocked } from '../../../common/tool-lock/compare.ts';
import { emptyLock, type Lock, lockName } from '../../../common/tool-lock/lock.ts';
import { LockError, readLock } from '../../../common/tool-lock/read-lock.ts';
import type { Agent } from '../../agents/agent.ts';
import { closestToUse } from '../../agents/listed-use.ts';
import { stateInWords } from '../../config/oh-my-pi/state-text.ts';
import type { ObjectNode } from '../../config/text/json.ts';
import { readTextIfExists } from '../../files/disk.ts';
import { readyAgents } from '../../views/ready-agents.ts';
import { agentInfo } from '../../views/servers-view.ts';
import { checkoutWorkspace } from '../files/workspaces.ts';
import { asEarlier, type EntryChange, inventoryChanges } from '../inventory/inventory-changes.ts';
import { type Scan, type ScannedServer, type ScanOptions, scanCheckout } from '../inventory/inventory-scan.ts';
import { type InventoryServer, withUniqueIds } from '../inventory/inventory-server.ts';
import { type AddedFinding, addedFindings } from './added-findings.ts';
import { decisionChanges, decisionsOf } from './decision-changes.ts';
import { type PropertyChange, propertyChanges, type SettingsChange } from './entry-changes.ts';
import { type EnvFileChange, envFileChanges, type ReadBothSides } from './env-file-changes.ts';
import { type PluginChange, pluginChanges, pluginsOf } from './plugin-changes.ts';
import { type UnreadChange, unreadChanges, unreadIn } from './unread-changes.ts';

/** What an agent makes of a server before and after; `notRead` if no file that it reads defines it. */
export interface AgentChange {
  readonly server: string;
  /** The folder in which the agent is started; empty for the checkout. */
  readonly folder: string;
  readonly agent: Pick<AgentInfo, 'id' | 'name'>;
  readonly before: AgentCell['state'];
  readonly after: AgentCell['state'];
  /** The state after, with its reason. */
  readonly text: string;
}

/** What a server told when it was locked. Without a comparison, it was added to the lock or removed. */
export interface LockChange {
  readonly server: string;
  readonly kind: 'added' | 'removed' | 'changed';
  readonly comparison?: Comparison;
}

interface ServerChanges {
  readonly added: readonly InventoryServer[];
  readonly removed: readonly InventoryServer[];
  readonly changed: readonly EntryChange[];
}

export interface ConfigDiff {
  readonly servers: ServerChanges;
  readonly settings: readonly SettingsChange[];
  readonly envFiles: readonly EnvFileChange[];
  readonly plugins: readonly PluginChange[];
  readonly unread: readonly UnreadChange[];
  /** Problems of config files that are new. */
  readonly findings: readonly AddedFinding[];
  readonly agents: readonly AgentChange[];
  readonly locks: readonly LockChange[];
}

interface DiffOptions extends ScanOptions {
  readonly read: ReadBothSides;
}

/** @param before, after folders @returns also what couldn't be read now, one sentence each */
export async function configDiff(
  before: string,
  after: string,
  options: DiffOptions,
): Promise<{ readonly diff: ConfigDiff; readonly warnings: readonly string[] }> {
  const scans = [await scanned(before, options), await scanned(after, options)] as const;
  const projects = new Set(scans.flatMap((scan) => [...scan.projects]));
  const [old, now] = [await stateOf(before, projects, options), await stateOf(after, projects, options)];
  const unread = unreadChanges(old.unread, now.unread, options.read);
  // What only one side has isn't known.
  const isKnown = ({ file }: { readonly file: string }): boolean => unread.every((each) => each.file !== file);
  const diff = {
    servers: serverChanges(...scans),
    settings: byFile([...settingsChanges(...scans), ...decisionChanges(old.decisions, now.decisions)]).filter(isKnown),
    envFiles: envFileChanges(scans[1], options.read),
    plugins: pluginChanges(old.plugins, now.plugins).filter(isKnown),
    unread,
    findings: await addedFindings(before, after, options),
    agents: agentChanges(old.cells, now.cells),
    locks: lockChanges(old.lock, now.lock),
  };
  return { diff, warnings: [...scans[1].warnings, ...now.problems] };
}

/** True if nothing is known to change for anyone. */
export const isEmptyDiff = ({
  servers: { added, removed, changed },
  settings,
  envFiles,
  plugins,
  unread,
  findings,
  agents,
  locks,
}: ConfigDiff): boolean =>
  [added, removed, changed, settings, plugins, unread, findings, agents, locks].every(({ length }) => length === 0) &&
  envFiles.every(({ kind }) => kind === 'unknown');

const scanned = (folder: string, options: ScanOptions): Promise<Scan> =>
  scanCheckout({ folder, name: '.', deep: true }, options);

interface Cell {
  readonly agent: Pick<AgentInfo, 'id' | 'name'>;
  readonly server: string;
  readonly folder: string;
  readonly state: AgentCell['state'];
  readonly text: string;
  /** True if a file in the folder defines the server. In a subfolder, agents also find servers of its parents. */
  readonly isInside: boolean;
}

type Cells = ReadonlyMap<string, Cell>;

/** @param projects the folders in which agents can start */
async function stateOf(folder: string, projects: ReadonlySet<string>, options: ScanOptions) {
  const { workspace } = await checkoutWorkspace(folder, options);
  const agents = await readyAgents(workspace, null);
  const cells = new Map<string, Cell>();
  for (const project of projects) {
    const start = path.join(folder, project);
    const place = workspace.places.ofProject(pathToFileURL(start).href);
    const found = workspace.agents.found(place);
    // Those with files in the project come first.
    const rank = (agent: Agent): number => ['project', 'machine', undefined].indexOf(found.get(agent));
    for (const agent of agents.toSorted((one, other) => rank(one) - rank(other))) {
      const { effective } = workspace.placeState(place, agent);
      for (const name of effective.names) {
        const definitions = effective.withName(name);
        const server = closestToUse(definitions);
        if (server === undefined) continue;
        const { id, name: title } = agentInfo(workspace, place, agent);
        cells.set(JSON.stringify([project, name, id]), {
          agent: { id, name: title },
          server: name,
          folder: project,
          state: server.state,
          text: stateInWords(server),
          isInside: definitions.some(({ source }) => fileURLToPath(source.uri).startsWith(start + path.sep)),
        });
      }
    }
  }
  const from = [workspace, agents, folder, projects] as const;
  return {
    ...{ cells, plugins: pluginsOf(...from), decisions: decisionsOf(...from), unread: unreadIn(...from) },
    ...(await lockOf(folder)),
  };
}

async function lockOf(folder: string): Promise<{ readonly lock: Lock; readonly problems: readonly string[] }> {
  const text = readTextIfExists(path.join(folder, lockName));
  try {
    return { lock: text === undefined ? emptyLock : await readLock(text), problems: [] };
  } catch (error) {
    if (!(error instanceof LockError)) throw error;
    return { lock: emptyLock, problems: [`${lockName}:${error.line}: ${error.message}`] };
  }
}

function serverChanges(before: Scan, after: Scan): ServerChanges {
  const [old, now] = [entriesById(before.servers), entriesById(after.servers)];
  const [was, is] = [old, now].map((all) => Array.from(all.values(), ({ server }) => server));
  const { added, changed } = inventoryChanges((was ?? []).map(asEarlier), is ?? []);
  const fieldsOf = new Map(changed.map(({ server, fields }) => [server.id, fields]));
  return {
    added,
    removed: (was ?? []).filter(({ id }) => !now.has(id)),
    changed: Array.from(now).flatMap(([id, { server, entry }]): readonly EntryChange[] => {
      const earlier = old.get(id);
      if (earlier === undefined) return [];
      const fields = (fieldsOf.get(id) ?? []).filter(({ field }) => !namedOtherwise.has(field));
      const properties = propertyChanges(earlier.entry, entry);
      return fields.length + properties.length === 0 ? [] : [{ server, fields, properties }];
    }),
  };
}

/** What Oh My Pi makes of a server is said with the other agents, and names and values as properties. */
const namedOtherwise = wordSet('state env headers digest');

function entriesById(servers: readonly ScannedServer[]): ReadonlyMap<string, ScannedServer> {
  const unique = withUniqueIds(servers.map(({ server }) => server));
  return new Map(unique.map((server, index) => [server.id, { server, entry: servers[index]?.entry }]));
}

/** A file that is only on one side has servers that are added or removed. */
function settingsChanges({ settings: before }: Scan, { settings: after }: Scan): readonly SettingsChange[] {
  return Array.from(after).flatMap(([file, now]) => {
    const old: ObjectNode | undefined = before.get(file);
    const properties =
      old === undefined ? [] : propertyChanges(old, now).filter(({ path: [name] }) => name !== '$schema');
    return properties.length === 0 ? [] : [{ file, properties }];
  });
}

/** Joins the changes of each file. A property counts once, and not if one around it or in it was found before. */
function byFile(changes: readonly SettingsChange[]): readonly SettingsChange[] {
  return Array.from(groupBy(changes, ({ file }) => file)).map(([file, all]) => {
    const found: PropertyChange[] = [];
    for (const change of all.flatMap(({ properties }) => properties))
      if (!found.some((each) => isAround(each.path, change.path) || isAround(change.path, each.path)))
        found.push(change);
    return { file, properties: found };
  });
}

const isAround = (outer: readonly string[], inner: readonly string[]): boolean =>
  outer.every((name, depth) => name === inner[depth]);

function agentChanges(before: Cells, after: Cells): readonly AgentChange[] {
  const changes = [...new Map([...before, ...after])].flatMap(([key, { agent, server, folder }]) => {
    const [old, now] = [before.get(key), after.get(key)];
    const [was, is] = [old?.state ?? 'notRead', now?.state ?? 'notRead'];
    const isShown = folder === '' || [old, now].some((cell) => cell?.isInside === true);
    if (was === is || !isShown) return [];
    return [{ server, folder, agent, before: was, after: is, text: now?.text ?? '' }];
  });
  // By server, as in views.
  return [...groupBy(changes, ({ server, folder }) => `${folder}\n${server}`).values()].flat();
}

function lockChanges(before: Lock, after: Lock): readonly LockChange[] {
  const [old, now] = [new Map(Object.entries(before.servers)), new Map(Object.entries(after.servers))];
  return [...new Set([...old.keys(), ...now.keys()])].flatMap((server): readonly LockChange[] => {
    const [was, is] = [old.get(server), now.get(server)];
    if (was === undefined) return [{ server, kind: 'added' }];
    if (is === undefined) return [{ server, kind: 'removed' }];
    const comparison = compareLocked(was, is);
    return comparison === undefined ? [] : [{ server, kind: 'changed', comparison }];
  });
}
