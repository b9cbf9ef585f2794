/** Where Oh My Pi reads config files from: its folders, the workspace folders, its version, and its settings. */

import { folderVariables, switchVariables, tildeVariables } from '../../common/generated/tools.ts';
import {
  absolute,
  acceptSchemesOf,
  type ConfigLevel,
  configLevel,
  isUserFolder,
  type OhMyPiFolders,
  pathOf,
  trimmed,
} from '../../common/messages/config-place.ts';
import { remembered } from '../../common/remembered.ts';
import { trimEndOf } from '../../common/text/trim.ts';
import { newestVersion, versionIn } from '../config/oh-my-pi/version.ts';
import type { Machine, SwitchVariable } from '../config/platform.ts';
import type { Place, Repository } from '../config/servers/sources.ts';
import { type FileLooks, rememberedFiles } from '../files/remembered-files.ts';
import { childUri, fileUri, innermostFolder, parentUri, uriKey } from '../files/uris.ts';
import type { DocumentStore } from './document-store.ts';
import { isSettingsFile, PlaceSettings } from './place-settings.ts';
import { folderWith, repositoryOf } from './repository.ts';
import { RepositoryConfigs } from './repository-configs.ts';

/** Properties that all places of a process share. */
interface PlaceCommon
  extends Pick<
    Place,
    'version' | 'home' | 'addedSettings' | 'projectDirectory' | 'switchedOn' | 'variables' | 'otherInTerminals'
  > {
  /** Oh My Pi's user-level folder, and its label. */
  readonly own: string | undefined;
  readonly ownLabel: string;
}

export class Places {
  readonly repositories: RepositoryConfigs;
  readonly #machine: Machine;
  readonly #documents: DocumentStore;
  readonly #settings: PlaceSettings;
  readonly #addedSettings: readonly string[];
  #folders: OhMyPiFolders;
  #otherInTerminals: ReadonlySet<string> = new Set();
  #roots: readonly string[] = [];
  #rootPaths: readonly string[] = [];
  /** The version from the settings or the command line. */
  #chosenVersion: string | undefined;
  #installedVersion: string | undefined;
  // Cached until a change, because a workspace with many folders needs them for many documents.
  #common: PlaceCommon | undefined;
  #files: FileLooks;
  readonly #levels = new Map<string, ConfigLevel | undefined>();
  readonly #byFile = new Map<string, Place>();
  readonly #byFolders = new Map<string, Place>();

