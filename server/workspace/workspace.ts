/** The config files of a workspace, and which servers are in effect at each place. */

import { contentVariables } from '../../common/generated/tools.ts';
import type { AgentId } from '../../common/messages/agents.ts';
import { configLanguage, type OhMyPiFolders } from '../../common/messages/config-place.ts';
import { remembered } from '../../common/remembered.ts';
import type { Agent } from '../agents/agent.ts';
import { movedInTerminals } from '../agents/certainty.ts';
import { ohMyPiAgent } from '../agents/oh-my-pi.ts';
import { type PlaceState, statesAt } from '../agents/states.ts';
import { otherInPlace } from '../agents/table/file-problem.ts';
import { placedServers } from '../config/files/placed-servers.ts';
import { type UnreadPlace, unreadAt, unreadPaths } from '../config/files/unread-places.ts';
import type { EffectiveServer, EffectiveServers } from '../config/oh-my-pi/effective.ts';
import type { Lookups, Machine } from '../config/platform.ts';
import type { OpenDocument } from '../config/servers/open-document.ts';
import { localUris } from '../config/servers/process-launch.ts';
import { isReadable, loadToml, readOwnFile, type SourceFile } from '../config/servers/source-file.ts';
import type { Place, Source } from '../config/servers/sources.ts';
import type { DiskKind, Files } from '../files/files.ts';
import { baseName, childUri, innermostFolder, parentUri, uriKey, variableOf } from '../files/uris.ts';
import { noPolicy, type Policy } from '../policy/policy.ts';
import { DocumentStore } from './document-store.ts';
import { factUris } from './fact-files.ts';
import { KnownAgents } from './known-agents.ts';
import { settingsUris } from './place-settings.ts';
import { Places } from './places.ts';

/** A document with the files of its place. */
export interface View {
  readonly document: OpenDocument;
  readonly file: SourceFile;
  readonly files: readonly SourceFile[];
  readonly place: Place;
  /** The agent that reads them. */
  readonly agent: Agent;
  /** Absent for a document that the agent doesn't read, such as an untitled one or one in another folder. */
  readonly effective: EffectiveServers | undefined;
  /** The other places that a user-level file applies to: those of the workspace folders. */
  readonly elsewhere: readonly PlaceState[];
}

export class Workspace {
  readonly machine: Machine;
  /** Replaced when something on the machine may have changed. */
  lookups: Lookups;
  #lookedUpAt = performance.now();
  readonly documents: DocumentStore;
  readonly places: Places;
  readonly agents: KnownAgents;
  /** True if the workspace is trusted, so that names in its files may be looked up on this machine. */
  trusted = false;
  /** True if only this process changes files, and only files that it opens, so that a file is read only once. */
  isExclusive = false;
  readonly #read = new WeakMap<OpenDocument, { source: Source; of: unknown; file: SourceFile }>();
  #policy: Policy = noPolicy;
  /** True if problems include what other agents make of a file. */
  comparesAgents = false;
  /** States of the known places by agent. When places are forgotten, so are their states. */
  #placeStates = new WeakMap<Place, Map<Agent, PlaceState>>();
  readonly #keys = new WeakMap<Place, ReadonlySet<string>>();
  /** URIs of the files that determine the reports on the files of a place. */
  readonly #needed = new WeakMap<Place, readonly string[]>();
  /** The places whose files can be read. */
  readonly #ready = new WeakSet<Place>();
  /** The config files that were found in the workspace folders, by the list of these folders. */
  #nested = new WeakMap<readonly string[], Promise<readonly string[]>>();

  constructor(machine: Machine, folders: OhMyPiFolders) {
    this.machine = machine;
    this.lookups = cachedLookups(machine);
    this.documents = new DocumentStore(withVariables(machine));
    this.places = new Places(machine, folders, this.documents);
    this.agents = new KnownAgents(this);
  }

  add(document: OpenDocument): void {
    this.documents.add(document);
    this.#openedOrClosed(document.uri);
  }

  remove(uri: string): void {
    this.documents.remove(uri);
    this.#openedOrClosed(uri);
  }

  /** Checks the related files for changes, because not every editor reports changes on disk. */
  #openedOrClosed(uri: string): void {
    if (!this.isExclusive) {
      const place = this.places.ofFile(uri);
      this.documents.forgetChanged(ohMyPiAgent.sources(place).map((source) => source.uri));
      if (this.documents.forgetChanged(settingsUris(place))) this.places.forget();
    }
    this.edited(uri);
    // Of many documents that are opened at once, each asks for the same programs.
    if (performance.now() - this.#lookedUpAt > burstMs) this.#lookUpAgain();
  }

