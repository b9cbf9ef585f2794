/** Plugins and extensions that an agent has installed and turned on, as further sources of servers. Nothing is fetched. */
import { attempt } from '../../common/attempt.ts';
import { formatNames } from '../../common/generated/tools.ts';
import { absolute } from '../../common/messages/config-place.ts';
import type { Place } from '../config/servers/sources.ts';
import { isTrue, itemsOf, type JsonNode, liveMembers, memberValue, stringValue } from '../config/text/json.ts';
import { baseName, childUri, fileUri, isInside, parentUri, uriKey } from '../files/uris.ts';
import type { AgentTable, PluginFacts } from '../tools/agent-facts.ts';
import { locate, type TableSource, tableSources } from './files/agent-files.ts';

/** Returns the files that an agent looks for, with those of plugins, highest precedence first. */
export function sourcesOf(table: AgentTable, place: Place): readonly TableSource[] {
  const ofPlugins = pluginSources(table, place);
  const others = tableSources(table, place);
  return table.plugins?.winsNames === true ? [...ofPlugins, ...others] : [...others, ...ofPlugins];
}

function pluginSources({ id, plugins }: AgentTable, place: Place): readonly TableSource[] {
  if (plugins === undefined) return [];
  return installedPlugins(plugins, place).map(({ name, folder }) => {
    const uri = childUri(folder, plugins.file);
    const { dialect, layout } = { dialect: 'claude-code', layout: 'mcpServers' } as const;
    return {
      ...{ uri, key: uriKey(uri), label: `${name} (plugin)`, level: 'user', kind: 'imported', provider: id },
      ...{ layout, dialect, tool: formatNames[dialect] },
      file: { in: 'home', path: plugins.file, layout, dialect, root: ['mcpServers'], flat: true, scope: 'user' },
      plugin: { prefix: plugins.prefix?.replace('{plugin}', () => name) ?? '' },
    };
  });
}

interface InstalledPlugin {
  readonly name: string;
  /** URI of its folder. */
  readonly folder: string;
  /** URI of the folder in which it must be. Default: the agent's folder of plugins. */
  readonly within?: string;
}

/** More plugins aren't read. */
const limit = 100;

/** Plugins outside of the folder that the agent keeps for them aren't read. */
function installedPlugins(facts: PluginFacts, place: Place): readonly InstalledPlugin[] {
  const [store] = locate(facts.store, place);
  if (store === undefined) return [];
  const found = finders[facts.kind](facts, store.uri, place).slice(0, limit);
  const kept = parentOf(facts, store.uri);
  return found.filter(({ folder, within = kept }) => isInside(place.look.real(folder), place.look.real(within)));
}

const parentOf = ({ kind }: PluginFacts, store: string): string =>
  kind === 'record' || kind === 'configured' ? parentUri(store) : store;

type Finder = (facts: PluginFacts, store: string, place: Place) => readonly InstalledPlugin[];

const finders: Readonly<Record<PluginFacts['kind'], Finder>> = {
  record({ enabled, path }, store, place) {
    const on = enabled.flatMap((file) => locate(file, place).map(({ uri }) => place.look.setting(uri, path)));
    const isOn = (id: string): boolean => on.some((map) => isTrue(memberValue(map, id)));
    return Array.from(liveMembers(place.look.setting(store, ['plugins']))).flatMap(([id, { value }]) =>
      itemsOf(value).flatMap((item) => {
        const folder = attempt(() => absolute(stringValue(memberValue(item, 'installPath')) ?? '', undefined));
        if (folder === undefined || !isOn(id) || !isInstalledFor(item, place)) return [];
        return { name: nameOf(id), folder: fileUri(folder) };
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
  listed({ enabled, path }, store, place) {
    const names = enabled.flatMap((file) =>
      locate(file, place).flatMap(({ uri }) =>
        itemsOf(place.look.setting(uri, path)).flatMap((item) => stringValue(item) ?? []),
      ),
    );
    return place.look.folders(store).flatMap((folder) => {
      const name = names.find((each) => folder === each || folder.replace(/-[0-9a-f]+$/, '') === each);
      return name === undefined ? [] : { name, folder: childUri(store, folder) };
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
function pluginsIn(root: string, name: string, { look }: Place): readonly InstalledPlugin[] {
  const listed = itemsOf(look.setting(childUri(root, '.claude-plugin/marketplace.json'), ['plugins']));
  return listed.flatMap((item) => {
    const path = stringValue(memberValue(item, 'source'))?.replace(/^\.\//, '');
    if (stringValue(memberValue(item, 'name')) !== name || path === undefined || !path.split('/').every(isPlain))
      return [];
    return { name, folder: childUri(root, path), within: root };
  });
}

const nameOf = (id: string): string => id.split('@')[0] ?? id;

/** True for the name of a folder. */
const isPlain = (name: string): boolean =>
  name !== '' && name === baseName(`file:///${name}`) && !/^\.+$|[\\/]/.test(name);
