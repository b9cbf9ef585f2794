/** Fixes for keys that the format doesn't have: rename, move, or remove. */
import * as l10n from '@vscode/l10n';
import { fieldOf, fieldSet } from '../config/format/format.ts';
import { type Group, infoOf, type UnknownKey } from '../config/format/group.ts';
import { quote } from '../config/language.ts';
import { endOf, type Member, memberSpan } from '../config/text/json.ts';
import { type Fix, preferred, replaceString } from './fix.ts';
import { append, removeMember } from './members.ts';
import { moveEntries, wrapMembers } from './move.ts';
import { hidesAnother, isEssential, orRemove, removeFix } from './removal.ts';

export function unknownKeyFixes(text: string, group: Group, unknownKey: UnknownKey): readonly Fix[] {
  const { meaning } = unknownKey;
  const known = meaning.kind === 'alternateSpelling' ? group.fields.get(meaning.of)?.value : undefined;
  const remove = removeFix(text, group.node, unknownKey, known);
  // Once renamed or moved, it would no longer override the earlier duplicate.
  const better = hidesAnother(group.node, unknownKey) ? [] : betterFixes(text, group, unknownKey);
  return orRemove(better, remove, isEssential(group, unknownKey));
}

function betterFixes(text: string, group: Group, self: UnknownKey): readonly Fix[] {
  const { meaning } = self;
  if (meaning.kind === 'typo')
    return [preferred(l10n.t('Rename to {0}', quote(meaning.meant)), replaceString(self.key, meaning.meant))];
  return meaning.kind === 'alternateSpelling'
    ? intoKnownField(text, group, self, meaning.of)
    : intoInner(text, group, self);
}

/** Moves the entries of a key such as `Env` to the end of `env`. */
function intoKnownField(text: string, group: Group, self: Member, field: string): readonly Fix[] {
  const info = group.fields.has(field) ? infoOf(group, field) : undefined;
  if (info === undefined || info.name === 'args' || (info.holds !== 'strings' && info.names !== true)) return [];
  const move = moveEntries(text, group, self, field);
  return move === undefined ? [] : [move];
}

/** Returns the objects that a key belongs in, for fields of `auth` and `oauth` that are one level too high. */
export function innerPlaces({ place }: Group, key: string): readonly ('auth' | 'oauth')[] {
  if (place !== 'server') return [];
  return (['auth', 'oauth'] as const).filter((name) => fieldOf(fieldSet(name), key) !== undefined);
}

/** Moves a key into the object that it belongs in. Never creates `auth`, because its required type isn't known. */
function intoInner(text: string, group: Group, self: Member): readonly Fix[] {
  const span = memberSpan(self);
  const added = text.slice(span.offset, endOf(span));
  const places = innerPlaces(group, self.key.value);
  if (self.value === undefined || places.length === 0) return [];
  const fixes = places.flatMap((place) => {
    const inner = group.node.members.find(({ key, live }) => live && key.value === place);
    const title = l10n.t('Move to "{0}"', place);
    if (inner === undefined) return place === 'oauth' ? [{ title, changes: wrapMembers(text, [self], [place]) }] : [];
    if (inner.value?.type !== 'object') return [];
    if (inner.value.members.some(({ key }) => key.value === self.key.value)) return [];
    return [{ title, changes: [...removeMember(text, group.node, self), append(text, inner.value, added)] }];
  });
  const [only, ...others] = fixes;
  if (only === undefined || others.length > 0 || places.length > 1) return fixes;
  // If several keys are moved at once, only one of the fixes may create the object.
  const makes = group.unknownKeys.find(
    ({ key, value }) => value !== undefined && innerPlaces(group, key.value).length === 1,
  );
  return group.fields.has('oauth') || makes?.key === self.key ? [preferred(only.title, ...only.changes)] : fixes;
}
