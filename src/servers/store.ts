/** What the language server says of all tool servers: the last good answer is kept when a later one fails. */
import { EventEmitter } from 'vscode';
import type { ConfigFile, FileAt, PlaceServers, ServerAt, ServerInfo } from '../../common/tool-servers.ts';
import type { ConfigLanguage } from '../mcp/index.ts';
import { DisposableStore } from '../shared/disposable.ts';
import { log } from '../shared/log.ts';
import { idOf } from './nodes.ts';

/** Its name is also the value of the view's context key. */
export type ServersState = 'unloaded' | 'loading' | 'loaded' | 'empty' | 'failed';

/** A definition with the folder that it is seen from. */
export interface Server extends ServerInfo {
  readonly folder: string | null;
}

export class ServerStore extends DisposableStore {
  readonly #config: ConfigLanguage;
  readonly #changed = this.own(new EventEmitter<void>());
  readonly onDidChange = this.#changed.event;
  #places: readonly PlaceServers[] = [];
  /** By `idOf`. */
  #servers = new Map<string, Server>();
  #labels = new Map<string, string>();
  #state: ServersState = 'unloaded';
  #failure: unknown;
  #loading: Promise<void> | undefined;
  #again = false;

  constructor(config: ConfigLanguage) {
    super();
    this.#config = config;
  }

  get state(): ServersState {
    return this.#state;
  }

  /** Why the last answer is not there; the one before it stays. */
  get failure(): unknown {
    return this.#failure;
  }

  /** One for each folder of the workspace. */
  get places(): readonly PlaceServers[] {
    return this.#places;
  }

  get servers(): readonly Server[] {
    return [...this.#servers.values()];
  }

  get(at: ServerAt): Server | undefined {
    return this.#servers.get(idOf(at));
  }

  file({ folder, uri }: FileAt): ConfigFile | undefined {
    return this.#places.find((place) => place.folder === folder)?.files.find((file) => file.uri === uri);
  }

  /** What people call a file that defines servers. */
  labelOf(folder: string | null, uri: string): string | undefined {
    return this.#labels.get(JSON.stringify([folder, uri]));
  }

  /** The file to write to at a level: the strongest that is there, else the one that the agent would look for first. */
  fileFor(folder: string | null, level: 'project' | 'user'): ConfigFile | undefined {
    const files = this.#places.find((place) => place.folder === folder)?.files;
    const own = files?.filter((file) => file.level === level && file.kind === 'agent') ?? [];
    return own.find(({ state }) => state !== 'missing') ?? own[0];
  }

  /** Asks when nobody has asked yet; never rejects. */
  async ensure(): Promise<void> {
    if (this.#state === 'unloaded') await this.refresh();
    else await this.#loading;
  }

  /** Asks anew, once more where an answer is under way; never rejects, `state` and `failure` tell. */
  async refresh(): Promise<void> {
    if (this.#loading !== undefined) {
      this.#again = true;
      return this.#loading;
    }
    if (this.#state === 'unloaded') this.#state = 'loading';
    this.#loading = this.#load();
    return this.#loading;
  }

  async #load(): Promise<void> {
    do {
      this.#again = false;
      try {
        this.#take(await this.#config.ask('switchyard/servers', { lookAgain: true }));
        this.#failure = undefined;
      } catch (error) {
        this.#failure = error;
        if (this.#servers.size === 0) this.#state = 'failed';
        log().warn('Tool servers could not be listed.', error);
      }
    } while (this.#again);
    this.#loading = undefined;
    this.#changed.fire();
  }

  #take(places: readonly PlaceServers[]): void {
    this.#places = places;
    this.#servers = new Map(
      places.flatMap(({ folder, servers }) =>
        servers.map((server): [string, Server] => {
          const { name, source } = server;
          return [idOf({ folder, uri: source.uri, name }), { ...server, folder }];
        }),
      ),
    );
    this.#labels = new Map(
      this.servers.map(({ folder, source: { uri, label } }) => [JSON.stringify([folder, uri]), label]),
    );
    // A file that the agent cannot read is worth showing, whatever is in it.
    const broken = places.some(({ files }) => files.some(({ state }) => state === 'broken'));
    this.#state = this.#servers.size === 0 && !broken ? 'empty' : 'loaded';
  }
}

export function placeOf({ folder, source: { uri }, name }: Server): ServerAt {
  return { folder, uri, name };
}
