/** How each kind of record names the plugins of an agent. */
import { attempt } from '../../../common/attempt.ts';
import { absolute } from '../../../common/messages/config-place.ts';
import type { Place } from '../../config/servers/sources.ts';
import {
  isFalse,
  isTrue,
  itemsOf,
  type JsonNode,
  liveMembers,
  memberValue,
  stringValue,
} from '../../config/text/json.ts';
import { baseName, childUri, fileUri, isInside } from '../../files/uris.ts';
import type { FilePlace, PluginFacts } from '../../tools/agent-facts.ts';
import { locate } from '../files/agent-files.ts';

export interface InstalledPlugin {
  readonly name: string;
  /** URI of its folder. */
  readonly folder: string;
  /** URI of the folder in which it must be. Default: the agent's folder of plugins. */
  readonly within?: string;
  /** Servers in its entry of the catalog. */
  readonly catalog?: StatedServers;
  /** The names of its servers that settings turn off. */
  readonly off?: ReadonlySet<string>;
}

/** What a manifest or the entry in a catalog says about servers, and where. */
export interface StatedServers {
  readonly uri: string;
  readonly root: readonly string[];
  readonly value: JsonNode | undefined;
}

/** More extensions of an editor aren't looked at. */
const extensionLimit = 300;

export interface ReadPluginSettings {
  /** The values of a setting in the files that count, highest precedence first. */
  all(path: readonly string[]): readonly JsonNode[];
  /** What the setting that turns plugins on says about one, in the same order. */
  about(id: string): readonly JsonNode[];
  /** The IDs of those that it names. */
  readonly ids: readonly string[];
}

type Finder = (
  facts: PluginFacts,
  store: string,
  place: Place,
  settings: ReadPluginSettings,
) => readonly InstalledPlugin[];

