/** The config files that the server knows: open documents, and the related files on disk. */

import type { Location } from 'vscode-languageserver';
import {
  type AgentFolders,
  absolute,
  acceptSchemesOf,
  type ConfigLevel,
  configLanguage,
  configLevel,
  defaultFolders,
  isUserFolder,
  pathOf,
  trimmed,
} from '../common/config-place.ts';
import { trimEndOf } from '../common/trim.ts';
import { hasBehavior, newestVersion, versionIn } from './config/agent-version.ts';
import { type EffectiveServers, effectiveServers } from './config/effective.ts';
import type { Span } from './config/json.ts';
import type { Platform } from './config/platform.ts';
import { isReadable, loadToml, readImportedFile, readOwnFile, type SourceFile } from './config/source-file.ts';
import { type Place, type Source, sourcesOf } from './config/sources.ts';
import { baseName, fileUri, innermostFolder, parentUri, uriKey } from './config/uris.ts';
import { OpenDocument } from './documents.ts';
import { MachineLookups } from './machine-lookups.ts';
import { isSettingsFile, PlaceSettings, settingsUris } from './place-settings.ts';
import { RepositoryConfigs } from './repository-configs.ts';
import type { RepositoryConfig } from './rules/repository-config.ts';

interface OnDisk {
  readonly stamp: string;
  readonly document: OpenDocument;
}

/** A document with the files of its place. */
export interface View {
  readonly document: OpenDocument;
  readonly file: SourceFile;
  readonly files: readonly SourceFile[];
  readonly place: Place;
  /** Absent for a document that the agent doesn't read, such as an untitled one or one in another folder. */
  readonly effective: EffectiveServers | undefined;
}

/** Properties that all places of a process share. */
interface PlaceCommon extends Pick<Place, 'version' | 'home' | 'addedSettings' | 'claude' | 'projectDirectory'> {
  /** The agent's user-level folder, and its label. */
  readonly own: string | undefined;
  readonly ownLabel: string;
}

/** The files of a place, and the states of their servers. */
export interface PlaceState {
  readonly place: Place;
  readonly files: readonly SourceFile[];
  readonly effective: EffectiveServers;
  /** Returns the keys of all URIs that this depends on: files that the agent reads, whether or not they exist. */
  keys(): ReadonlySet<string>;
}

export class Workspace {
  readonly machine: Platform;
  readonly lookups: MachineLookups;
  readonly repositories = new RepositoryConfigs((uri) => this.document(uri)?.text.getText());
  /** Open documents, by the editor's spelling of their URIs. */
  readonly open = new Map<string, OpenDocument>();
  #folders: AgentFolders;
  /** True if the workspace is trusted, so that names in its files may be looked up on this machine. */
  trusted = false;
  /** True if only this process changes files, and only files that it opens, so that a file is read only once. */
  isExclusive = false;
  /** Called when a parser was loaded, so that files can be read that couldn't be before. */
  onDidLoadParser: () => void = () => undefined;
  /** The version from the settings or the command line. */
  #version: string | undefined;
  #installedVersion: string | undefined;
  readonly #addedSettings: readonly string[];
  readonly #settings: PlaceSettings;
  #roots: readonly string[] = [];
  #rootPaths: readonly string[] = [];
  readonly #openByKey = new Map<string, OpenDocument>();
  readonly #disk = new Map<string, OnDisk | undefined>();
  readonly #read = new WeakMap<OpenDocument, { source: Source; of: unknown; file: SourceFile }>();
  readonly #placeStates = new Map<string, PlaceState>();
  /** Levels by URI. Cached, because many documents need them repeatedly in a workspace with many folders. */
  readonly #levels = new Map<string, ConfigLevel | undefined>();
  readonly #places = new Map<string, Place>();
  #common: PlaceCommon | undefined;
  #nested: Promise<readonly string[]> | undefined;

