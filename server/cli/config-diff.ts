/** What the changes since a commit mean for tool servers, for each agent, and for the pinned tools. */
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { type Comparison, compareWithPin } from '../../common/tool-lock/compare.ts';
import { emptyLock, type Lock, lockName } from '../../common/tool-lock/lock.ts';
import { LockError, readLock } from '../../common/tool-lock/read-lock.ts';
import type { AgentCell, AgentInfo } from '../../common/tool-servers.ts';
import { readTextIfExists } from '../files/disk.ts';
import { AgentsView } from '../protocol/agents-view.ts';
import { asEarlier, type InventoryChanges, inventoryChanges } from './inventory-changes.ts';
import { type ScanOptions, scanCheckout } from './inventory-scan.ts';
import { checkoutWorkspace } from './workspaces.ts';

/** What an agent makes of a server before and after; `notRead` if no file that it reads defines it. */
export interface AgentChange {
  readonly server: string;
  readonly agent: Pick<AgentInfo, 'id' | 'name'>;
  readonly before: AgentCell['state'];
  readonly after: AgentCell['state'];
  /** The state after, with its reason. */
  readonly text: string;
}

/** What a server told when it was pinned. Without a comparison, it was added to the lock or removed. */
export interface PinChange {
  readonly server: string;
  readonly kind: 'added' | 'removed' | 'changed';
  readonly comparison?: Comparison;
}

export interface ConfigDiff {
  readonly servers: InventoryChanges;
  readonly agents: readonly AgentChange[];
  readonly pins: readonly PinChange[];
}

/** @param before, after folders @returns also what couldn't be read now, one sentence each */
export async function configDiff(
  before: string,
  after: string,
  options: ScanOptions,
): Promise<{ readonly diff: ConfigDiff; readonly warnings: readonly string[] }> {
  const [old, now] = [await stateOf(before, options), await stateOf(after, options)];
  const diff = {
    servers: withoutStates(inventoryChanges(old.scan.servers.map(asEarlier), now.scan.servers)),
    agents: agentChanges(old.cells, now.cells),
    pins: pinChanges(old.lock, now.lock),
  };
  return { diff, warnings: [...now.scan.warnings, ...now.problems] };
}

/** True if nothing changes for anyone. */
export const isEmptyDiff = ({ servers: { added, removed, changed }, agents, pins }: ConfigDiff): boolean =>
  [added, removed, changed, agents, pins].every(({ length }) => length === 0);

type Cells = ReadonlyMap<string, { readonly agent: AgentInfo; readonly server: string; readonly cell: AgentCell }>;

async function stateOf(folder: string, options: ScanOptions) {
  const scan = await scanCheckout({ folder, name: '.', deep: true }, options);
  const { workspace } = await checkoutWorkspace(folder, options);
  const { agents, rows } = await new AgentsView({ workspace }).compare({ folder: pathToFileURL(folder).href });
  const cells: Cells = new Map(
    rows.flatMap(({ name, cells: ofName }) =>
      ofName.flatMap((cell, index) => {
        const agent = agents[index];
        return agent === undefined ? [] : [[`${agent.id} ${name}`, { agent, server: name, cell }] as const];
      }),
    ),
  );
  return { scan, cells, ...(await lockOf(folder)) };
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

/** What Oh My Pi makes of a server is said with the other agents. */
function withoutStates({ changed, ...others }: InventoryChanges): InventoryChanges {
  const ofEntries = changed.map(({ server, fields }) => {
    return { server, fields: fields.filter(({ field }) => field !== 'state') };
  });
  return { ...others, changed: ofEntries.filter(({ fields }) => fields.length > 0) };
}

function agentChanges(before: Cells, after: Cells): readonly AgentChange[] {
  return [...new Map([...before, ...after])].flatMap(([key, { agent, server }]) => {
    const [old, now] = [before.get(key)?.cell, after.get(key)?.cell];
    const [was, is] = [old?.state ?? 'notRead', now?.state ?? 'notRead'];
    const { id, name } = agent;
    return was === is ? [] : [{ server, agent: { id, name }, before: was, after: is, text: now?.text ?? '' }];
  });
}

function pinChanges(before: Lock, after: Lock): readonly PinChange[] {
  const [old, now] = [new Map(Object.entries(before.servers)), new Map(Object.entries(after.servers))];
  return [...new Set([...old.keys(), ...now.keys()])].flatMap((server): readonly PinChange[] => {
    const [was, is] = [old.get(server), now.get(server)];
    if (was === undefined) return [{ server, kind: 'added' }];
    if (is === undefined) return [{ server, kind: 'removed' }];
    const comparison = compareWithPin(was, is);
    return comparison === undefined ? [] : [{ server, kind: 'changed', comparison }];
  });
}
