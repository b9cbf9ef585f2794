/** Plugins and extensions that an agent has installed and turned on, as further sources of servers. Nothing is fetched. */
import { attempt } from '../../common/attempt.ts';
import { formatNames } from '../../common/generated/tools.ts';
import { absolute } from '../../common/messages/config-place.ts';
import type { Place } from '../config/servers/sources.ts';
import { isTrue, itemsOf, type JsonNode, liveMembers, memberValue, stringValue, valueIn } from '../config/text/json.ts';
import { baseName, childUri, fileUri, isInside, parentUri, uriKey } from '../files/uris.ts';
import type { AgentTable, PluginFacts, PluginManifest } from '../tools/agent-facts.ts';
import { locate, type TableSource, tableSources } from './files/agent-files.ts';

/** Returns the files that an agent looks for, with those of plugins, highest precedence first. */
export function sourcesOf(table: AgentTable, place: Place): readonly TableSource[] {
  const ofPlugins = pluginSources(table, place);
  const others = tableSources(table, place);
  return table.plugins?.winsNames === true ? [...ofPlugins, ...others] : [...others, ...ofPlugins];
}

function pluginSources({ id, plugins }: AgentTable, place: Place): readonly TableSource[] {
  if (plugins === undefined) return [];
  return installedPlugins(plugins, place).seen.flatMap(({ name, folder }) =>
    serverFiles(plugins, folder, place).map(({ path, root, flat }): TableSource => {
      const uri = childUri(folder, path);
      const { dialect, layout } = { dialect: 'claude-code', layout: 'mcpServers' } as const;
      return {
        ...{ uri, key: uriKey(uri), label: `${name} (plugin)`, level: 'user', kind: 'imported', provider: id },
        ...{ layout, dialect, tool: formatNames[dialect] },
        file: { in: 'home', path, layout, dialect, root, scope: 'user', ...(flat && { flat: true }) },
        plugin: {
          prefix: plugins.prefix?.replace('{plugin}', () => name) ?? '',
          ...(plugins.dropsTwins === true && { isTwinDropped: true }),
        },
      };
    }),
  );
}

/** A plugin that the settings of a project turn on or off. */
interface ProjectPlugin {
  /** With its catalog: `demo@catalog`. */
  readonly id: string;
  /** Display path of the settings. */
  readonly file: string;
  readonly isOn: boolean;
  /** The names of its servers; undefined if its catalog isn't a folder of the project, so that they aren't known. */
  readonly servers: readonly string[] | undefined;
}

export function projectPlugins({ plugins }: AgentTable, place: Place): readonly ProjectPlugin[] {
  const { project, look } = place;
  if (plugins === undefined || project === undefined) return [];
  const ofProject = plugins.enabled.filter(({ in: where }) => where === 'project');
  return ofProject.flatMap((file) =>
    locate(file, place).flatMap(({ uri, label }) => {
      const catalogs = look.setting(uri, ['extraKnownMarketplaces']);
      return Array.from(liveMembers(look.setting(uri, plugins.path)), ([id, { value }]): ProjectPlugin => {
        const source = memberValue(memberValue(catalogs, id.split('@')[1] ?? ''), 'source');
        const below = pathBelow(stringValue(memberValue(source, 'path')));
        const [found] = below === undefined ? [] : pluginsIn(childUri(project, below), nameOf(id), place);
        return { id, file: label, isOn: isTrue(value), servers: found && serverNames(plugins, found, place) };
      });
    }),
  );
}

const serverNames = (facts: PluginFacts, { folder }: InstalledPlugin, place: Place): readonly string[] => [
  ...new Set(
    serverFiles(facts, folder, place).flatMap(({ path, root, flat }) => {
      const tree = place.look.setting(childUri(folder, path), []);
      const map = root.reduce<JsonNode | undefined>(valueIn, tree) ?? (flat ? tree : undefined);
      return [...liveMembers(map).keys()];
    }),
  ),
];

/** A file of a plugin, relative to its folder, and where its servers are in it. */
interface PluginFile {
  readonly path: string;
  readonly root: readonly string[];
  readonly flat: boolean;
}

