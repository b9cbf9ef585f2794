/** What the rows of the Tool Servers view stand for, and which lies under which; pure, so that it is tested without an editor. */
import type { FileAt, PlaceServers, ServerAt, ServerState } from '../../common/tool-servers.ts';
import { idOfTestNode, parentOfTestNode, type TestNode } from './test-nodes.ts';

type Folder = string | null;

export type ServerNode =
  | { readonly kind: 'folder'; readonly folder: Folder }
  | { readonly kind: 'group'; readonly folder: Folder; readonly group: ServerState | 'files' }
  | { readonly kind: 'server'; readonly at: ServerAt }
  | { readonly kind: 'file'; readonly at: FileAt }
  | TestNode;

type Places = readonly PlaceServers[];

/** In the order of the tree. */
const states: readonly ServerState[] = ['inEffect', 'disabled', 'hidden', 'invalid'];

/** Tells definitions apart. A name may hold anything. */
export function idOf({ folder, uri, name }: ServerAt): string {
  return JSON.stringify([folder, uri, name]);
}

/** Stays the same for as long as the row is about the same thing. */
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
    default:
      return idOfTestNode(node);
  }
}

/** The folders; the groups of the only one. */
export function rootsOf(places: Places): ServerNode[] {
  const [place] = places;
  if (places.length > 1) return places.map(({ folder }) => ({ kind: 'folder', folder }));
  return place === undefined ? [] : groupsOf(place);
}

/** Rows of folders and groups; what lies under a server comes from its test. */
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

/** The row that a row lies under; undefined for a root, and for what is not there any more. */
export function parentOf(places: Places, node: ServerNode): ServerNode | undefined {
  if (node.kind === 'folder') return undefined;
  if (node.kind === 'group') return places.length > 1 ? { kind: 'folder', folder: node.folder } : undefined;
  if (node.kind !== 'server' && node.kind !== 'file') return parentOfTestNode(node);
  const { folder } = node.at;
  const group = node.kind === 'file' ? 'files' : stateOf(places, node.at);
  return group && { kind: 'group', folder, group };
}

/** Only groups that have servers; the files always. */
function groupsOf({ folder, servers }: PlaceServers): ServerNode[] {
  const groups = states.filter((state) => servers.some((server) => server.state === state));
  return [...groups, 'files' as const].map((group) => ({ kind: 'group', folder, group }));
}

function stateOf(places: Places, { folder, uri, name }: ServerAt): ServerState | undefined {
  const place = places.find((one) => one.folder === folder);
  return place?.servers.find((server) => server.source.uri === uri && server.name === name)?.state;
}
