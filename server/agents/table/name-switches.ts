/** Lists and maps of names in an agent's settings, which turn servers off and on. */

import { matchesGlob } from '../../config/glob.ts';
import type { ListItem } from '../../config/servers/source-file.ts';
import type { Place } from '../../config/servers/sources.ts';
import {
  isTrue,
  type JsonNode,
  liveMembers,
  memberValue,
  onlyTexts,
  type StringNode,
  stringValue,
} from '../../config/text/json.ts';
import type { AgentTable, FilePlace, NameSwitch } from '../../tools/agent-facts.ts';
import type { ReadSetting } from '../agent.ts';
import { inProject, locate } from '../files/agent-files.ts';
import { normalizedName, settingFlaw } from './read-entry.ts';

type KeptBy = Pick<AgentTable, 'keptBy'>;

/** A switch with the names that the files of a place list. */
export interface SwitchNames {
  readonly fact: NameSwitch;
  /** Returns the item that names a server. */
  readonly find: (server: string) => ListItem | undefined;
  /** True if a value is `true`. */
  readonly isOn: boolean;
  /** Label of the first file with the list. */
  readonly file: string | undefined;
  /** Returns the label of the first file whose list doesn't name a server, or not with this entry; undefined if no name is in all of them. */
  readonly lackedBy: (server: string, entry: JsonNode | undefined) => string | undefined;
}

export function readSwitch(table: KeptBy, fact: NameSwitch, place: Place, setting: ReadSetting): SwitchNames {
  const { in: files, path, effect, compare } = fact;
  const list = path.at(-1) ?? '';
  const at = inProject(table, path, place);
  const byName = new Map<string, ListItem>();
  const lists: { readonly label: string; readonly names: Set<string>; readonly node: JsonNode }[] = [];
  let isOn = false;
  let labelled: string | undefined;
  for (const file of files)
    for (const { uri, label } of locate(file, place)) {
      const node = isIgnored(file, uri, place, setting) ? undefined : setting(uri, at);
      if (node === undefined) continue;
      labelled ??= label;
      const known = new Set<string>();
      if (node.type === 'array' || (effect === 'only' && node.type === 'object'))
        lists.push({ label, names: known, node });
      isOn ||= isTrue(node);
      const names = fact.mayBeText === true && node.type === 'string' ? [node] : namesIn(node, effect);
      if (fact.onlyTexts === true && onlyTexts(names) === undefined) continue;
      for (const name of names) {
        if (name.type !== 'string') continue;
        const key = compared(compare, compare === 'hashed' ? name.value.replace(/-[0-9a-f]{16}$/, '') : name.value);
        known.add(key);
        if (!byName.has(key)) byName.set(key, { list, name: name.value, node: name, source: { uri, label } });
      }
    }
  const find = (server: string) =>
    compare === 'glob'
      ? Array.from(byName).find(([pattern]) => matchesGlob(server, pattern))?.[1]
      : byName.get(compared(compare, server));
  const isNamed = (names: ReadonlySet<string>, server: string): boolean =>
    compare === 'glob'
      ? Array.from(names).some((pattern) => matchesGlob(server, pattern))
      : names.has(compared(compare, server));
  const isRestricted =
    fact.countsEmpty === true || [...byName.keys()].some((name) => lists.every(({ names }) => names.has(name)));
  const lackedBy = (server: string, entry: JsonNode | undefined) =>
    isRestricted
      ? lists.find(
          ({ names, node }) =>
            !isNamed(names, server) || (fact.identifies === true && !isIdentified(memberValue(node, server), entry)),
        )?.label
      : undefined;
  return { fact, find, isOn, file: labelled, lackedBy };
}

/** True if an entry has the command or the URL that a list says. */
function isIdentified(listed: JsonNode | undefined, entry: JsonNode | undefined): boolean {
  const identity = memberValue(listed, 'identity');
  return ['command', 'url'].some((property) => {
    const value = stringValue(memberValue(identity, property));
    return value !== undefined && value === stringValue(memberValue(entry, property));
  });
}

/** True for a file that the agent ignores as a whole, because something in it isn't valid. */
function isIgnored({ ignoredUnless }: FilePlace, uri: string, { look }: Place, setting: ReadSetting): boolean {
  if (ignoredUnless === undefined) return false;
  const isLoose = look.json(uri)?.faults.some(({ kind }) => kind !== 'byte-order-mark') === true;
  return isLoose || settingFlaw(setting(uri, []), ignoredUnless) !== undefined;
}

function compared(compare: NameSwitch['compare'], name: string): string {
  if (compare === 'normalized') return normalizedName(name);
  if (compare === 'trimmed') return name.trim().toLowerCase();
  return compare === 'lower-case' ? name.toLowerCase() : name;
}

function namesIn(node: JsonNode, effect: NameSwitch['effect']): readonly JsonNode[] {
  if (effect === 'off-by-map') return offIn(node);
  if (effect === 'answered' || (effect === 'only' && node.type === 'object'))
    return Array.from(liveMembers(node).values(), ({ key }) => key);
  return node.type === 'array' ? node.items : [];
}

/** Returns the names with `{"enabled": false}`. */
function offIn(map: JsonNode): readonly StringNode[] {
  return Array.from(liveMembers(map).values()).flatMap(({ key, value }) => {
    const enabled = memberValue(value, 'enabled');
    return enabled?.type === 'boolean' && !enabled.value ? [key] : [];
  });
}

/** Returns a setting in all of these files. */
export function readIn(
  files: readonly FilePlace[],
  path: readonly string[],
  place: Place,
  setting: ReadSetting,
): readonly (JsonNode | undefined)[] {
  return files.flatMap((file) => locate(file, place).map(({ uri }) => setting(uri, path)));
}