  #lookUpAgain(): void {
    this.lookups = cachedLookups(this.machine);
    this.#lookedUpAt = performance.now();
  }

  /** True for the file that several agents read: `.mcp.json` in the root of a project. */
  isShared(uri: string): boolean {
    return baseName(uri) === '.mcp.json' && this.places.level(uri) === 'standalone';
  }

  /**
   * Loads the files of an agent that the editor reads, and the parser that they need.
   * @param places default: those of the workspace folders
   */
  async readyFor(agent: Agent, places = this.places.all): Promise<void> {
    if (agent === ohMyPiAgent) return;
    const { files } = this.machine;
    const texts = files.load?.(
      places.flatMap((place) => [...agent.sources(place), ...agent.settings(place)].map(({ uri }) => uri)),
      true,
    );
    const needsToml = agent.sources(this.places.ofProject(undefined)).some((source) => !isReadable(source));
    if (texts === undefined && !needsToml) return;
    await Promise.all([texts, needsToml ? loadToml() : undefined]);
    this.places.forget();
  }

  /** The organization's policy, which some agents enforce. */
  get policy(): Policy {
    return this.#policy;
  }

  setPolicy(policy: Policy): void {
    this.#policy = policy;
    this.#placeStates = new WeakMap();
  }

  /** Invalidates what depends on the text of an open document. */
  edited(uri: string): void {
    if (this.places.isSettings(uri)) this.places.forget();
    // Each file is opened only once, so searching for the affected places isn't worth the time.
    else if (this.isExclusive) this.#placeStates = new WeakMap();
    else {
      const changed = uriKey(uri);
      for (const place of this.places.known) {
        const states = this.#placeStates.get(place);
        for (const agent of states?.keys() ?? [])
          if (agent !== ohMyPiAgent || this.#keysOf(place).has(changed)) states?.delete(agent);
      }
    }
  }

  /** True if the diagnostics of a document depend on the content of a file. */
  dependsOn(document: OpenDocument, uri: string): boolean {
    const key = uriKey(uri);
    const place = this.places.ofFile(document.uri);
    if (this.#keysOf(place).has(key)) return true;
    // A user-level file applies to every workspace folder.
    return (
      place.ohMyPiFolder === parentUri(document.uri) && this.places.all.some((other) => this.#keysOf(other).has(key))
    );
  }

  /** Returns the keys of all URIs that a place depends on: files that the agent reads, whether or not they exist. */
  #keysOf(place: Place): ReadonlySet<string> {
    return remembered(this.#keys, place, () => {
      return new Set([...ohMyPiAgent.sources(place).map((source) => source.key), ...settingsUris(place).map(uriKey)]);
    });
  }

  /** Forgets files that have changed on disk, so that they're read again. Returns true if any has. */
  refreshFromDisk(): boolean {
    const changed = this.documents.forgetChanged();
    this.places.forget();
    this.#lookUpAgain();
    return changed;
  }

  /** Forgets the list of config files, because some may have been created or deleted. */
  rescan(): void {
    this.#nested = new WeakMap();
    this.refreshFromDisk();
  }

  isConfigDocument({ text }: OpenDocument): boolean {
    const { languageId, uri } = text;
    return languageId === configLanguage || this.places.level(uri) !== undefined || this.hasUnreadServers(uri);
  }

  /** True for a file with servers that no agent, or not the one in whose folder it is, reads. */
  hasUnreadServers(uri: string): boolean {
    return this.unreadAt(uri) !== undefined && placedServers(this.documents.treeAt(uri)).length > 0;
  }

  /** Returns which file is read instead of one in a project. */
  unreadAt(uri: string): UnreadPlace | undefined {
    const project = innermostFolder(uri, this.places.roots);
    // Diagnostics are those of JSON.
    if (project === undefined || !/\.jsonc?$/.test(uri)) return undefined;
    const unread = unreadAt(uriKey(uri).slice(uriKey(project).length + 1));
    const isUsed = unread?.isImported === true && this.agents.inUse(this.places.ofFile(uri))[0]?.agent === ohMyPiAgent;
    return isUsed ? undefined : unread;
  }

  /**
   * Loads what reports depend on: files that the editor reads, and the parsers that files need, YAML for settings and
   * TOML for Codex. Until this resolves, such files count as missing. Undefined if everything can be read already.
   * @param uris config files to report on besides the open ones and those of the workspace folders
   */
  ready(uris: readonly string[] = []): Promise<void> | undefined {
    const documents = [...uris, ...this.documents.open.keys()];
    const places = new Set([...this.places.all, ...documents.map((uri) => this.places.ofFile(uri))]);
    const loading = [this.#loadFiles(places, documents)];
    if (this.comparesAgents && documents.some((uri) => this.isShared(uri))) loading.push(this.agents.load());
    for (const place of places) {
      // These parsers are too large to load for everyone.
      if (this.#ready.has(place)) continue;
      const parsers = [this.places.ready(place), this.#needsToml(place) ? loadToml() : undefined];
      if (parsers.every((parser) => parser === undefined)) this.#ready.add(place);
      loading.push(...parsers);
    }
    if (loading.every((one) => one === undefined)) return undefined;
    return Promise.all(loading).then(() => {
      // Settings can lead to other files.
      this.refreshFromDisk();
      return this.ready(uris);
    });
  }

  /** Undefined if all files are known that determine the reports on these places and documents. */
  #loadFiles(places: Iterable<Place>, documents: readonly string[]): Promise<unknown> | undefined {
    const { files } = this.machine;
    if (files.load === undefined) return undefined;
    const ofPlaces = Array.from(places, (place) =>
      remembered(this.#needed, place, () => [
        ...settingsUris(place),
        ...factUris(place),
        ...ohMyPiAgent.sources(place).map(({ uri }) => uri),
      ]),
    );
    const onDisk = documents.filter((uri) => !this.documents.open.has(uri));
    const texts = files.load([...onDisk, ...ofPlaces.flat()], true);
    if (texts !== undefined || !this.trusted) return texts;
    const launched = documents.flatMap((uri) => {
      const servers = uri.startsWith('file:') ? [] : (this.documents.get(uri)?.config.liveServers ?? []);
      return localUris(servers, this.places.ofFile(uri));
    });
    return files.load(launched, false);
  }

  #needsToml(place: Place): boolean {
    return ohMyPiAgent
      .sources(place)
      .some((source) => !isReadable(source) && this.documents.get(source.uri, source.key) !== undefined);
  }

  /** Returns the files that the agent reads at a place, and the states of their servers. Cached until a change. */
  placeState(place: Place, agent: Agent = ohMyPiAgent): PlaceState {
    const states = remembered(this.#placeStates, place, () => new Map<Agent, PlaceState>());
    return remembered(states, agent, () => {
      const state = statesAt(
        place,
        agent,
        {
          file: (source) => this.#sourceFile(source, agent, place),
          setting: (uri, path) => this.documents.valueAt(uri, path),
        },
        this.#policy,
      );
      const { effective } = state;
      const variable = movedInTerminals(agent, place);
      if (variable !== undefined)
        return { ...state, effective: effective.withReason({ kind: 'moved-in-terminals', variable }) };
      const unread = agent.settings(place).find(({ uri }) => this.documents.unreadable(uri) !== undefined);
      if (unread === undefined) return state;
      return { ...state, effective: effective.withReason({ kind: 'unread-settings', unread }, isDecidedBySettings) };
    });
  }

  /** True if an agent uses a server of a file, or would after an approval; also if the facts about it aren't loaded. */
  mayUse(id: AgentId, place: Place, uri: string, name: string): boolean {
    const agent = this.agents.all.find((each) => each.id === id);
    if (agent === undefined) return true;
    const server = this.placeState(place, agent).effective.find(uri, name);
    return server !== undefined && ['inEffect', 'pending', 'unknown'].includes(server.state);
  }

  /** True if no other file exists that Oh My Pi reads together with this one. */
  isAlone({ uri }: OpenDocument): boolean {
    const key = uriKey(uri);
    return ohMyPiAgent
      .sources(this.places.ofFile(uri))
      .every((source) => source.key === key || this.documents.get(source.uri, source.key) === undefined);
  }

  #sourceFile(listed: Source, agent: Agent, place: Place): SourceFile | undefined {
    const document = this.documents.get(listed.uri, listed.key);
    // The empty device is read as an empty file.
    const isEmpty = document === undefined || document.text.getText() === '';
    const other = isEmpty ? otherInPlace(listed, this.machine.files) : undefined;
    if (document === undefined || other !== undefined) return other;
    if (!isReadable(listed)) return undefined;
    // Uses the editor's spelling of the URI, so that references to the file find the open document.
    const source = { ...listed, uri: document.uri };
    if (agent !== ohMyPiAgent) return agent.read(source, document, place);
    const of = listed.layout === 'own' ? document.config : document.text.getText();
    const known = this.#read.get(document);
    if (known?.of === of && known.source.label === listed.label) return known.file;
    const file = agent.read(source, document, place);
    this.#read.set(document, { source, of, file });
    return file;
  }

  /** Returns a config file with the files of its place, as an agent reads them. */
  view(document: OpenDocument, agent: Agent = ohMyPiAgent): View {
    const place = this.places.ofFile(document.uri);
    const { files, effective } = this.placeState(place, agent);
    const key = uriKey(document.uri);
    const file = files.find(({ source }) => source.key === key);
    if (file !== undefined) {
      const others = file.source.level === 'user' ? this.places.all.filter((other) => other !== place) : [];
      return {
        document,
        file,
        files,
        place,
        agent,
        effective,
        elsewhere: others.map((other) => this.placeState(other, agent)),
      };
    }
    const source: Source = {
      uri: document.uri,
      key,
      level: 'project',
      kind: 'standalone',
      provider: 'mcp-json',
      layout: 'own',
      dialect: 'oh-my-pi',
      tool: ohMyPiAgent.name,
      label: baseName(document.uri),
    };
    const alone = readOwnFile(source, document.config);
    return { document, file: alone, files: [alone, ...files], place, agent, effective: undefined, elsewhere: [] };
  }

  /** Returns all config files of Oh My Pi: open ones, those of the places, and those in subfolders; and files with servers that no agent reads. */
  async configFiles(): Promise<readonly string[]> {
    const { roots } = this.places;
    const nested = remembered(this.#nested, roots, async () => {
      const lists = await Promise.all(roots.map((root) => this.machine.files.find(root)));
      return lists.flat();
    });
    const found = new Map<string, string>();
    const add = (uri: string): void => {
      if (!found.has(uriKey(uri))) found.set(uriKey(uri), uri);
    };
    for (const [uri, document] of this.documents.open) if (this.isConfigDocument(document)) add(uri);
    for (const place of this.places.all)
      for (const { source } of this.placeState(place).files) if (source.layout === 'own') add(source.uri);
    for (const uri of await nested) if (this.places.level(uri) !== undefined) add(uri);
    for (const root of roots)
      for (const path of unreadPaths((folder) => this.machine.files.kind(childUri(root, folder)) === 'folder'))
        if (this.hasUnreadServers(childUri(root, path))) add(childUri(root, path));
    return [...found.values()];
  }
}

