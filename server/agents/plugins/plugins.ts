/** The files of plugins with servers, as sources of an agent. */
import { formatNames } from '../../../common/generated/tools.ts';
import type { Place, WrittenJson } from '../../config/servers/sources.ts';
import {
  isFalse,
  isTrue,
  itemsOf,
  type JsonNode,
  liveMembers,
  memberOrItem,
  memberValue,
  stringValue,
} from '../../config/text/json.ts';
import { childUri, uriKey } from '../../files/uris.ts';
import type { AgentTable, FilePlace, PluginFacts, PluginManifest } from '../../tools/agent-facts.ts';
import { locate, type TableSource, tableSources } from '../files/agent-files.ts';
import { readEntry } from '../table/read-entry.ts';
import type { InstalledPlugin, StatedServers } from './found-plugin.ts';
import { installedPlugins } from './installed-plugins.ts';
import { nameIn, pathBelow, pluginName } from './plugin-names.ts';
import { pluginsIn } from './plugins-of-catalogs.ts';

/** Returns the files that an agent looks for, with those of plugins, highest precedence first. */
export function sourcesOf(table: AgentTable, place: Place): readonly TableSource[] {
  const { plugins = [] } = table;
  const others = tableSources(table, place);
  const [before, after] = [true, false].map((wins) =>
    plugins.flatMap((facts) =>
      facts.isUnread !== true && (facts.winsNames === true) === wins ? pluginSources(facts, table, place) : [],
    ),
  );
  return [...(before ?? []), ...others, ...(after ?? [])];
}

function pluginSources(facts: PluginFacts, table: AgentTable, place: Place): readonly TableSource[] {
  return installedPlugins(facts, table, place).seen.flatMap((plugin) =>
    serverFiles(facts, table, plugin, place).map(({ uri, root, flat }): TableSource => {
      const { dialect, layout } = { dialect: 'claude-code', layout: 'mcpServers' } as const;
      return {
        ...{ uri, key: uriKey(uri), label: `${plugin.name} (plugin)`, level: 'user', kind: 'imported' },
        ...{ provider: table.id, layout, dialect, tool: formatNames[dialect] },
        file: { in: 'home', path: facts.file, layout, dialect, root, scope: 'user', ...(flat && { flat: true }) },
        plugin: {
          prefix: facts.prefix?.replace('{plugin}', () => statedName(facts, plugin, place)) ?? '',
          ...(facts.dropsTwins === true && { isTwinDropped: true }),
          ...(facts.rejectsInvalid === true && { rejectsInvalid: true }),
          ...(plugin.off !== undefined && { off: plugin.off }),
        },
      };
    }),
  );
}

/** Returns the name in a manifest that must be valid, or else that of the catalog. */
const statedName = ({ manifest }: PluginFacts, { name, folder }: InstalledPlugin, place: Place): string =>
  (manifest?.mustBeValid === true ? nameIn(manifest.paths, folder, place) : undefined) ?? name;

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

export function projectPlugins(table: AgentTable, place: Place): readonly ProjectPlugin[] {
  const { plugins = [] } = table;
  const { project, look } = place;
  if (project === undefined) return [];
  const files = plugins.flatMap((facts) => facts.enabled.map((file) => ({ file, facts })));
  const ofProject = files.filter(({ file }) => isOfProject(file));
  return ofProject.flatMap(({ file, facts }) =>
    locate(file, place).flatMap(({ uri, label }) => {
      const catalogs = look.setting(uri, ['extraKnownMarketplaces']);
      return Array.from(liveMembers(look.setting(uri, facts.path)), ([id, { value }]): ProjectPlugin => {
        const source = memberValue(memberValue(catalogs, id.split('@')[1] ?? ''), 'source');
        const below = pathBelow(stringValue(memberValue(source, 'path')));
        const [found] = below === undefined ? [] : pluginsIn(childUri(project, below), pluginName(id), place);
        const isOn = value?.type === 'object' ? !isFalse(memberValue(value, 'enabled')) : isTrue(value);
        return { id, file: label, isOn, servers: found && serverNames(facts, table, found, place) };
      });
    }),
  );
}