export const finders: Readonly<Record<PluginFacts['kind'], Finder>> = {
  record({ catalogs }, store, place, { all, ids, about }) {
    const known =
      catalogs && new Set([...membersOf(catalogs, place), ...all(['extraKnownMarketplaces']).flatMap(namesIn)]);
    const isOn = (id: string): boolean => isTrue(about(id)[0]) && known?.has(marketOf(id)) !== false;
    const sourceOf = (id: string) => catalogs && settingIn(catalogs, [marketOf(id)], place);
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
  cache(_facts, store, place, { ids, about }) {
    return ids.flatMap((id) => {
      const [name, market] = [pluginName(id), marketOf(id)];
      const said = about(id);
      const isOff = isFalse(said.flatMap((node) => memberValue(node, 'enabled') ?? [])[0]);
      if (isOff || !isPlain(name) || !isPlain(market)) return [];
      const versions = childUri(store, `${market}/${name}`);
      const newest = place.look.folders(versions).at(-1);
      if (newest === undefined) return [];
      return { name, folder: childUri(versions, newest), off: offAmong(said) };
    });
  },
  registry(_facts, store, place, { all }) {
    const on = namesOn(all);
    return Array.from(liveMembers(place.look.setting(store, ['repos'])).values()).flatMap(({ value }) => {
      const folder = pathIn(value, 'path');
      const names = [...liveMembers(memberValue(value, 'plugins')).keys()].filter((name) => on.has(name));
      return folder === undefined ? [] : names.map((name) => ({ name, folder }));
    });
  },
  folder({ enabled, manifest }, store, place, { all }) {
    const on = namesOn(all);
    return place.look.folders(store).flatMap((each) => {
      const folder = childUri(store, each);
      const name = nameIn(manifest?.paths ?? [], folder, place);
      if (name === undefined && manifest?.isRequired === true) return [];
      return enabled.length === 0 || on.has(name ?? each) ? { name: name ?? each, folder } : [];
    });
  },
  addresses(_facts, store, place) {
    return itemsOf(place.look.setting(store, ['installed'])).flatMap((item) => {
      const folder = stringValue(memberValue(item, 'pluginUri'));
      return folder === undefined ? [] : { name: stringValue(memberValue(item, 'name')) ?? baseName(folder), folder };
    });
  },
  contributions(_facts, store, place) {
    return place.look
      .folders(store)
      .slice(0, extensionLimit)
      .flatMap((each) => {
        const folder = childUri(store, each);
        const read = (...path: readonly string[]) => place.look.setting(childUri(folder, 'package.json'), path);
        const name = `${stringValue(read('publisher'))}.${stringValue(read('name'))}`;
        // What Switchyard gives to the editor is in files that are read.
        const isOther = name !== 'switchyard.switchyard';
        const gives = itemsOf(read('contributes', 'mcpServerDefinitionProviders')).length > 0;
        return isOther && gives ? { name, folder } : [];
      });
  },
  paths(_facts, _store, _place, { all }) {
    const off = new Set(all(['plugins', 'disabled']).flatMap(textsIn));
    return all(['plugins', 'paths'])
      .flatMap(textsIn)
      .flatMap((path) => {
        const folder = absolutePath(path);
        const name = folder === undefined ? '' : baseName(folder);
        return folder === undefined || off.has(name) ? [] : { name, folder, within: folder };
      });
  },
  configured(_facts, store, place, { all, ids, about }) {
    const copies = itemsOf(place.look.setting(store, ['installedPlugins'])).flatMap((item) => {
      const folder = pathIn(item, 'cache_path');
      const name = stringValue(memberValue(item, 'name'));
      const isOn = isTrue(memberValue(item, 'enabled'));
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
  extensions({ file }, store, place) {
    const enablement = childUri(store, 'extension-enablement.json');
    return place.look.folders(store).flatMap((each): readonly InstalledPlugin[] => {
      const link = linkedFolder(childUri(store, each), place);
      const folder = link ?? childUri(store, each);
      const name = nameIn([file], folder, place);
      if (name === undefined || !/^[a-zA-Z0-9-]+$/.test(name)) return [];
      const overrides = itemsOf(place.look.setting(enablement, [name, 'overrides']));
      if (!isEnabled(overrides, place)) return [];
      return [{ name, folder, ...(link !== undefined && { within: link }) }];
    });
  },
};

const isDirectory = (source: JsonNode | undefined): boolean =>
  stringValue(memberValue(source, 'source')) === 'directory';

const settingIn = (file: FilePlace, path: readonly string[], place: Place): JsonNode | undefined =>
  locate(file, place).flatMap(({ uri }) => place.look.setting(uri, path) ?? [])[0];

const namesIn = (map: JsonNode): readonly string[] => [...liveMembers(map).keys()];

const membersOf = (file: FilePlace, place: Place): readonly string[] => [
  ...liveMembers(settingIn(file, [], place)).keys(),
];

const textsIn = (list: JsonNode): readonly string[] => itemsOf(list).flatMap((item) => stringValue(item) ?? []);

/** Returns the names in a list of plugins that are on, without those that are off. */
function namesOn(all: ReadPluginSettings['all']): ReadonlySet<string> {
  const off = new Set(all(['plugins', 'disabled']).flatMap(textsIn));
  return new Set(
    all(['plugins', 'enabled'])
      .flatMap(textsIn)
      .filter((name) => !off.has(name)),
  );
}

/** Returns the names of servers that one of these values turns off, unless one before it turns them on. */
function offAmong(said: readonly JsonNode[]): ReadonlySet<string> {
  const states = new Map<string, JsonNode>();
  for (const node of said)
    for (const [name, { value }] of liveMembers(memberValue(node, 'mcp_servers'))) {
      const enabled = memberValue(value, 'enabled');
      if (enabled !== undefined && !states.has(name)) states.set(name, enabled);
    }
  return new Set([...states].flatMap(([name, enabled]) => (isFalse(enabled) ? name : [])));
}

/** Returns the name that the first of these files states. */
export function nameIn(paths: readonly string[], folder: string, { look }: Place): string | undefined {
  const path = paths.find((each) => look.isFile(childUri(folder, each)));
  return path === undefined ? undefined : stringValue(look.setting(childUri(folder, path), ['name']));
}

/** Returns the folder that an extension is, if it was linked instead of copied. */
function linkedFolder(folder: string, { look }: Place): string | undefined {
  const record = childUri(folder, '.gemini-extension-install.json');
  return stringValue(look.setting(record, ['type'])) === 'link'
    ? pathIn(look.setting(record, []), 'source')
    : undefined;
}

/** Returns the folder of a catalog, whose path can be relative to the repository. */
function catalogFolder(source: JsonNode | undefined, place: Place): string | undefined {
  const below = pathBelow(stringValue(memberValue(source, 'path')));
  const root = place.repository?.root ?? place.project;
  return pathIn(source, 'path') ?? (below === undefined || root === undefined ? undefined : childUri(root, below));
}

/** The last override that matches decides: `/path/*`, or `!/path/*`. */
function isEnabled(overrides: readonly JsonNode[], { project }: Place): boolean {
  let isOn = true;
  for (const item of overrides) {
    const text = stringValue(item) ?? '';
    const folder = absolute(text.replace(/^!/, '').replace(/\/?\*$/, ''), undefined);
    if (folder !== undefined && project !== undefined && isInside(project, fileUri(folder)))
      isOn = !text.startsWith('!');
  }
  return isOn;
}

/** Returns a folder that an entry names by its absolute path. */
const pathIn = (node: JsonNode | undefined, property: string): string | undefined =>
  absolutePath(stringValue(memberValue(node, property)) ?? '');

function absolutePath(text: string): string | undefined {
  const path = attempt(() => absolute(text, undefined));
  return path === undefined ? undefined : fileUri(path);
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

/** Returns a path that leads to something below, without `./`. */
export function pathBelow(path: string | undefined): string | undefined {
  const plain = path?.replace(/^\.\//, '');
  return plain?.split('/').every(isPlain) === true ? plain : undefined;
}

/** Returns the name without that of the catalog. */
export const pluginName = (id: string): string => id.split('@')[0] ?? id;

const marketOf = (id: string): string => id.split('@')[1] ?? '';

/** True for the name of a folder. */
const isPlain = (name: string): boolean =>
  name !== '' && name === baseName(`file:///${name}`) && !/^\.+$|[\\/]/.test(name);
