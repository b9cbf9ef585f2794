/** Plugins and extensions that an agent has installed and turned on, as further sources of servers. Nothing is fetched. */
import { attempt } from '../../common/attempt.ts';
import { absolute } from '../../common/config-place.ts';
import { formatNames } from '../../common/generated/tools.ts';
import { isTrue, itemsOf, type JsonNode, liveMembers, memberValue, stringValue } from '../config/json.ts';
import type { Place } from '../config/sources.ts';
import { baseName, childUri, fileUri, isInside, parentUri, uriKey } from '../files/uris.ts';
import type { AgentTable, PluginFacts } from '../tools/agent-facts.ts';
import { locate, type TableSource, tableSources } from './agent-files.ts';

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
}

/** More plugins aren't read. */
const limit = 100;

/** Plugins outside of the folder that the agent keeps for them aren't read. */
function installedPlugins(facts: PluginFacts, place: Place): readonly InstalledPlugin[] {
  const [store] = locate(facts.store, place);
  if (store === undefined) return [];
  const found = finders[facts.kind](facts, store.uri, place).slice(0, limit);
  return found.filter(({ folder }) => isInside(place.look.real(folder), place.look.real(parentOf(facts, store.uri))));
}

const parentOf = ({ kind }: PluginFacts, store: string): string => (kind === 'record' ? parentUri(store) : store);

type Finder = (facts: PluginFacts, store: string, place: Place) => readonly InstalledPlugin[];

const finders: Readonly<Record<PluginFacts['kind'], Finder>> = {
  record({ enabled, path }, store, place) {
    const on = enabled.flatMap((file) => locate(file, place).map(({ uri }) => place.look.setting(uri, path)));
    const isOn = (id: string): boolean => on.some((map) => isTrue(memberValue(map, id)));
    return Array.from(liveMembers(place.look.setting(store, ['plugins']))).flatMap(([id, { value }]) =>
      itemsOf(value).flatMap((item) => {
        const folder = attempt(() => absolute(stringValue(memberValue(item, 'installPath')) ?? '', undefined));
        const isOfUser = stringValue(memberValue(item, 'scope')) === 'user';
        return folder === undefined || !isOfUser || !isOn(id) ? [] : { name: nameOf(id), folder: fileUri(folder) };
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

const nameOf = (id: string): string => id.split('@')[0] ?? id;

/** True for the name of a folder. */
const isPlain = (name: string): boolean =>
  name !== '' && name === baseName(`file:///${name}`) && !/^\.+$|[\\/]/.test(name);