const isOfProject = ({ in: where }: FilePlace): boolean => where === 'project' || where === 'repository';

const serverNames = (
  facts: PluginFacts,
  table: AgentTable,
  plugin: InstalledPlugin,
  place: Place,
): readonly string[] => [
  ...new Set(
    serverFiles(facts, table, plugin, place).flatMap(({ uri, root, flat }) => {
      const tree = place.look.setting(uri, []);
      const map = root.reduce<JsonNode | undefined>(memberOrItem, tree) ?? (flat ? tree : undefined);
      return [...liveMembers(map).keys()];
    }),
  ),
];

/** A file of a plugin, and where its servers are in it. */
interface PluginFile {
  readonly uri: string;
  readonly root: readonly string[];
  readonly flat: boolean;
}

/** Returns the files with servers, highest precedence first. */
function serverFiles(
  { file, flat, manifest, requires }: PluginFacts,
  table: AgentTable,
  { folder, catalog }: InstalledPlugin,
  { look }: Place,
): readonly PluginFile[] {
  const own: PluginFile = { uri: childUri(folder, file), root: ['mcpServers'], flat: flat === true };
  if (requires?.some((property) => look.setting(own.uri, [property])?.type !== 'string')) return [];
  if (manifest === undefined) return [own];
  const path = manifest.paths.find((each) => look.isFile(childUri(folder, each)));
  if (path === undefined) {
    const stated = manifest.orCatalog === true && catalog !== undefined ? statedFiles(catalog, folder, manifest) : [];
    return manifest.isRequired === true ? [] : [...stated, own];
  }
  const uri = childUri(folder, path);
  const value = look.setting(uri, ['mcpServers']);
  if (manifest.mustBeValid === true && !isValidManifest(look.json(uri), look.setting(uri, []), table)) return [];
  const stated = statedFiles({ uri, root: ['mcpServers'], value }, folder, manifest);
  switch (manifest.servers) {
    case 'before':
      return [...stated, own];
    case 'after':
      return [own, ...stated];
    case 'instead':
      return stated.length > 0 ? stated : [own];
    case 'if-no-file':
      return look.isFile(own.uri) ? [own] : stated;
  }
}

function isValidManifest(written: WrittenJson | undefined, root: JsonNode | undefined, table: AgentTable): boolean {
  const isStrict = written?.faults.every(({ kind }) => kind === 'byte-order-mark') === true;
  const version = memberValue(root, 'version');
  const servers = memberValue(root, 'mcpServers');
  return (
    isStrict &&
    stringValue(memberValue(root, 'name')) !== undefined &&
    (version === undefined || version.type === 'string') &&
    [servers, ...itemsOf(servers)].every((each) => stringValue(each)?.startsWith('./') !== false) &&
    Array.from(liveMembers(servers)).every(
      // A name of a plugin's server isn't reserved, because it begins with that of the plugin.
      ([name, { value }]) => readEntry({ format: table.format, names: {} }, name, value).skipped === undefined,
    )
  );
}

/** Returns the files that a manifest names, and itself if it has servers. */
function statedFiles(
  { uri, root, value }: StatedServers,
  folder: string,
  { mayBeList }: Pick<PluginManifest, 'mayBeList'>,
): readonly PluginFile[] {
  if (value?.type === 'object') return [{ uri, root, flat: false }];
  if (value?.type === 'array' && mayBeList === true)
    return value.items.flatMap((item, index) =>
      statedFiles({ uri, root: [...root, String(index)], value: item }, folder, {}),
    );
  const named = pathBelow(stringValue(value));
  return named === undefined ? [] : [{ uri: childUri(folder, named), root: ['mcpServers'], flat: true }];
}

/** Returns the names of installed plugins at which isn't looked, and the file or folder that names the first. */
export function unseenPlugins(table: AgentTable, place: Place) {
  const unseen = (table.plugins ?? []).flatMap((facts) => {
    const names = installedPlugins(facts, table, place).unseen.map(({ name }) => name);
    return locate(facts.store, place).flatMap((store) => (names.length === 0 ? [] : { store, names }));
  });
  return unseen[0] && { store: unseen[0].store, names: unseen.flatMap(({ names }) => names) };
}
