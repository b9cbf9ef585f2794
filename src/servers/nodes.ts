/** Nodes of the Tool Servers view and their hierarchy. Pure, so it can be tested without an editor. */
import { groupBy } from '../../common/group-by.ts';
import type { FileRef, PlaceServers, ServerRef, ServerState } from '../../common/tool-servers.ts';

type Folder = string | null;

export type ServerNode =
  | { readonly kind: 'folder'; readonly folder: Folder }
  | { readonly kind: 'group'; readonly folder: Folder; readonly group: ServerState | 'files' }
  | { readonly kind: 'server'; readonly at: ServerRef }
  | { readonly kind: 'file'; readonly at: FileRef }
  | TestNode;

/** Row below a tested server. */
export interface TestNode {
  readonly kind: 'test';
  readonly at: ServerRef;
  /** Names of the rows from the server to this one, such as `tools` and `0`. */
  readonly path: readonly string[];
}

type Places = readonly PlaceServers[];

/** In the order of the tree. */
const states: readonly ServerState[] = ['inEffect', 'disabled', 'overridden', 'invalid'];

/** Unique ID of a definition. JSON, because a name can contain any character. */
export function idOf({ folder, uri, name }: ServerRef): string {
  return JSON.stringify([folder, uri, name]);
}

/** Keeps the first row of each definition. A user-level server has a row in each workspace folder. */
export function distinctDefinitions<T>(rows: readonly T[], refOf: (row: T) => ServerRef): readonly T[] {
  const groups = groupBy(rows, (row) => {
    const { uri, name } = refOf(row);
    return JSON.stringify([uri, name]);
  });
  return [...groups.values()].flatMap((same) => same.slice(0, 1));
}

/** Returns an ID that stays the same across refreshes. */
export function idOfNode(node: ServerNode): string {
  switch (node.kind) {
    case 'folder':
      return JSON.stringify([node.folder]);
    case 'group':
      return JSON.stringify([node.folder, node.group]);
    case 'server':
      return idOf(node.at);
    case 'file':
      return JSON.stringify([node.at.folder, node.at.uri]);
    case 'test':
      return JSON.stringify([node.at.folder, node.at.uri, node.at.name, ...node.path]);
  }
}

/** Returns the folders, or the groups if there is only one folder. */
export function rootsOf(places: Places): ServerNode[] {
  const [place] = places;
  if (places.length > 1) return places.map(({ folder }) => ({ kind: 'folder', folder }));
  return place === undefined ? [] : groupsOf(place);
}

/** Returns the children of folders and groups. The children of a server come from its test. */
export function childrenOf(places: Places, node: ServerNode): ServerNode[] {
  if (node.kind !== 'folder' && node.kind !== 'group') return [];
  const { folder } = node;
  const place = places.find((one) => one.folder === folder);
  if (place === undefined) return [];
  if (node.kind === 'folder') return groupsOf(place);
  if (node.group === 'files') return place.files.map(({ uri }) => ({ kind: 'file', at: { folder, uri } }));
  return place.servers
    .filter(({ state }) => state === node.group)
    .map(({ name, source: { uri } }) => ({ kind: 'server', at: { folder, uri, name } }));
}

/** Returns the parent; undefined for a root or a server that no longer exists. */
export function parentOf(places: Places, node: ServerNode): ServerNode | undefined {
  if (node.kind === 'folder') return undefined;
  if (node.kind === 'group') return places.length > 1 ? { kind: 'folder', folder: node.folder } : undefined;
  if (node.kind === 'test')
    return node.path.length > 1 ? { ...node, path: node.path.slice(0, -1) } : { kind: 'server', at: node.at };
  const { folder, uri } = node.at;
  if (node.kind === 'file') return { kind: 'group', folder, group: 'files' };
  const servers = places.find((place) => place.folder === folder)?.servers;
  const server = servers?.find(({ source, name }) => source.uri === uri && name === node.at.name);
  return server && { kind: 'group', folder, group: server.state };
}

/** Returns the states that have servers, and always the config files. */
function groupsOf({ folder, servers }: PlaceServers): ServerNode[] {
  const groups = states.filter((state) => servers.some((server) => server.state === state));
  return [...groups, 'files' as const].map((group) => ({ kind: 'group', folder, group }));
}
