/** The settings files of Oh My Pi that determine how the files of a place are read. */

import { attempt } from '../../common/attempt.ts';
import { lazy } from '../../common/lazy.ts';
import { pathOf } from '../../common/messages/config-place.ts';
import { ohMyPiAgent } from '../agents/oh-my-pi.ts';
import { combineSettings, type OhMyPiSettings, settingsFiles } from '../config/oh-my-pi/settings.ts';
import type { Place } from '../config/servers/sources.ts';
import { parseYaml } from '../config/text/yaml.ts';
import { plainValue, valueIn } from '../convert/value.ts';
import { childUri } from '../files/uris.ts';
import { repositoryConfigName } from '../rules/repository-config.ts';
import type { DocumentStore } from './document-store.ts';

type SettingsPlace = Pick<Place, 'project' | 'ohMyPiFolder' | 'addedSettings'>;

const noSettings = combineSettings([], undefined, undefined);

export class PlaceSettings {
  readonly #documents: DocumentStore;
  #parseYaml: ((text: string) => unknown) | undefined;
  readonly #loadYaml = lazy(async () => {
    const { default: yaml } = await import('yaml');
    this.#parseYaml = (text) => plainValue(valueIn(parseYaml(yaml, text)) ?? null);
  });

  constructor(documents: DocumentStore) {
    this.#documents = documents;
  }

  of(place: SettingsPlace, home: string | undefined): OhMyPiSettings {
    const layers = this.#layers(place);
    const path = place.project === undefined ? undefined : pathOf(place.project);
    return layers.length === 0 ? noSettings : combineSettings(layers, path, home);
  }

  /** Loads the parser if a place needs it; undefined if the settings can be read already. */
  ready(place: Place): Promise<void> | undefined {
    const isYaml = (uri: string): boolean => !uri.endsWith('.json') && this.#documents.textOf(uri) !== undefined;
    return this.#parseYaml === undefined && settingsUris(place).some(isYaml) ? this.#loadYaml() : undefined;
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
    return attempt(() => this.#parseYaml?.(text));
  }
}

function settingsPlaces({ project, ohMyPiFolder }: SettingsPlace) {
  return {
    user: ohMyPiFolder === undefined ? [] : settingsFiles.user.map((path) => childUri(ohMyPiFolder, path)),
    project: project === undefined ? [] : settingsFiles.project.map((path) => childUri(project, path)),
  };
}

/** Returns the URIs of the files that determine how the files of a place are read and checked. */
export function settingsUris(place: Place): string[] {
  const repository = place.project === undefined ? [] : [childUri(place.project, repositoryConfigName)];
  return [...ohMyPiAgent.settings(place).map(({ uri }) => uri), ...repository];
}

/** Returns the URIs of the settings files that aren't part of a project. */
export function userSettingsUris(place: Place): readonly string[] {
  return [...settingsPlaces(place).user, ...place.addedSettings];
}

/** True if a file has the name of a settings file, or of one that describes agents. */
export function isSettingsFile(uri: string): boolean {
  return /\/(?:config\.ya?ml|settings\.json|\.mcp-(?:config|agents)\.json)$/.test(uri);
}
