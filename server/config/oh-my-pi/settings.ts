/** The settings of Oh My Pi that decide which servers load. */

import { isRecord, lookUp } from '../../../common/guards.ts';
import { absolute } from '../../../common/messages/config-place.ts';

export interface OhMyPiSettings {
  /** Tools whose user-level files load, by provider ID. */
  readonly enabledProviders: ReadonlySet<string>;
  /** Tools and kinds of files that don't load at all, by provider ID. */
  readonly disabledProviders: ReadonlySet<string>;
  /** False: no project-level server of any kind loads. */
  readonly projectConfig: boolean;
  /** Names of servers that don't load, from entries such as `mcp:docs` of `disabledExtensions`. */
  readonly disabledNames: ReadonlySet<string>;
}

/**
 * Paths of settings files in the user's agent folder and in the project. Of the user-level files, only the first that
 * exists is used.
 */
export const settingsFiles = {
  user: ['config.yml', 'config.yaml'],
  /** Later ones override earlier ones. */
  project: ['.omp/settings.json', '.omp/config.yml'],
} as const;

/**
 * Combines settings files. A list in a later file replaces the list of an earlier file.
 * @param layers contents of the files as plain values, highest precedence last
 * @param folder path of the project's URI (`pathOf`); list items may be limited to folders
 * @param home path of the user's home folder, as the system writes it
 */
export function combineSettings(
  layers: readonly unknown[],
  folder: string | undefined,
  home: string | undefined,
): OhMyPiSettings {
  const value = (name: string): unknown =>
    layers.reduce<unknown>((lower, layer) => settingIn(layer, name) ?? lower, undefined);
  const providers = (name: string): ReadonlySet<string> =>
    new Set(listOf(value(name)).flatMap((item) => providersOf(item, folder, home)));
  return {
    enabledProviders: providers('enabledProviders'),
    disabledProviders: providers('disabledProviders'),
    projectConfig: value('mcp.enableProjectConfig') !== false,
    disabledNames: new Set(
      listOf(value('disabledExtensions')).flatMap((item) =>
        typeof item === 'string' && item.startsWith('mcp:') ? [item.slice('mcp:'.length)] : [],
      ),
    ),
  };
}

/** Returns a setting by its dotted name, which the file may write as one key or as nested objects. */
function settingIn(layer: unknown, name: string): unknown {
  const direct = property(layer, name);
  if (direct !== undefined) return direct;
  return name.split('.').reduce(property, layer);
}

function property(value: unknown, key: string): unknown {
  return isRecord(value) ? lookUp(value, key) : undefined;
}

const listOf = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : []);

/** Returns the provider IDs of one list item: an ID, or an object that limits IDs to folders. */
function providersOf(item: unknown, folder: string | undefined, home: string | undefined): readonly string[] {
  if (typeof item === 'string') return [item];
  const strings = (names: readonly string[]): readonly string[] =>
    names
      .map((name) => property(item, name))
      .flatMap((value) => (Array.isArray(value) ? value : [value]))
      .filter((value) => typeof value === 'string');
  const folders = strings(['path', 'paths', 'pathPrefix', 'pathPrefixes']);
  const applies = folders.some((limit) => folder !== undefined && isAtOrBelow(folder, limit, home));
  return applies ? strings(['providers', 'values', 'items']) : [];
}

function isAtOrBelow(folder: string, limit: string, home: string | undefined): boolean {
  if (/^\/+$/.test(limit)) return true;
  const parent = absolute(limit, home);
  return parent !== undefined && (folder === parent || folder.startsWith(`${parent}/`));
}
