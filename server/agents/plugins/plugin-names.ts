/** Names of plugins, and the paths that records have for them. */
import { attempt } from '../../../common/attempt.ts';
import { absolute } from '../../../common/messages/config-place.ts';
import type { Place } from '../../config/servers/sources.ts';
import { itemsOf, type JsonNode, memberValue, stringValue } from '../../config/text/json.ts';
import { baseName, childUri, fileUri } from '../../files/uris.ts';
import type { ReadPluginSettings } from './found-plugin.ts';

/** Returns the name without that of the catalog. */
export const pluginName = (id: string): string => id.split('@')[0] ?? id;

export const marketOf = (id: string): string => id.split('@')[1] ?? '';

/** Returns the name that the first of these files states. */
export function nameIn(paths: readonly string[], folder: string, { look }: Place): string | undefined {
  const path = paths.find((each) => look.isFile(childUri(folder, each)));
  return path === undefined ? undefined : stringValue(look.setting(childUri(folder, path), ['name']));
}

export const textsIn = (list: JsonNode): readonly string[] => itemsOf(list).flatMap((item) => stringValue(item) ?? []);

/** Returns the names in a list of plugins that are on, without those that are off. */
export function namesOn(all: ReadPluginSettings['all']): ReadonlySet<string> {
  const off = new Set(all(['plugins', 'disabled']).flatMap(textsIn));
  return new Set(
    all(['plugins', 'enabled'])
      .flatMap(textsIn)
      .filter((name) => !off.has(name)),
  );
}

/** Returns a folder that an entry names by its absolute path. */
export const pathIn = (node: JsonNode | undefined, property: string): string | undefined =>
  absolutePath(stringValue(memberValue(node, property)) ?? '');

export function absolutePath(text: string): string | undefined {
  const path = attempt(() => absolute(text, undefined));
  return path === undefined ? undefined : fileUri(path);
}

/** Returns a path that leads to something below, without `./`. */
export function pathBelow(path: string | undefined): string | undefined {
  const plain = path?.replace(/^\.\//, '');
  return plain?.split('/').every(isPlain) === true ? plain : undefined;
}

/** True for the name of a folder. */
export const isPlain = (name: string): boolean =>
  name !== '' && name === baseName(`file:///${name}`) && !/^\.+$|[\\/]/.test(name);