  constructor(machine: Platform, folders: AgentFolders) {
    this.machine = machine;
    this.lookups = new MachineLookups(machine);
    this.#folders = folders;
    this.#settings = new PlaceSettings({
      read: (uri) => this.document(uri)?.text.getText(),
      waitFor: (parser) => this.#readAgainAfter(parser),
    });
    this.#addedSettings = machine.addedSettings().flatMap((file) => {
      const path = absolute(file, undefined);
      return path === undefined ? [] : fileUri(path);
    });
  }

  get folders(): AgentFolders {
    return this.#folders;
  }

  set folders(folders: AgentFolders) {
    this.#folders = folders;
    this.#forgetPlaceStates();
  }

  /** The assumed version of Oh My Pi: the one that was set, the repository's, the installed, or the newest known. */
  get version(): string {
    const chosen = this.#version ?? versionIn(this.repositories.agentVersion(this.#roots) ?? '');
    if (chosen !== undefined) return chosen;
    this.#installedVersion ??= versionIn(this.machine.installedAgent() ?? '') ?? newestVersion;
    return this.#installedVersion;
  }

  /** Returns the `.mcp-config.json` that applies to a file. */
  repositoryConfig(uri: string): RepositoryConfig {
    return this.repositories.for(uri, this.#roots);
  }

  /** Sets the version to assume; undefined to detect it. Returns true if it changed. */
  setVersion(text: string | undefined): boolean {
    const before = this.version;
    this.#version = text === undefined ? undefined : versionIn(text);
    this.#installedVersion = undefined;
    if (this.version === before) return false;
    this.#forgetPlaceStates();
    return true;
  }

  get roots(): readonly string[] {
    return this.#roots;
  }

  set roots(uris: readonly string[]) {
    this.#roots = uris;
    acceptSchemesOf(uris);
    this.#rootPaths = uris.flatMap((uri) => pathOf(uri) ?? []);
    this.#nested = undefined;
    this.#forgetPlaceStates();
  }

  #forgetPlaceStates(): void {
    this.#common = undefined;
    this.#placeStates.clear();
    this.#settings.forget();
    this.#levels.clear();
    this.#places.clear();
  }

  add(document: OpenDocument): void {
    this.open.set(document.uri, document);
    this.#openByKey.set(uriKey(document.uri), document);
    this.#openedOrClosed(document.uri);
  }

  remove(uri: string): void {
    this.open.delete(uri);
    this.#openByKey.delete(uriKey(uri));
    this.#openedOrClosed(uri);
  }

  /** Checks the related files for changes, because not every editor reports changes on disk. */
  #openedOrClosed(uri: string): void {
    this.#disk.delete(uri);
    if (!this.isExclusive) {
      const place = this.placeOf(uri);
      for (const { uri: other } of sourcesOf(place)) this.#forgetChanged(other);
      if (settingsUris(place).filter((other) => this.#forgetChanged(other)).length > 0) this.#forgetPlaceStates();
    }
    this.edited(uri);
    this.lookups.forget();
  }

  /** Invalidates what depends on the text of an open document. */
  edited(uri: string): void {
    // Each file is opened only once, so searching for the affected placeStates isn't worth the time.
    if (this.isExclusive) this.#placeStates.clear();
    const changed = uriKey(uri);
    if (isSettingsFile(uri) || this.#addedSettings.some((added) => uriKey(added) === changed))
      this.#forgetPlaceStates();
    for (const [key, placeState] of this.#placeStates)
      if (placeState.keys().has(changed)) this.#placeStates.delete(key);
  }

  /** True if the diagnostics of a document depend on the content of a file. */
  dependsOn(document: OpenDocument, uri: string): boolean {
    const key = uriKey(uri);
    const place = this.placeOf(document.uri);
    if (this.placeState(place).keys().has(key)) return true;
    // A user-level file applies to every workspace folder.
    return (
      place.agent === parentUri(document.uri) && this.places.some((other) => this.placeState(other).keys().has(key))
    );
  }

  /** Forgets a file that has changed on disk since it was read. Returns true if it has. */
  #forgetChanged(uri: string): boolean {
    const known = this.#disk.get(uri);
    return this.#disk.has(uri) && known?.stamp !== this.machine.files.stamp(uri) && this.#disk.delete(uri);
  }

  /** Forgets files that have changed on disk, so that they're read again. Returns true if any has. */
  refreshFromDisk(): boolean {
    const changed = [...this.#disk.keys()].filter((uri) => this.#forgetChanged(uri));
    this.#forgetPlaceStates();
    this.lookups.forget();
    return changed.length > 0;
  }

  /** Releases cached data, because a process that checks thousands of folders doesn't return to any of them. */
  release(): void {
    this.#disk.clear();
    this.#forgetPlaceStates();
  }

  /** Forgets the list of config files, because some may have been created or deleted. */
  rescan(): void {
    this.#nested = undefined;
    this.refreshFromDisk();
  }

  /** Returns the level of a config file; undefined if it isn't Oh My Pi's. */
  level(uri: string): ConfigLevel | undefined {
    if (!this.#levels.has(uri)) this.#levels.set(uri, configLevel(uri, this.#folders, this.#rootPaths));
    return this.#levels.get(uri);
  }

  isConfigDocument({ text }: OpenDocument): boolean {
    return text.languageId === configLanguage || this.level(text.uri) !== undefined;
  }

  /** Returns a document, open or on disk; undefined if it doesn't exist or can't be read. */
  document(uri: string): OpenDocument | undefined {
    const open = this.open.get(uri) ?? this.#openByKey.get(uriKey(uri));
    if (open !== undefined) return open;
    if (!this.#disk.has(uri)) this.#disk.set(uri, this.#load(uri));
    return this.#disk.get(uri)?.document;
  }

  #load(uri: string): OnDisk | undefined {
    const stamp = this.machine.files.stamp(uri);
    const text = stamp === undefined ? undefined : this.machine.files.read(uri);
    if (stamp === undefined || text === undefined) return undefined;
    return { stamp, document: new OpenDocument(uri, 'json', 0, text) };
  }

  /**
   * Returns the place from which the agent would read a file: the folder of a standalone file, or the parent of the
   * agent's folder in a project. For a user-level file, it has the workspace's only folder as its project; with several
   * folders, no project.
   */
  placeOf(uri: string): Place {
    const known = this.#places.get(uri);
    if (known !== undefined) return known;
    const place = this.#placeOf(uri);
    this.#places.set(uri, place);
    return place;
  }

  #placeOf(uri: string): Place {
    const level = this.level(uri);
    const folder = parentUri(uri);
    if (level === 'standalone') return this.place(folder);
    if (level === 'user') return this.place(this.#roots.length === 1 ? this.#roots[0] : undefined, folder);
    if (level === 'project') {
      const depth = trimmed(this.folders.projectDirectory).split('/').length;
      let project = folder;
      for (let step = 0; step < depth; step++) project = parentUri(project);
      return this.place(project);
    }
    return this.place(innermostFolder(uri, this.#roots) ?? this.#roots[0]);
  }

  /** @param agent the agent's user-level folder, if it isn't the one in the settings */
  place(project: string | undefined, agent?: string): Place {
    const { own, ownLabel, ...inAllPlaces } = this.#inAllPlaces();
    const { home } = this.folders;
    const chosen = agent ?? own;
    return {
      ...inAllPlaces,
      project,
      agent: chosen,
      inDotfiles: chosen !== own && !isUserFolder(pathOf(chosen ?? '') ?? '', this.folders),
      settings: this.#settings.of({ project, agent: chosen, addedSettings: this.#addedSettings }, home),
      agentLabel: chosen === own ? ownLabel : shortened(chosen ?? '', home),
    };
  }

  /** Returns what doesn't depend on the project. Cached, because it's needed for every project. */
  #inAllPlaces(): PlaceCommon {
    const { version } = this;
    if (this.#common?.version === version) return this.#common;
    const { home, userDirectory: newer, projectDirectory } = this.folders;
    // In older versions, the user-level file is one folder up.
    const hasAgentFolder = newer !== defaultFolders.userDirectory || hasBehavior(version, 'enabledAndAgentFolder');
    const userDirectory = hasAgentFolder ? newer : newer.replace(/\/agent$/, '');
    const user = absolute(userDirectory, home);
    const claude = this.machine.folderVariable('CLAUDE_CONFIG_DIR');
    const claudeFolder = claude && hasBehavior(version, 'claudeConfigDir') ? absolute(claude, home) : undefined;
    const common: PlaceCommon = {
      version,
      home: home === undefined ? undefined : fileUri(absolute(home, undefined) ?? home),
      own: user === undefined ? undefined : fileUri(user),
      ownLabel: trimEndOf(userDirectory, '/'),
      addedSettings: this.#addedSettings,
      claude: claudeFolder === undefined ? undefined : fileUri(claudeFolder),
      projectDirectory: trimmed(projectDirectory),
    };
    this.#common = common;
    return common;
  }

  /** Resolves when all settings files can be read. */
  async ready(): Promise<void> {
    await this.#settings.ready(this.places);
    this.#forgetPlaceStates();
  }

  /** Resolves when the settings files of the places of these files can be read. */
  async readyFor(uris: readonly string[]): Promise<void> {
    await this.#settings.ready([...new Set(uris.map((uri) => this.placeOf(uri)))]);
  }

  #readAgainAfter(loading: Promise<void>): void {
    void loading.then(() => {
      this.#forgetPlaceStates();
      this.onDidLoadParser();
    });
  }

  /** One place per workspace folder; without folders, one with only the user-level files. */
  get places(): readonly Place[] {
    return this.#roots.length === 0 ? [this.place(undefined)] : this.#roots.map((root) => this.place(root));
  }

  /** Returns the files that the agent reads at a place, and the states of their servers. Cached until a change. */
  placeState(place: Place): PlaceState {
    const key = `${place.project}\n${place.agent}`;
    let placeState = this.#placeStates.get(key);
    if (placeState === undefined) {
      let keys: ReadonlySet<string> | undefined;
      const files = sourcesOf(place).flatMap((source) => this.#sourceFile(source) ?? []);
      placeState = {
        place,
        files,
        effective: effectiveServers(files, place),
        keys: () => {
          keys ??= new Set([...sourcesOf(place).map(({ uri }) => uri), ...settingsUris(place)].map(uriKey));
          return keys;
        },
      };
      this.#placeStates.set(key, placeState);
    }
    return placeState;
  }

  #sourceFile(listed: Source): SourceFile | undefined {
    const document = this.document(listed.uri);
    if (document === undefined) return undefined;
    if (!isReadable(listed)) {
      this.#readAgainAfter(loadToml());
      return undefined;
    }
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
    const { place, files, effective } = this.placeState(this.placeOf(document.uri));
    const key = uriKey(document.uri);
    const file = files.find(({ source }) => uriKey(source.uri) === key);
    if (file !== undefined) return { document, file, files, place, effective };
    const source: Source = {
      uri: document.uri,
      level: 'project',
      kind: 'standalone',
      provider: 'mcp-json',
      layout: 'own',
      dialect: 'agent',
      tool: 'the agent',
      label: baseName(document.uri),
    };
    const alone = readOwnFile(source, document.config);
    return { document, file: alone, files: [alone, ...files], place, effective: undefined };
  }

  /** Returns the LSP location of a span; undefined if the file can no longer be read. */
  locate(uri: string, { offset, length }: Span): Location | undefined {
    const text = this.document(uri)?.text;
    return text && { uri, range: { start: text.positionAt(offset), end: text.positionAt(offset + length) } };
  }

  /** Returns all config files of the agent: open ones, those of the places, and those in subfolders. */
  async configFiles(): Promise<readonly string[]> {
    const { files } = this.machine;
    this.#nested ??= Promise.all(this.#roots.map((root) => files.find(root))).then((lists) => lists.flat());
    const found = new Map<string, string>();
    const add = (uri: string): void => {
      if (!found.has(uriKey(uri))) found.set(uriKey(uri), uri);
    };
    for (const [uri, document] of this.open) if (this.isConfigDocument(document)) add(uri);
    for (const place of this.places)
      for (const { source } of this.placeState(place).files) if (source.layout === 'own') add(source.uri);
    for (const uri of await this.#nested) if (this.level(uri) !== undefined) add(uri);
    return [...found.values()];
  }
}

/** Returns the path of a URI, with `~` for the home folder. */
function shortened(uri: string, home: string | undefined): string {
  const path = decodeURIComponent(uri.replace(/^[a-z-]+:\/\/[^/]*/i, ''));
  return home !== undefined && path.startsWith(`${home}/`) ? `~${path.slice(home.length)}` : path;
}
