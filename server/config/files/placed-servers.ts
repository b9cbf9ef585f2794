/** Servers in a file of any tool, by the property in which they are. */

import { closestMatch } from '../closest-match.ts';
import { hasServerField, holdsServers } from '../servers/recognize-servers.ts';
import { type JsonNode, liveMembers, type Member, memberValue, type Span } from '../text/json.ts';

export interface PlacedServers {
  /** The properties that lead to them. Empty for the top level. */
  readonly path: readonly string[];
  /** The last of these properties, or the first server. */
  readonly at: Span;
  readonly members: readonly Member[];
}

interface ServersRoot {
  readonly path: readonly string[];
  /** True if nothing else has this name, so that one server is sufficient to recognize the others. */
  readonly isTelling?: true;
}

/** The properties that lead to servers in the files of all tools. */
const serversRoots: readonly ServersRoot[] = [
  { path: ['mcpServers'], isTelling: true },
  { path: ['servers'] },
  { path: ['mcp_servers'], isTelling: true },
  { path: ['mcp', 'mcpServers'], isTelling: true },
  { path: ['mcp', 'servers'], isTelling: true },
  { path: ['mcp.servers'], isTelling: true },
  { path: ['mcp'] },
  { path: ['context_servers'], isTelling: true },
  { path: ['amp.mcpServers'], isTelling: true },
  { path: [] },
];

const tellingNames = serversRoots.flatMap(({ path, isTelling }) => (isTelling && path.length === 1 ? path : []));
const rootNames: ReadonlySet<string> = new Set(serversRoots.flatMap(({ path }) => path[0] ?? []));

/** True for a property that leads to servers, which isn't one of them at the top level even if it has a server called "env". */
const isServersRoot = (path: readonly string[], name: string): boolean => path.length === 0 && rootNames.has(name);

/** Returns the properties that lead to servers, with misspelled ones of this file, such as "mcpservers". */
function serversRootsIn(root: JsonNode | undefined): readonly ServersRoot[] {
  const misspelled = [...liveMembers(root)].filter(
    ([name, { value }]) =>
      !rootNames.has(name) && closestMatch(name, tellingNames) !== undefined && holdsServers(value),
  );
  return [...serversRoots, ...misspelled.map(([name]): ServersRoot => ({ path: [name] }))];
}

/** Servers under a property in which a tool doesn't look for them. */
export interface MisplacedMap {
  /** The properties that lead to them. Empty for the top level. */
  readonly path: readonly string[];
  readonly members: readonly Member[];
  /** True if they can't be anything but servers. */
  readonly isCertain: boolean;
}

/** @param read the properties in which the tool looks, each joined by dots @param defined names of the servers that it finds */
export function misplacedMaps(
  root: JsonNode | undefined,
  read: ReadonlySet<string>,
  defined: ReadonlySet<string>,
): readonly MisplacedMap[] {
  return serversRootsIn(root).flatMap(({ path }): MisplacedMap | readonly MisplacedMap[] => {
    if (read.has(path.join('.'))) return [];
    const map = path.reduce<JsonNode | undefined>(memberValue, root);
    const members = [...liveMembers(map).values()].filter(
      ({ key, value }) => value?.type === 'object' && !defined.has(key.value) && !isServersRoot(path, key.value),
    );
    return members.length === 0 ? [] : { path, members, isCertain: holdsServers(map) };
  });
}

export function placedServers(root: JsonNode | undefined): readonly PlacedServers[] {
  return serversRootsIn(root).flatMap(({ path, isTelling }): PlacedServers | readonly PlacedServers[] => {
    const map = path.reduce<JsonNode | undefined>(memberValue, root);
    if (map?.type !== 'object') return [];
    const members = [...liveMembers(map).values()];
    if (members.some(({ key }) => isServersRoot(path, key.value))) return [];
    const areServers = isTelling === true ? members.some(({ value }) => hasServerField(value)) : holdsServers(map);
    const last = path.at(-1);
    const holder = path.slice(0, -1).reduce<JsonNode | undefined>(memberValue, root);
    const at = last === undefined ? members[0]?.key : liveMembers(holder).get(last)?.key;
    if (!areServers || at === undefined) return [];
    return [{ path, at, members }];
  });
}