/** True for a server that settings can turn on or off; false for one that the agent doesn't use in any case. */
const isDecidedBySettings = ({ state, definition: { connection } }: EffectiveServer): boolean =>
  state === 'inEffect' || (state === 'pending' && connection.enabled !== false);

/** Milliseconds in which what was looked up on the machine is used for further documents. */
const burstMs = 500;

/** Returns the files of a machine, and the variables with the content of one. */
function withVariables(machine: Machine): Pick<Files, 'read' | 'stamp' | 'kind'> {
  const { files } = machine;
  const contentOf = (name: string): string | undefined => {
    const known = contentVariables.find((each) => each === name);
    // An empty one counts as not set.
    return known === undefined ? undefined : machine.contentVariable(known) || undefined;
  };
  const either = (look: (uri: string) => string | undefined) => (uri: string) => {
    const name = variableOf(uri);
    return name === undefined ? look(uri) : contentOf(name);
  };
  return {
    read: either((uri) => files.read(uri)),
    stamp: either((uri) => files.stamp(uri)),
    kind: (uri) => files.kind(uri),
  };
}

/** Returns lookups on a machine that remember their results. */
function cachedLookups(machine: Machine): Lookups {
  const commands = new Map<string, boolean>();
  const kinds = new Map<string, DiskKind | undefined>();
  const runnable = new Map<string, boolean | undefined>();
  return {
    hasCommand: (name) => remembered(commands, name, () => machine.hasCommand(name)),
    programFile: (name) => machine.programFile(name),
    mayRun: (uri) => remembered(runnable, uri, () => machine.mayRun(uri)),
    kind: (uri) => remembered(kinds, uri, () => machine.files.kind(uri)),
  };
}
