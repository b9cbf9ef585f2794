/** Disabled servers stay disabled: they are written as disabled, or left out if the target can't express it. */
import * as l10n from '@vscode/l10n';
import type { TargetFormat } from '../../common/generated/targets.ts';
import { itemsOf, type JsonNode, memberValue, stringValue } from '../config/text/json.ts';
import { parseText } from '../config/text/parse.ts';
import { composeChanges } from '../fixes/compose-changes.ts';
import { applyChanges, type Change } from '../fixes/fix.ts';
import { append } from '../fixes/members.ts';
import { targetOf } from '../tools/find-tool.ts';
import type { PortableServer } from './fields/read-server.ts';
import { insertMembers, type Merged, newMembers, type Placed, targetError } from './merging/merge.ts';
import { isList, layoutOf, mapOf, type ValueMap } from './value.ts';

const isDisabled = ({ fields }: PortableServer): boolean => fields.get('enabled') === false;

/** True if a target can't say that a server is disabled. */
export function cannotDisable(server: PortableServer, to: TargetFormat): boolean {
  const target = targetOf(to);
  return isDisabled(server) && target !== undefined && target.enabled !== true && target.excluded === undefined;
}

/** Disables the servers in a list of the source, which the target doesn't get. */
export function withDisabledNames(servers: readonly PortableServer[], lists: ValueMap): readonly PortableServer[] {
  const list = lists.get('disabledServers');
  const names = new Set(isList(list) ? list : []);
  if (names.size === 0) return servers;
  return servers.map((server) =>
    names.has(server.name) ? { ...server, fields: new Map([...server.fields, ['enabled', false]]) } : server,
  );
}

/**
 * Adds the disabled servers to the list of the target that excludes servers, if it has one.
 * @param before the text of the target that was merged into
 */
export function withExcluded(merged: Merged, before: string, to: TargetFormat): Merged {
  const path = targetOf(to)?.excluded;
  const names = path === undefined ? [] : merged.placed.filter(isWrittenDisabled).map(({ name }) => name);
  if (path === undefined || names.length === 0) return merged;
  const more = excludedChanges(merged.text, path, names);
  const text = applyChanges(merged.text, more);
  return { ...merged, text, changes: composeChanges(before, [merged.changes, more]) };
}

/** Returns the names in the list of a target that excludes servers. */
export function excludedNames(text: string, to: TargetFormat): readonly string[] {
  const path = targetOf(to)?.excluded;
  const list = path?.reduce<JsonNode | undefined>(memberValue, parseText(text).root);
  return itemsOf(list).flatMap((item) => stringValue(item) ?? []);
}

/** An equal entry doesn't say that the server is disabled. */
const isWrittenDisabled = ({ server, done, collides }: Placed): boolean =>
  isDisabled(server) && (done !== 'skipped' || collides === 'same');

/** @throws ConversionError if something else is at the path */
function excludedChanges(
  text: string,
  [outer, inner]: readonly [string, string],
  names: readonly string[],
): readonly Change[] {
  const { root } = parseText(text);
  const object = memberValue(root, outer);
  const list = memberValue(object, inner);
  const layout = layoutOf(text);
  if (object === undefined && root?.type === 'object')
    return insertMembers(text, root, newMembers(mapOf([[outer, mapOf([[inner, names]])]]), layout), layout);
  if (object?.type !== 'object') throw targetError(l10n.t('"{0}" in the target isn\'t an object.', outer));
  if (list === undefined) return insertMembers(text, object, newMembers(mapOf([[inner, names]]), layout), layout);
  if (list.type !== 'array') throw targetError(l10n.t('"{0}" in the target isn\'t an array.', `${outer}.${inner}`));
  const known = new Set(list.items.map((item) => (item.type === 'string' ? item.value : undefined)));
  const added = names.filter((name) => !known.has(name)).map((name) => JSON.stringify(name));
  return added.length === 0 ? [] : [append(text, list, added.join(', '))];
}
