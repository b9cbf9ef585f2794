/** Servers in files from which an agent takes none: the usual cause of a server that isn't there. */
import type { JsonNode } from '../config/json.ts';
import type { Place } from '../config/sources.ts';
import { childUri, uriKey } from '../files/uris.ts';
import { unreadByAll } from '../tools/unread-files.ts';
import { type Agent, isTableAgent } from './agent.ts';
import { type PlacedServers, placedServers } from './misplaced-servers.ts';

export interface UnreadServers extends PlacedServers {
  readonly uri: string;
  /** Display path. */
  readonly label: string;
  readonly isOfProject: boolean;
}

/** @param rootOf returns the content of a file; undefined if it doesn't exist */
export function unreadServers(
  agent: Agent,
  place: Place,
  rootOf: (uri: string) => JsonNode | undefined,
): readonly UnreadServers[] {
  const { project, home } = place;
  const own = isTableAgent(agent) ? (agent.table.unreadFiles ?? []) : [];
  const read = new Set(agent.sources(place).map(({ key }) => key));
  return [...own, ...unreadByAll].flatMap((path): readonly UnreadServers[] => {
    const inHome = path.startsWith('~/') ? path.slice(2) : undefined;
    const folder = inHome === undefined ? project : home;
    // The files of the home folder aren't those of a project there.
    if (folder === undefined || (inHome === undefined && folder === home)) return [];
    const uri = childUri(folder, inHome ?? path);
    if (read.has(uriKey(uri))) return [];
    return placedServers(rootOf(uri)).map((placed) => ({
      ...placed,
      ...{ uri, label: path, isOfProject: inHome === undefined },
    }));
  });
}
