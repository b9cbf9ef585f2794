/** The settings files of Oh My Pi that determine how the files of a place are read. */
import { attempt } from '../common/attempt.ts';
import { pathOf } from '../common/config-place.ts';
import { lazy } from '../common/lazy.ts';
import { type AgentSettings, combineSettings, settingsFiles } from './config/agent-settings.ts';
import type { Place } from './config/sources.ts';
import { childUri } from './config/uris.ts';
import type { DocumentStore } from './document-store.ts';
import { repositoryConfigName } from './rules/repository-config.ts';

type SettingsPlace = Pick<Place, 'project' | 'agent' | 'addedSettings'>;

const noSettings = combineSettings([], undefined, undefined);

export class PlaceSettings {
  readonly #documents: DocumentStore;
  readonly #readAgainAfter: (loading: Promise<void>) => void;
  #parseYaml: ((text: string) => unknown) | undefined;
  /** Loaded only if there are settings files, because the parser is large. */
  readonly #loadYaml = lazy(async () => {
    const { default: yaml } = await import('yaml');
    this.#parseYaml = (text) => yaml.parse(text, { maxAliasCount: 100, logLevel: 'silent' });
  });

  /** @param readAgainAfter called if settings were needed before the parser was loaded */
  constructor(documents: DocumentStore, readAgainAfter: (loading: Promise<void>) => void) {
    this.#documents = documents;
    this.#readAgainAfter = readAgainAfter;
  }

  of(place: SettingsPlace, home: string | undefined): AgentSettings {
    const layers = this.#layers(place);
    const path = place.project === undefined ? undefined : pathOf(place.project);
    return layers.length === 0 ? noSettings : combineSettings(layers, path, home);
  }

  /** Resolves when the settings of these places can be read. */
  async ready(places: readonly Place[]): Promise<void> {
    const isYaml = (uri: string): boolean => !uri.endsWith('.json') && this.#documents.textOf(uri) !== undefined;
    if ([...new Set(places.flatMap(settingsUris))].some(isYaml)) await this.#loadYaml();
  }

  /** Returns the contents of the settings files in ascending precedence. */
  #layers(place: SettingsPlace): readonly unknown[] {
    const { user, project } = settingsPlaces(place);
    const global = user.find((uri) => this.#documents.textOf(uri) !== undefined);
    return [...(global === undefined ? [] : [global]), ...project, ...place.addedSettings].flatMap((uri) => {
      const text = this.#documents.textOf(uri);
      return text === undefined ? [] : [this.#parsed(uri, text)];
    });
  }

  #parsed(uri: string, text: string): unknown {
    if (uri.endsWith('.json')) return attempt(() => JSON.parse(text));
    if (this.#parseYaml === undefined) this.#readAgainAfter(this.#loadYaml());
    return attempt(() => this.#parseYaml?.(text));
  }
}

function settingsPlaces({ project, agent }: SettingsPlace) {
  return {
    user: agent === undefined ? [] : settingsFiles.user.map((path) => childUri(agent, path)),
    project: project === undefined ? [] : settingsFiles.project.map((path) => childUri(project, path)),
  };
}

/** Returns the URIs of the files that determine how the files of a place are read and checked. */
export function settingsUris(place: Place): string[] {
  const { project } = settingsPlaces(place);
  const repository = place.project === undefined ? [] : [childUri(place.project, repositoryConfigName)];
  return [...userSettingsUris(place), ...project, ...repository];
}

/** Returns the URIs of the settings files that aren't part of a project. */
export function userSettingsUris(place: Place): readonly string[] {
  return [...settingsPlaces(place).user, ...place.addedSettings];
}

/** True if a file has the name of a settings file. */
export function isSettingsFile(uri: string): boolean {
  return /\/(?:config\.ya?ml|settings\.json|\.mcp-config\.json)$/.test(uri);
}
