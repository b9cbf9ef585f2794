/** The config files of a workspace, and which servers are in effect at each place. */

import { type AgentFolders, configLanguage } from '../common/config-place.ts';
import { remembered } from '../common/remembered.ts';
import { type EffectiveServers, effectiveServers } from './config/effective.ts';
import type { Lookups, Platform } from './config/platform.ts';
import { localUris } from './config/process-launch.ts';
import { isReadable, loadToml, readImportedFile, readOwnFile, type SourceFile } from './config/source-file.ts';
import { type Place, type Source, sourcesOf } from './config/sources.ts';
import { baseName, parentUri, uriKey } from './config/uris.ts';
import { DocumentStore } from './document-store.ts';
import type { OpenDocument } from './documents.ts';
import { settingsUris } from './place-settings.ts';
import { Places } from './places.ts';
import { factUris } from './rule-options.ts';

/** A document with the files of its place. */
export interface View {
  readonly document: OpenDocument;
  readonly file: SourceFile;
  readonly files: readonly SourceFile[];
  readonly place: Place;
  /** Absent for a document that the agent doesn't read, such as an untitled one or one in another folder. */
  readonly effective: EffectiveServers | undefined;
  /** The other places that a user-level file applies to: those of the workspace folders. */
  readonly elsewhere: readonly PlaceState[];
}

/** The files of a place, and the states of their servers. */
export interface PlaceState {
  readonly files: readonly SourceFile[];
  readonly effective: EffectiveServers;
}

export class Workspace {
  readonly machine: Platform;
  /** Replaced when something on the machine may have changed. */
  lookups: Lookups;
  readonly documents: DocumentStore;
  readonly places: Places;
  /** True if the workspace is trusted, so that names in its files may be looked up on this machine. */
  trusted = false;
  /** True if only this process changes files, and only files that it opens, so that a file is read only once. */
  isExclusive = false;
  readonly #read = new WeakMap<OpenDocument, { source: Source; of: unknown; file: SourceFile }>();
  /** States of the known places. When places are forgotten, so are their states. */
  #placeStates = new WeakMap<Place, PlaceState>();
  readonly #keys = new WeakMap<Place, ReadonlySet<string>>();
  /** URIs of the files that determine the reports on the files of a place. */
  readonly #needed = new WeakMap<Place, readonly string[]>();
  /** The places whose files can be read. */
  readonly #ready = new WeakSet<Place>();
  /** The config files that were found in the workspace folders, by the list of these folders. */
  #nested = new WeakMap<readonly string[], Promise<readonly string[]>>();

  constructor(machine: Platform, folders: AgentFolders) {
    this.machine = machine;
    this.lookups = cachedLookups(machine);
    this.documents = new DocumentStore(machine.files);
    this.places = new Places(machine, folders, this.documents);
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
      this.documents.forgetChanged(sourcesOf(place).map((source) => source.uri));
      if (this.documents.forgetChanged(settingsUris(place))) this.places.forget();
    }
    this.edited(uri);
    this.lookups = cachedLookups(this.machine);
  }

  /** Invalidates what depends on the text of an open document. */
  edited(uri: string): void {
    if (this.places.isSettings(uri)) this.places.forget();
    // Each file is opened only once, so searching for the affected places isn't worth the time.
    else if (this.isExclusive) this.#placeStates = new WeakMap();
    else {
      const changed = uriKey(uri);
      for (const place of this.places.known)
        if (this.#placeStates.has(place) && this.#keysOf(place).has(changed)) this.#placeStates.delete(place);
    }
  }

  /** True if the diagnostics of a document depend on the content of a file. */
  dependsOn(document: OpenDocument, uri: string): boolean {
    const key = uriKey(uri);
    const place = this.places.ofFile(document.uri);
    if (this.#keysOf(place).has(key)) return true;
    // A user-level file applies to every workspace folder.
    return place.agent === parentUri(document.uri) && this.places.all.some((other) => this.#keysOf(other).has(key));
  }

  /** Returns the keys of all URIs that a place depends on: files that the agent reads, whether or not they exist. */
  #keysOf(place: Place): ReadonlySet<string> {
    return remembered(this.#keys, place, () => {
      return new Set([...sourcesOf(place).map((source) => source.key), ...settingsUris(place).map(uriKey)]);
    });
  }

  /** Forgets files that have changed on disk, so that they're read again. Returns true if any has. */
  refreshFromDisk(): boolean {
    const changed = this.documents.forgetChanged();
    this.places.forget();
    this.lookups = cachedLookups(this.machine);
    return changed;
  }

  /** Forgets the list of config files, because some may have been created or deleted. */
  rescan(): void {
    this.#nested = new WeakMap();
    this.refreshFromDisk();
  }

  isConfigDocument({ text }: OpenDocument): boolean {
    return text.languageId === configLanguage || this.places.level(text.uri) !== undefined;
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
        ...sourcesOf(place).map(({ uri }) => uri),
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
    return sourcesOf(place).some(
      (source) => !isReadable(source) && this.documents.get(source.uri, source.key) !== undefined,
    );
  }

  /** Returns the files that the agent reads at a place, and the states of their servers. Cached until a change. */
  placeState(place: Place): PlaceState {
    return remembered(this.#placeStates, place, () => {
      const files = sourcesOf(place).flatMap((source) => this.#sourceFile(source) ?? []);
      return { files, effective: effectiveServers(files, place) };
    });
  }

  #sourceFile(listed: Source): SourceFile | undefined {
    const document = this.documents.get(listed.uri, listed.key);
    if (document === undefined || !isReadable(listed)) return undefined;
    const of = listed.layout === 'own' ? document.config : document.text.getText();
    const known = this.#read.get(document);
    if (known?.of === of && known.source.label === listed.label) return known.file;
    // Uses the editor's spelling of the URI, so that references to the file find the open document.
    const source = { ...listed, uri: document.uri };
    const file =
      listed.layout === 'own'
        ? readOwnFile(source, document.config)
        : readImportedFile(source, document.text.getText());
    this.#read.set(document, { source, of, file });
    return file;
  }

  /** Returns a config file with the files of its place. */
  view(document: OpenDocument): View {
    const place = this.places.ofFile(document.uri);
    const { files, effective } = this.placeState(place);
    const key = uriKey(document.uri);
    const file = files.find(({ source }) => source.key === key);
    if (file !== undefined) {
      const others = file.source.level === 'user' ? this.places.all.filter((other) => other !== place) : [];
      return { document, file, files, place, effective, elsewhere: others.map((other) => this.placeState(other)) };
    }
    const source: Source = {
      uri: document.uri,
      key,
      level: 'project',
      kind: 'standalone',
      provider: 'mcp-json',
      layout: 'own',
      dialect: 'agent',
      tool: 'the agent',
      label: baseName(document.uri),
    };
    const alone = readOwnFile(source, document.config);
    return { document, file: alone, files: [alone, ...files], place, effective: undefined, elsewhere: [] };
  }

  /** Returns all config files of the agent: open ones, those of the places, and those in subfolders. */
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
    return [...found.values()];
  }
}

/** Returns lookups on a machine that remember their results. */
function cachedLookups(machine: Platform): Lookups {
  const commands = new Map<string, boolean>();
  const kinds = new Map<string, 'file' | 'folder' | undefined>();
  return {
    hasCommand: (name) => remembered(commands, name, () => machine.hasCommand(name)),
    kind: (uri) => remembered(kinds, uri, () => machine.files.kind(uri)),
  };
}
