/** All tool servers, as listed by the language server. */

import { groupBy } from '../../../common/group-by.ts';
import type { AgentId } from '../../../common/messages/agents.ts';
import type {
  AgentInfo,
  ConfigFile,
  FileRef,
  PlaceServers,
  ServerInfo,
  ServerRef,
} from '../../../common/messages/tool-servers.ts';
import { ListStore } from '../../shared/list/list-store.ts';
import type { ConfigLanguage } from '../client/index.ts';

/** Server definition with the workspace folder it applies to. */
export interface Server extends ServerInfo {
  readonly folder: string | null;
  /** The agent whose view this is. Default: Oh My Pi. */
  readonly agent?: AgentId;
}

/** False for a file whose content isn't understood, which must not be written. */
export const acceptsServers = ({ state }: ConfigFile): boolean => state === 'good' || state === 'missing';

export class ServerStore extends ListStore {
  readonly #config: ConfigLanguage;
  #places: readonly PlaceServers[] = [];
  /** By `idOf`. */
  #servers = new Map<string, Server>();
  #isOutdated = false;

  constructor(config: ConfigLanguage) {
    super('Tool servers');
    this.#config = config;
  }

  /** The agent whose servers these are; undefined before the first load. */
  get agent(): AgentInfo | undefined {
    return this.#places[0]?.agent;
  }

  /** One for each workspace folder. */
  get places(): readonly PlaceServers[] {
    return this.#places;
  }

  /** The workspace folders; null if none is open. */
  get folders(): readonly (string | null)[] {
    return this.#places.map(({ folder }) => folder);
  }

  get servers(): readonly Server[] {
    return [...this.#servers.values()];
  }

  serversIn(folder: string | null): readonly Server[] {
    return this.servers.filter((server) => server.folder === folder);
  }

  filesIn(folder: string | null): readonly ConfigFile[] {
    return this.#places.find((place) => place.folder === folder)?.files ?? [];
  }

  get(at: ServerRef): Server | undefined {
    return this.#servers.get(idOf(at));
  }

  /**
   * True if another definition of this name has precedence. The lock has one pin for a name: that of the definition in
   * effect.
   */
  isOverridden(at: ServerRef): boolean {
    const isInEffect = ({ state, folder, name, source }: Server) =>
      state === 'inEffect' && folder === at.folder && name === at.name && source.uri !== at.uri;
    return this.get(at)?.state === 'overridden' || this.servers.some(isInEffect);
  }

  file({ folder, uri, section }: FileRef): ConfigFile | undefined {
    return this.filesIn(folder).find((file) => file.uri === uri && file.section === section);
  }

  /** Returns the reference to a file of a folder, as the agent of this view reads it. */
  fileRef(folder: string | null, { uri, section }: Pick<ConfigFile, 'uri' | 'section'>): FileRef {
    const agent = this.agent?.id;
    return { folder, uri, ...(agent !== undefined && agent !== 'oh-my-pi' && { agent }), ...(section && { section }) };
  }

  /** Display name of the file that overrides a server. */
  overridingLabel({ folder, overriddenBy }: Server): string | undefined {
    // Most servers aren't overridden, and need no search.
    if (overriddenBy === null) return undefined;
    const place = this.#places.find((one) => one.folder === folder);
    return place?.servers.find(({ source }) => source.uri === overriddenBy.uri)?.source.label;
  }

  /** Returns the file to write to at a level: the existing one with the highest precedence, else the first in order. */
  fileFor(folder: string | null, level: 'project' | 'user'): ConfigFile | undefined {
    const files = this.filesIn(folder).filter(
      (file) => file.level === level && file.isOwn && file.section === undefined,
    );
    return files.find(({ state }) => state !== 'missing') ?? files[0];
  }

  /** Repeats an active request, because it may have read the files before the change that the caller waits for. */
  override refresh(): Promise<void> {
    this.#isOutdated = true;
    return this.load('refresh', async () => {
      for (;;) {
        this.#isOutdated = false;
        try {
          const places = await this.#config.sendRequest('switchyard/servers', {
            refreshFromDisk: true,
            agent: 'shown',
          });
          if (!this.#isOutdated) return () => this.#take(places);
        } catch (error) {
          if (!this.#isOutdated) throw error;
        }
      }
    });
  }

  /** Counts invalid and unreadable files, so that the view shows them even without servers. */
  protected override get size(): number {
    const files = this.#places.flatMap((place) => place.files);
    return this.#servers.size + files.filter((file) => !acceptsServers(file)).length;
  }

  #take(places: readonly PlaceServers[]): undefined {
    this.#places = places;
    this.#servers = new Map(
      places.flatMap(({ folder, servers, agent }) =>
        servers.map((server): [string, Server] => {
          const row = { ...server, folder, ...(agent.id !== 'oh-my-pi' && { agent: agent.id }) };
          return [idOf(serverRef(row)), row];
        }),
      ),
    );
    return undefined;
  }
}

/** Unique ID of a definition. JSON, because a name can contain any character. */
export function idOf({ folder, uri, name, section }: ServerRef): string {
  return JSON.stringify([folder, uri, name, ...(section === undefined ? [] : [section])]);
}

/** Keeps the first row of each definition. A user-level server has a row in each workspace folder. */
export function distinctDefinitions<T>(rows: readonly T[], refOf: (row: T) => ServerRef): readonly T[] {
  const groups = groupBy(rows, (row) => {
    const { uri, name } = refOf(row);
    return JSON.stringify([uri, name]);
  });
  return [...groups.values()].flatMap((same) => same.slice(0, 1));
}

export function serverRef({ folder, source: { uri, section }, name, agent }: Server): ServerRef {
  return { folder, uri, name, ...(agent && { agent }), ...(section && { section }) };
}
