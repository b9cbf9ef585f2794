/** Servers in files from which an agent reads none: the usual cause of a server that isn't there. */
import { toolFiles, unreadFolders } from '../../../common/generated/tools.ts';
import { type PlacedServers, placedServers } from '../../config/files/placed-servers.ts';
import { pathsIn, unreadByAll } from '../../config/files/unread-places.ts';
import type { Place } from '../../config/servers/sources.ts';
import type { JsonNode } from '../../config/text/json.ts';
import { childUri, uriKey } from '../../files/uris.ts';
import type { AgentTable } from '../../tools/agent-facts.ts';
import { type Agent, isTableAgent } from '../agent.ts';
import type { PlaceState } from '../states.ts';

export interface UnreadServers extends PlacedServers {
  readonly uri: string;
  /** Display path. */
  readonly label: string;
  readonly isOfProject: boolean;
  /** True if people put servers there only for this agent. */
  readonly isOwn: boolean;
}

type ReadRoot = (uri: string) => JsonNode | undefined;

/** The servers in files that an agent doesn't read. Looks for them on first use. */
export class UnreadFiles {
  readonly #agent: Agent;
  readonly #place: Place;
  readonly #read: PlaceState['sources'];
  readonly #rootOf: ReadRoot;
  #misplaced: readonly UnreadServers[] | undefined;
  #ofOthers: readonly UnreadServers[] | undefined;

  /** @param rootOf returns the content of a file; undefined if it doesn't exist */
  constructor(agent: Agent, place: Place, { sources }: Pick<PlaceState, 'sources'>, rootOf: ReadRoot) {
    this.#agent = agent;
    this.#place = place;
    this.#read = sources;
    this.#rootOf = rootOf;
  }

  /** Those in places where people put servers for the agent, or for any. */
  get misplaced(): readonly UnreadServers[] {
    const agent = this.#agent;
    const own = isTableAgent(agent) ? [...(agent.table.unreadFiles ?? []), ...swapped(agent.table)] : [];
    this.#misplaced ??= [
      ...this.#serversIn([...own, ...inOwnFolders(agent, this.#place)], true),
      ...this.#serversIn(inFoldersOf(this.#place, unreadByAll), false),
    ];
    return this.#misplaced;
  }

  /** Those in files of the project that other tools read. */
  get ofOthers(): readonly UnreadServers[] {
    this.#ofOthers ??= this.#serversIn(['.mcp.json', ...toolFiles.flatMap(({ project = [] }) => project)], false);
    return this.#ofOthers;
  }

  #serversIn(paths: readonly string[], isOwn: boolean): readonly UnreadServers[] {
    const { project, home } = this.#place;
    return [...new Set(paths)].flatMap((path): readonly UnreadServers[] => {
      const inHome = path.startsWith('~/') ? path.slice(2) : undefined;
      const folder = inHome === undefined ? project : home;
      // The files of the home folder aren't those of a project there.
      if (folder === undefined || (inHome === undefined && folder === home)) return [];
      const uri = childUri(folder, inHome ?? path);
      const servers = placedServers(this.#rootOf(uri));
      // Nearly all of these files are missing.
      if (servers.length === 0 || this.#reads(uri)) return [];
      return servers.map((placed) => ({
        ...placed,
        ...{ uri, label: path, isOfProject: inHome === undefined, isOwn },
      }));
    });
  }

  #reads(uri: string): boolean {
    const key = uriKey(uri);
    return this.#read.some((source) => source.key === key);
  }
}

/** Returns the agent's files in the home folder as files of the project, and the other way round. */
const swapped = ({ id, files }: AgentTable): readonly string[] =>
  files.flatMap(({ in: where, path, dialect }) => {
    if (dialect !== id) return [];
    if (where === 'home') return path;
    return where === 'system' || where === 'environment' || where === 'checkout' ? [] : `~/${path}`;
  });

/** Returns the usual files in the agent's folders, if these exist. */
function inOwnFolders({ id }: Agent, place: Place): readonly string[] {
  const own = Object.keys(unreadFolders).filter((folder) => unreadFolders[folder]?.tool === id);
  return inFoldersOf(place, (exists) => pathsIn(own.filter(exists)));
}

/** Returns paths in the project and in the home folder. @param paths those in one of both, if it has certain folders */
function inFoldersOf(
  { project, home, look }: Place,
  paths: (exists: (folder: string) => boolean) => readonly string[],
): readonly string[] {
  const at = (parent: string | undefined, prefix: string): readonly string[] =>
    parent === undefined ? [] : paths((folder) => look.isFolder(childUri(parent, folder))).map((path) => prefix + path);
  return [...at(project, ''), ...at(home, '~/')];
}
