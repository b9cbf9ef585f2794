/** Plugins and extensions in a folder with one of each. */
import { absolute } from '../../../common/messages/config-place.ts';
import type { Place } from '../../config/servers/sources.ts';
import { isFalse, itemsOf, type JsonNode, liveMembers, memberValue, stringValue } from '../../config/text/json.ts';
import { childUri, fileUri, isInside } from '../../files/uris.ts';
import type { FindPlugins, InstalledPlugin } from './found-plugin.ts';
import { isPlain, marketOf, nameIn, namesOn, pathIn, pluginName } from './plugin-names.ts';

/** More extensions of an editor aren't looked at. */
const extensionLimit = 300;

export const inFolders = {
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
  folder({ enabled, manifest }, store, place, { all }) {
    const on = namesOn(all);
    return place.look.folders(store).flatMap((each) => {
      const folder = childUri(store, each);
      const name = nameIn(manifest?.paths ?? [], folder, place);
      if (name === undefined && manifest?.isRequired === true) return [];
      return enabled.length === 0 || on.has(name ?? each) ? { name: name ?? each, folder } : [];
    });
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
} satisfies Readonly<Record<string, FindPlugins>>;

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

/** Returns the folder that an extension is, if it was linked instead of copied. */
function linkedFolder(folder: string, { look }: Place): string | undefined {
  const record = childUri(folder, '.gemini-extension-install.json');
  return stringValue(look.setting(record, ['type'])) === 'link'
    ? pathIn(look.setting(record, []), 'source')
    : undefined;
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
