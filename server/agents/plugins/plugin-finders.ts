/** How each kind of record names the plugins of an agent. */
import { itemsOf, liveMembers, memberValue, stringValue } from '../../config/text/json.ts';
import { baseName } from '../../files/uris.ts';
import type { PluginFacts } from '../../tools/agent-facts.ts';
import type { FindPlugins } from './found-plugin.ts';
import { absolutePath, namesOn, pathIn, textsIn } from './plugin-names.ts';
import { inFolders } from './plugins-in-folders.ts';
import { ofCatalogs } from './plugins-of-catalogs.ts';

export const finders: Readonly<Record<PluginFacts['kind'], FindPlugins>> = {
  ...ofCatalogs,
  ...inFolders,
  registry(_facts, store, place, { all }) {
    const on = namesOn(all);
    return Array.from(liveMembers(place.look.setting(store, ['repos'])).values()).flatMap(({ value }) => {
      const folder = pathIn(value, 'path');
      const names = [...liveMembers(memberValue(value, 'plugins')).keys()].filter((name) => on.has(name));
      return folder === undefined ? [] : names.map((name) => ({ name, folder }));
    });
  },
  addresses(_facts, store, place) {
    return itemsOf(place.look.setting(store, ['installed'])).flatMap((item) => {
      const folder = stringValue(memberValue(item, 'pluginUri'));
      return folder === undefined ? [] : { name: stringValue(memberValue(item, 'name')) ?? baseName(folder), folder };
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
};
