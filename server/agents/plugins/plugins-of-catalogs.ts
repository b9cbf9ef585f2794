/** Plugins of catalogs, which are called marketplaces: copies that a record names, and those of a catalog that is a folder. */
import type { Place } from '../../config/servers/sources.ts';
import { isTrue, itemsOf, type JsonNode, liveMembers, memberValue, stringValue } from '../../config/text/json.ts';
import { childUri, isInside } from '../../files/uris.ts';
import type { FilePlace } from '../../tools/agent-facts.ts';
import { locate } from '../files/agent-files.ts';
import type { FindPlugins, InstalledPlugin } from './found-plugin.ts';
import { marketOf, pathBelow, pathIn, pluginName } from './plugin-names.ts';

export const ofCatalogs = {
  record({ catalogs, catalogPolicy = [] }, store, place, { all, ids, about }) {
    const known =
      catalogs && new Set([...membersOf(catalogs, place), ...all(['extraKnownMarketplaces']).flatMap(namesIn)]);
    const sourceOf = (id: string) => catalogs && settingIn(catalogs, [marketOf(id)], place);
    const isOn = (id: string): boolean =>
      isTrue(about(id)[0]) &&
      known?.has(marketOf(id)) !== false &&
      isAllowed(memberValue(sourceOf(id), 'source'), catalogPolicy, place);
    const installed = Array.from(liveMembers(place.look.setting(store, ['plugins']))).flatMap(([id, { value }]) => {
      const catalog = sourceOf(id);
      const root = pathIn(catalog, 'installLocation');
      if (!isOn(id) || isDirectory(memberValue(catalog, 'source'))) return [];
      const [listed] = root === undefined ? [] : pluginsIn(root, pluginName(id), place);
      return itemsOf(value).flatMap((item) => {
        const folder = pathIn(item, 'installPath');
        if (folder === undefined || !isInstalledFor(item, place)) return [];
        return { name: pluginName(id), folder, ...(listed?.catalog && { catalog: listed.catalog }) };
      });
    });
    // Of a catalog that is a folder, plugins aren't copied.
    const inPlace = ids.flatMap((id) => {
      const source = memberValue(sourceOf(id), 'source');
      const root = isDirectory(source) && isOn(id) ? pathIn(source, 'path') : undefined;
      return root === undefined ? [] : pluginsIn(root, pluginName(id), place);
    });
    return [...installed, ...inPlace];
  },
  configured({ enabled, path }, store, place, { all, ids, about }) {
    // If the user's settings have the list, it decides instead of the record.
    const [ofUser] = enabled.flatMap((file) => (file.in === 'home' ? (settingIn(file, path, place) ?? []) : []));
    const copies = itemsOf(place.look.setting(store, ['installedPlugins'])).flatMap((item) => {
      const folder = pathIn(item, 'cache_path');
      const name = stringValue(memberValue(item, 'name'));
      const id = `${name}@${stringValue(memberValue(item, 'marketplace'))}`;
      const isOn = isTrue(ofUser === undefined ? memberValue(item, 'enabled') : memberValue(ofUser, id));
      return folder === undefined || name === undefined || !isOn ? [] : { name, folder };
    });
    const catalogs = all(['extraKnownMarketplaces']);
    const inPlace = ids.flatMap((id) => {
      const [source] = catalogs.flatMap((map) => memberValue(memberValue(map, marketOf(id)), 'source') ?? []);
      const root = isDirectory(source) && isTrue(about(id)[0]) ? catalogFolder(source, place) : undefined;
      return root === undefined ? [] : pluginsIn(root, pluginName(id), place);
    });
    return [...copies, ...inPlace];
  },
} satisfies Readonly<Record<string, FindPlugins>>;

/** True if an organization lets plugins be used that come from a source. */
function isAllowed(source: JsonNode | undefined, files: readonly FilePlace[], place: Place): boolean {
  const listsOf = (name: string) =>
    files.flatMap((file) => locate(file, place)).flatMap(({ uri }) => place.look.setting(uri, [name]) ?? []);
  const isListed = (list: JsonNode, byPattern: boolean): boolean =>
    itemsOf(list).some((item) =>
      // Patterns aren't compared.
      /Pattern$/.test(stringValue(memberValue(item, 'source')) ?? '') ? byPattern : isSameSource(item, source),
    );
  return (
    listsOf('strictKnownMarketplaces').every((list) => list.type !== 'array' || isListed(list, true)) &&
    !listsOf('blockedMarketplaces').some((list) => isListed(list, false))
  );
}

/** True if a source has all that a listed one names. */
const isSameSource = (listed: JsonNode, source: JsonNode | undefined): boolean =>
  Array.from(liveMembers(listed)).every(
    ([name, { value }]) => stringValue(value) === stringValue(memberValue(source, name)),
  );

const isDirectory = (source: JsonNode | undefined): boolean =>
  stringValue(memberValue(source, 'source')) === 'directory';

const settingIn = (file: FilePlace, path: readonly string[], place: Place): JsonNode | undefined =>
  locate(file, place).flatMap(({ uri }) => place.look.setting(uri, path) ?? [])[0];

const namesIn = (map: JsonNode): readonly string[] => [...liveMembers(map).keys()];

const membersOf = (file: FilePlace, place: Place): readonly string[] => [
  ...liveMembers(settingIn(file, [], place)).keys(),
];

/** Returns the folder of a catalog, whose path can be relative to the repository. */
function catalogFolder(source: JsonNode | undefined, place: Place): string | undefined {
  const below = pathBelow(stringValue(memberValue(source, 'path')));
  const root = place.repository?.root ?? place.project;
  return pathIn(source, 'path') ?? (below === undefined || root === undefined ? undefined : childUri(root, below));
}

/** A plugin of a project is there for it alone. */
function isInstalledFor(item: JsonNode, { project }: Place): boolean {
  if (stringValue(memberValue(item, 'scope')) === 'user') return true;
  const of = pathIn(item, 'projectPath');
  return of !== undefined && project !== undefined && isInside(project, of);
}

/** Returns the plugin of a marketplace that is a folder which the user named. Its plugins aren't copied. */
export function pluginsIn(root: string, name: string, { look }: Place): readonly InstalledPlugin[] {
  const uri = childUri(root, '.claude-plugin/marketplace.json');
  return itemsOf(look.setting(uri, ['plugins'])).flatMap((item, index): readonly InstalledPlugin[] => {
    const path = pathBelow(stringValue(memberValue(item, 'source')));
    if (stringValue(memberValue(item, 'name')) !== name || path === undefined) return [];
    const value = memberValue(item, 'mcpServers');
    const catalog = value && { uri, root: ['plugins', String(index), 'mcpServers'], value };
    return [{ name, folder: childUri(root, path), within: root, ...(catalog && { catalog }) }];
  });
}