  constructor(machine: Machine, folders: OhMyPiFolders, documents: DocumentStore) {
    this.repositories = new RepositoryConfigs(documents);
    this.#machine = machine;
    this.#files = rememberedFiles(machine.files);
    this.#documents = documents;
    this.#folders = folders;
    this.#settings = new PlaceSettings(documents);
    this.#addedSettings = machine.addedSettings().flatMap((file) => {
      const path = absolute(file, undefined);
      return path === undefined ? [] : fileUri(path);
    });
  }

  /** Sets the folders of Oh My Pi. Returns true if one of them changed. */
  setFolders(folders: OhMyPiFolders): boolean {
    if (JSON.stringify(folders) === JSON.stringify(this.#folders)) return false;
    this.#folders = folders;
    this.forget();
    return true;
  }

  /** Sets the variables that terminals set to another value than the editor has. */
  set otherInTerminals(names: readonly string[]) {
    this.#otherInTerminals = new Set(names);
    this.forget();
  }

  /** URIs of the workspace folders. */
  get roots(): readonly string[] {
    return this.#roots;
  }

  set roots(uris: readonly string[]) {
    this.#roots = uris;
    acceptSchemesOf(uris);
    this.#rootPaths = uris.flatMap((uri) => pathOf(uri) ?? []);
    this.forget();
  }

  /** The assumed version of Oh My Pi: chosen, set by the repository, installed, or the newest known. */
  get version(): string {
    return this.#inAllPlaces().version;
  }

  /** Sets the version to assume; undefined to detect it. Returns true if it changed. */
  setVersion(text: string | undefined): boolean {
    const before = this.version;
    this.#chosenVersion = text === undefined ? undefined : versionIn(text);
    this.#installedVersion = undefined;
    if (this.#assumedVersion() === before) return false;
    this.forget();
    return true;
  }

  #assumedVersion(): string {
    const chosen = this.#chosenVersion ?? versionIn(this.repositories.agentVersion(this.#roots) ?? '');
    if (chosen !== undefined) return chosen;
    this.#installedVersion ??= versionIn(this.#machine.installedOhMyPi() ?? '') ?? newestVersion;
    return this.#installedVersion;
  }

  /** True if a file determines how others are read. All places must be forgotten when it changes. */
  isSettings(uri: string): boolean {
    return isSettingsFile(uri) || this.#addedSettings.some((added) => uriKey(added) === uriKey(uri));
  }

  /** Loads the parser of the settings of a place; undefined if they can be read already. */
  ready(place: Place): Promise<void> | undefined {
    return this.#settings.ready(place);
  }

  /** Forgets all places, because settings or files that they depend on may have changed. */
  forget(): void {
    this.#common = undefined;
    this.#files = rememberedFiles(this.#machine.files);
    this.#levels.clear();
    this.#byFile.clear();
    this.#byFolders.clear();
  }

  /** Returns the level of a config file; undefined if it isn't Oh My Pi's. */
  level(uri: string): ConfigLevel | undefined {
    return remembered(this.#levels, uri, () => configLevel(uri, this.#folders, this.#rootPaths));
  }

  /** One place per workspace folder; without folders, one with only the user-level files. */
  get all(): readonly Place[] {
    return this.#roots.length === 0 ? [this.ofProject(undefined)] : this.#roots.map((root) => this.ofProject(root));
  }

  /** All places that were needed since the last change. */
  get known(): Iterable<Place> {
    return this.#byFolders.values();
  }

  /**
   * Returns the place from which Oh My Pi would read a file: the folder of a standalone file, or the parent of the
   * agent's folder in a project. For a user-level file, it has the workspace's only folder as its project; with several
   * folders, no project.
   */
  ofFile(uri: string): Place {
    return remembered(this.#byFile, uri, () => {
      const level = this.level(uri);
      const folder = parentUri(uri);
      if (level === 'standalone') return this.ofProject(folder);
      if (level === 'user') return this.ofProject(this.#roots.length === 1 ? this.#roots[0] : undefined, folder);
      if (level === undefined) return this.ofProject(innermostFolder(uri, this.#roots) ?? this.#roots[0]);
      const depth = trimmed(this.#folders.projectDirectory).split('/').length;
      let project = folder;
      for (let step = 0; step < depth; step++) project = parentUri(project);
      return this.ofProject(project);
    });
  }

  /**
   * Returns the same object until a change.
   * @param ohMyPiFolder Oh My Pi's user-level folder, if it isn't the one in the settings
   */
  ofProject(project: string | undefined, ohMyPiFolder = this.#inAllPlaces().own): Place {
    return remembered(this.#byFolders, `${project}\n${ohMyPiFolder}`, () => {
      const { own, ownLabel, ...inAllPlaces } = this.#inAllPlaces();
      const { home } = this.#folders;
      const files = this.#files;
      const documents = this.#documents;
      let repository: { readonly of: Repository | undefined } | undefined;
      return {
        ...inAllPlaces,
        project,
        moved: this.#movedFor(project),
        ohMyPiFolder,
        inDotfiles: ohMyPiFolder !== own && !isUserFolder(pathOf(ohMyPiFolder ?? '') ?? '', this.#folders),
        settings: this.#settings.of({ project, ohMyPiFolder, addedSettings: this.#addedSettings }, home),
        ohMyPiLabel: ohMyPiFolder === own ? ownLabel : shortened(ohMyPiFolder ?? '', home),
        // Only some agents need it.
        get repository() {
          repository ??= { of: project === undefined ? undefined : repositoryOf(project, files) };
          return repository.of;
        },
        look: {
          real: (uri) => files.real?.(uri) ?? uri,
          setting: (uri, path) => documents.valueAt(uri, path),
          isFolder: (uri) => files.kind(uri) === 'folder',
          isFile: (uri) => files.kind(uri) === 'file',
          folders: (uri) => files.folders?.(uri) ?? [],
          files: (uri) => files.files?.(uri) ?? [],
          json: (uri) => {
            const document = documents.get(uri);
            return document && { text: document.text.getText(), faults: document.config.faults };
          },
          folderWith: (names) => (project === undefined ? undefined : folderWith(project, names, files)),
        },
      };
    });
  }

  /** Returns the folders that variables name. An agent takes a relative path as one from where it starts, and most take `~` as a name. */
  #movedFor(project: string | undefined): Place['moved'] {
    const { home } = this.#folders;
    return Object.fromEntries(
      folderVariables.flatMap((name) => {
        const value = this.#machine.folderVariable(name) ?? '';
        const folder = absolute(value, tildeVariables.some((each) => each === name) ? home : undefined);
        if (folder !== undefined) return [[name, fileUri(folder)]];
        return value === '' || project === undefined ? [] : [[name, childUri(project, trimmed(value))]];
      }),
    );
  }

  #inAllPlaces(): PlaceCommon {
    if (this.#common !== undefined) return this.#common;
    const version = this.#assumedVersion();
    const { home, userDirectory, projectDirectory } = this.#folders;
    const user = absolute(userDirectory, home);
    this.#common = {
      version,
      home: home === undefined ? undefined : fileUri(absolute(home, undefined) ?? home),
      own: user === undefined ? undefined : fileUri(user),
      ownLabel: trimEndOf(userDirectory, '/'),
      addedSettings: this.#addedSettings,
      projectDirectory: trimmed(projectDirectory),
      switchedOn: new Set(
        (Object.keys(switchVariables) as SwitchVariable[]).filter((name) => this.#machine.isSwitchedOn(name)),
      ),
      variables: new Set(this.#machine.variables()),
      otherInTerminals: this.#otherInTerminals,
    };
    return this.#common;
  }
}

/** Returns the path of a URI, with `~` for the home folder. */
function shortened(uri: string, home: string | undefined): string {
  const path = decodeURIComponent(uri.replace(/^[a-z-]+:\/\/[^/]*/i, ''));
  return home !== undefined && path.startsWith(`${home}/`) ? `~${path.slice(home.length)}` : path;
}

/** Returns the folder below a project in which an agent that reads the file starts: that of the file, or the one around a tool's folder. */
export function startBelow(project: string, uri: string): string {
  const folders = uri
    .slice(project.length + 1)
    .split('/')
    .slice(0, -1);
  const ofTool = folders.findIndex((name) => name.startsWith('.'));
  return [project, ...(ofTool < 0 ? folders : folders.slice(0, ofTool))].join('/');
}
