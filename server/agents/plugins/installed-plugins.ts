/** Which plugins an agent has installed and turned on, by its own records. */
import type { Place } from '../../config/servers/sources.ts';
import { liveMembers, memberValue } from '../../config/text/json.ts';
import { isInside, parentUri } from '../../files/uris.ts';
import type { AgentTable, PluginFacts, SettingValue } from '../../tools/agent-facts.ts';
import { locate } from '../files/agent-files.ts';
import { isTrustedFile } from '../table/folder-trust.ts';
import type { InstalledPlugin, ReadPluginSettings } from './found-plugin.ts';
import { finders } from './plugin-finders.ts';

/** More plugins aren't read. */
const limit = 100;

interface InstalledPlugins {
  readonly seen: readonly InstalledPlugin[];
  /** Those outside of the folder that the agent keeps for them, which aren't read, and those beyond the limit. */
  readonly unseen: readonly InstalledPlugin[];
}

/** @returns those that are turned on, in the order in which the agent lists them */
export function installedPlugins(facts: PluginFacts, table: AgentTable, place: Place): InstalledPlugins {
  const [store] = locate(facts.store, place);
  const { unless = [] } = facts;
  const isIgnored =
    unless.some((each) => isSet(each, place)) ||
    (store !== undefined && facts.needsTrust === true && !isTrustedFile(table, store.uri, facts.store.path, place));
  if (store === undefined || isIgnored) return { seen: [], unseen: [] };
  const found = finders[facts.kind](facts, store.uri, place, settingsOf(facts, table, place));
  const kept = isFolderKind(facts) ? store.uri : parentUri(store.uri);
  const isSeen = ({ folder, within = kept }: InstalledPlugin, index: number): boolean =>
    facts.isUnread !== true && index < limit && isInside(place.look.real(folder), place.look.real(within));
  return { seen: found.filter(isSeen), unseen: found.filter((each, index) => !isSeen(each, index)) };
}

/** True if the store is a folder with plugins. */
export const isFolderKind = ({ kind }: PluginFacts): boolean =>
  kind === 'cache' || kind === 'extensions' || kind === 'folder' || kind === 'contributions';

const isSet = ({ in: where, path, is }: SettingValue, place: Place): boolean =>
  where.some((file) =>
    locate(file, place).some(({ uri }) => {
      const node = place.look.setting(uri, path);
      return node?.type === 'boolean' && node.value === is;
    }),
  );

function settingsOf({ enabled, path }: PluginFacts, table: AgentTable, place: Place): ReadPluginSettings {
  const { look } = place;
  const files = enabled.flatMap((file) =>
    locate(file, place).flatMap(({ uri }) =>
      file.needsTrust === true && !isTrustedFile(table, uri, file.path, place) ? [] : uri,
    ),
  );
  const all = (at: readonly string[]) => files.flatMap((uri) => look.setting(uri, at) ?? []);
  const maps = all(path);
  return {
    all,
    about: (id) => maps.flatMap((map) => memberValue(map, id) ?? []),
    ids: [...new Set(maps.flatMap((map) => [...liveMembers(map).keys()]))],
  };
}
