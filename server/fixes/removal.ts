/** Removal of members: a preferred fix only if no data is lost. */
import * as l10n from '@vscode/l10n';
import { remembered } from '../../common/remembered.ts';
import type { Group, UnknownKey } from '../config/format/group.ts';
import { quote } from '../config/language.ts';
import { endOf, type JsonNode, type Member, memberSpan, type ObjectNode } from '../config/text/json.ts';
import { type Fix, preferred, removal } from './fix.ts';
import { holdsComment, removeMember } from './members.ts';

/** @param kept a value that stays in the file: if it's the same, no data is lost */
export function removeFix(text: string, object: ObjectNode, member: Member, kept?: JsonNode): Fix {
  const title = l10n.t('Remove {0}', quote(member.key.value));
  const harmless =
    (hasNoData(member.value) || isSame(text, member.value, kept)) &&
    !hidesAnother(object, member) &&
    !holdsComment(text, memberSpan(member));
  const make = harmless ? preferred : removal;
  return make(title, ...removeMember(text, object, member));
}

/**
 * Returns the better fixes of a key, followed by its removal as a second choice, because only one fix can be preferred.
 * @param essential true if the key must not be removed
 */
export function orRemove(better: readonly Fix[], remove: Fix, essential = false): readonly Fix[] {
  if (better.length === 0) return [remove];
  return essential ? better : [...better, removal(remove.title, ...remove.changes)];
}

/** True for a key that determines the kind of the server: it is renamed, not removed. */
export function isEssential({ aliases }: Group, unknownKey: UnknownKey): boolean {
  return ['command', 'url', 'type'].some((field) => aliases.get(field) === unknownKey);
}

const hidden = new WeakMap<ObjectNode, ReadonlySet<string>>();

/** True for a member that overrides an earlier one with the same key, which would take effect without it. */
export function hidesAnother(object: ObjectNode, { key, live }: Member): boolean {
  const names = remembered(
    hidden,
    object,
    () => new Set(object.members.flatMap((member) => (member.live ? [] : [member.key.value]))),
  );
  return live && names.has(key.value);
}

/** True for a value without data: absent, null, "", [], or {}. */
export function hasNoData(value: JsonNode | undefined): boolean {
  switch (value?.type) {
    case undefined:
    case 'null':
      return true;
    case 'string':
      return value.value === '';
    case 'array':
      return value.items.length === 0;
    case 'object':
      return value.members.length === 0;
    default:
      return false;
  }
}

/** True for two values with the same text. */
export function isSame(text: string, one: JsonNode | undefined, other: JsonNode | undefined): boolean {
  if (one === undefined || other === undefined) return false;
  return text.slice(one.offset, endOf(one)) === text.slice(other.offset, endOf(other));
}
