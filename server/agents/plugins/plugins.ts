import { formatNames } from '../../../common/generated/tools.ts';
import type { Place } from '../../config/servers/sources.ts';
import { isTrue, type JsonNode, liveMembers, memberOrItem, memberValue, stringValue } from '../../config/text/json.ts';
import { childUri, uriKey } from '../../files/uris.ts';
import type { AgentTable, PluginFacts, PluginManifest } from '../../tools/agent-facts.ts';
import { locate, type TableSource, tableSources } from '../files/agent-files.ts';

import { type InstalledPlugin, installedPlugins, pathBelow, pluginName, pluginsIn } from './installed-plugins.ts';
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
        const [found] = below === undefined ? [] : pluginsIn(childUri(project, below), pluginName(id), place);
        return { id, file: label, isOn: isTrue(value), servers: found && serverNames(plugins, found, place) };
      });
    }),
  );
}

const serverNames = (facts: PluginFacts, { folder }: InstalledPlugin, place: Place): readonly string[] => [
  ...new Set(
    serverFiles(facts, folder, place).flatMap(({ path, root, flat }) => {
      const tree = place.look.setting(childUri(folder, path), []);
      const map = root.reduce<JsonNode | undefined>(memberOrItem, tree) ?? (flat ? tree : undefined);
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

/** Returns the names of installed plugins at which isn't looked, and the file or folder that names them. */
export function unseenPlugins({ plugins }: AgentTable, place: Place) {
  const [store] = plugins === undefined ? [] : locate(plugins.store, place);
  const names = plugins === undefined ? [] : installedPlugins(plugins, place).unseen.map(({ name }) => name);
  return store === undefined || names.length === 0 ? undefined : { store, names };
}
