/** Which plugins an agent has installed and turned on, by its own records. */
import { attempt } from '../../../common/attempt.ts';
import { absolute } from '../../../common/messages/config-place.ts';
import type { Place } from '../../config/servers/sources.ts';
import { isTrue, itemsOf, type JsonNode, liveMembers, memberValue, stringValue } from '../../config/text/json.ts';
import { baseName, childUri, fileUri, isInside, parentUri } from '../../files/uris.ts';
import type { FilePlace, PluginFacts } from '../../tools/agent-facts.ts';
import { locate } from '../files/agent-files.ts';

export interface InstalledPlugin {
  readonly name: string;
  /** URI of its folder. */
  readonly folder: string;
  /** URI of the folder in which it must be. Default: the agent's folder of plugins. */
  readonly within?: string;
}

/** More plugins aren't read. */
const limit = 100;

interface InstalledPlugins {
  readonly seen: readonly InstalledPlugin[];
  /** Those outside of the folder that the agent keeps for them, which aren't read, and those beyond the limit. */
  readonly unseen: readonly InstalledPlugin[];
}

/** @returns those that are turned on, in the order in which the agent lists them */
export function installedPlugins(facts: PluginFacts, place: Place): InstalledPlugins {
  const [store] = locate(facts.store, place);
  const found = store === undefined ? [] : finders[facts.kind](facts, store.uri, place);
  const kept = store === undefined ? '' : parentOf(facts, store.uri);
  const isSeen = ({ folder, within = kept }: InstalledPlugin, index: number): boolean =>
    index < limit && isInside(place.look.real(folder), place.look.real(within));
  return { seen: found.filter(isSeen), unseen: found.filter((each, index) => !isSeen(each, index)) };
}

const parentOf = ({ kind }: PluginFacts, store: string): string =>
  kind === 'cache' || kind === 'extensions' ? store : parentUri(store);

type Finder = (facts: PluginFacts, store: string, place: Place) => readonly InstalledPlugin[];

const finders: Readonly<Record<PluginFacts['kind'], Finder>> = {
  record({ enabled, path, catalogs }, store, place) {
    const named = (files: readonly FilePlace[], at: readonly string[]): readonly string[] =>
      files.flatMap((file) =>
        locate(file, place).flatMap(({ uri }) => [...liveMembers(place.look.setting(uri, at)).keys()]),
      );
    const known = catalogs && new Set([...named([catalogs], []), ...named(enabled, ['extraKnownMarketplaces'])]);
    const on = enabled.flatMap((file) => locate(file, place).map(({ uri }) => place.look.setting(uri, path)));
    const isOn = (id: string): boolean =>
      on.some((map) => isTrue(memberValue(map, id))) && known?.has(id.split('@')[1] ?? '') !== false;
    return Array.from(liveMembers(place.look.setting(store, ['plugins']))).flatMap(([id, { value }]) =>
      itemsOf(value).flatMap((item) => {
        const folder = attempt(() => absolute(stringValue(memberValue(item, 'installPath')) ?? '', undefined));
        if (folder === undefined || !isOn(id) || !isInstalledFor(item, place)) return [];
        return { name: pluginName(id), folder: fileUri(folder) };
      }),
    );
  },
  cache({ enabled, path }, store, place) {
    return enabled.flatMap((file) =>
      locate(file, place).flatMap(({ uri }) =>
        Array.from(liveMembers(place.look.setting(uri, path))).flatMap(([id, { value }]) => {
          const [name = '', market = ''] = id.split('@');
          if (!isTrue(memberValue(value, 'enabled')) || !isPlain(name) || !isPlain(market)) return [];
          const versions = childUri(store, `${market}/${name}`);
          const newest = place.look.folders(versions).at(-1);
          return newest === undefined ? [] : { name, folder: childUri(versions, newest) };
        }),
      ),
    );
  },
  registry({ enabled, path }, store, place) {
    const on = new Set(
      enabled.flatMap((file) =>
        locate(file, place).flatMap(({ uri }) =>
          itemsOf(place.look.setting(uri, path)).flatMap((item) => stringValue(item) ?? []),
        ),
      ),
    );
    return Array.from(liveMembers(place.look.setting(store, ['repos'])).values()).flatMap(({ value }) => {
      const folder = pathIn(value, 'path');
      const names = [...liveMembers(memberValue(value, 'plugins')).keys()].filter((name) => on.has(name));
      return folder === undefined ? [] : names.map((name) => ({ name, folder }));
    });
  },
  configured({ enabled, path }, store, place) {
    const copies = itemsOf(place.look.setting(store, ['installedPlugins'])).flatMap((item) => {
      const folder = pathIn(item, 'cache_path');
      const name = stringValue(memberValue(item, 'name'));
      const isOn = isTrue(memberValue(item, 'enabled'));
      return folder === undefined || name === undefined || !isOn ? [] : { name, folder };
    });
    const inPlace = enabled.flatMap((file) =>
      locate(file, place).flatMap(({ uri }) => {
        const markets = place.look.setting(uri, ['extraKnownMarketplaces']);
        return Array.from(liveMembers(place.look.setting(uri, path))).flatMap(([id, { value }]) => {
          const [name = '', market = ''] = id.split('@');
          const source = memberValue(memberValue(markets, market), 'source');
          const isFolder = stringValue(memberValue(source, 'source')) === 'directory';
          const root = isFolder && isTrue(value) ? pathIn(source, 'path') : undefined;
          return root === undefined ? [] : pluginsIn(root, name, place);
        });
      }),
    );
    return [...copies, ...inPlace];
  },
  extensions(_facts, store, place) {
    const enablement = childUri(store, 'extension-enablement.json');
    return place.look.folders(store).flatMap((folder) => {
      const overrides = itemsOf(place.look.setting(enablement, [folder, 'overrides']));
      return isEnabled(overrides, place) ? { name: folder, folder: childUri(store, folder) } : [];
    });
  },
};

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
const pathIn = (node: JsonNode | undefined, property: string): string | undefined => {
  const path = attempt(() => absolute(stringValue(memberValue(node, property)) ?? '', undefined));
  return path === undefined ? undefined : fileUri(path);
};

/** A plugin of a project is there for it alone. */
function isInstalledFor(item: JsonNode, { project }: Place): boolean {
  if (stringValue(memberValue(item, 'scope')) === 'user') return true;
  const of = pathIn(item, 'projectPath');
  return of !== undefined && project !== undefined && isInside(project, of);
}

/** Returns the plugin of a marketplace that is a folder which the user named. Its plugins aren't copied. */
export function pluginsIn(root: string, name: string, { look }: Place): readonly InstalledPlugin[] {
  const listed = itemsOf(look.setting(childUri(root, '.claude-plugin/marketplace.json'), ['plugins']));
  return listed.flatMap((item) => {
    const path = pathBelow(stringValue(memberValue(item, 'source')));
    if (stringValue(memberValue(item, 'name')) !== name || path === undefined) return [];
    return { name, folder: childUri(root, path), within: root };
  });
}

/** Returns a path that leads to something below, without `./`. */
export function pathBelow(path: string | undefined): string | undefined {
  const plain = path?.replace(/^\.\//, '');
  return plain?.split('/').every(isPlain) === true ? plain : undefined;
}

/** Returns the name without that of the catalog. */
export const pluginName = (id: string): string => id.split('@')[0] ?? id;

/** True for the name of a folder. */
const isPlain = (name: string): boolean =>
  name !== '' && name === baseName(`file:///${name}`) && !/^\.+$|[\\/]/.test(name);