/** Returns the files with servers, highest precedence first. */
function serverFiles(
  { file, flat, manifest, requires }: PluginFacts,
  folder: string,
  { look }: Place,
): readonly PluginFile[] {
  const own: PluginFile = { path: file, root: ['mcpServers'], flat: flat === true };
  const uri = childUri(folder, file);
  if (requires?.some((property) => look.setting(uri, [property])?.type !== 'string')) return [];
  if (manifest === undefined) return [own];
  const path = manifest.paths.find((each) => look.isFile(childUri(folder, each)));
  if (path === undefined) return manifest.isRequired === true ? [] : [own];
  const stated = statedFiles(look.setting(childUri(folder, path), ['mcpServers']), path, manifest);
  switch (manifest.servers) {
    case 'before':
      return [...stated, own];
    case 'after':
      return [own, ...stated];
    case 'instead':
      return stated.length > 0 ? stated : [own];
    case 'if-no-file':
      return look.isFile(uri) ? [own] : stated;
  }
}

/** Returns the files that a manifest names, and itself if it has servers. @param path of the manifest */
function statedFiles(
  value: JsonNode | undefined,
  path: string,
  { mayBeList }: Pick<PluginManifest, 'mayBeList'>,
  root: readonly string[] = ['mcpServers'],
): readonly PluginFile[] {
  if (value?.type === 'object') return [{ path, root, flat: false }];
  if (value?.type === 'array' && mayBeList === true)
    return value.items.flatMap((item, index) => statedFiles(item, path, {}, [...root, String(index)]));
  const named = pathBelow(stringValue(value));
  return named === undefined ? [] : [{ path: named, root: ['mcpServers'], flat: true }];
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

interface InstalledPlugins {
  readonly seen: readonly InstalledPlugin[];
  /** Those outside of the folder that the agent keeps for them, which aren't read, and those beyond the limit. */
  readonly unseen: readonly InstalledPlugin[];
}

function installedPlugins(facts: PluginFacts, place: Place): InstalledPlugins {
  const [store] = locate(facts.store, place);
  const found = store === undefined ? [] : finders[facts.kind](facts, store.uri, place);
  const kept = store === undefined ? '' : parentOf(facts, store.uri);
  const isSeen = ({ folder, within = kept }: InstalledPlugin, index: number): boolean =>
    index < limit && isInside(place.look.real(folder), place.look.real(within));
  return { seen: found.filter(isSeen), unseen: found.filter((each, index) => !isSeen(each, index)) };
}

/** Returns the names of installed plugins at which isn't looked, and the file or folder that names them. */
export function unseenPlugins({ plugins }: AgentTable, place: Place) {
  const [store] = plugins === undefined ? [] : locate(plugins.store, place);
  const names = plugins === undefined ? [] : installedPlugins(plugins, place).unseen.map(({ name }) => name);
  return store === undefined || names.length === 0 ? undefined : { store, names };
}

const parentOf = ({ kind }: PluginFacts, store: string): string =>
  kind === 'cache' || kind === 'extensions' ? store : parentUri(store);

type Finder = (facts: PluginFacts, store: string, place: Place) => readonly InstalledPlugin[];

const finders: Readonly<Record<PluginFacts['kind'], Finder>> = {
  record({ enabled, path, catalogs }, store, place) {
    const known =
      catalogs &&
      new Set(locate(catalogs, place).flatMap(({ uri }) => [...liveMembers(place.look.setting(uri, [])).keys()]));
    const on = enabled.flatMap((file) => locate(file, place).map(({ uri }) => place.look.setting(uri, path)));
    const isOn = (id: string): boolean =>
      on.some((map) => isTrue(memberValue(map, id))) && known?.has(id.split('@')[1] ?? '') !== false;
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
function pluginsIn(root: string, name: string, { look }: Place): readonly InstalledPlugin[] {
  const listed = itemsOf(look.setting(childUri(root, '.claude-plugin/marketplace.json'), ['plugins']));
  return listed.flatMap((item) => {
    const path = pathBelow(stringValue(memberValue(item, 'source')));
    if (stringValue(memberValue(item, 'name')) !== name || path === undefined) return [];
    return { name, folder: childUri(root, path), within: root };
  });
}

/** Returns a path that leads to something below, without `./`. */
function pathBelow(path: string | undefined): string | undefined {
  const plain = path?.replace(/^\.\//, '');
  return plain?.split('/').every(isPlain) === true ? plain : undefined;
}

const nameOf = (id: string): string => id.split('@')[0] ?? id;

/** True for the name of a folder. */
const isPlain = (name: string): boolean =>
  name !== '' && name === baseName(`file:///${name}`) && !/^\.+$|[\\/]/.test(name);
