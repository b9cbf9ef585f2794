/** A closed object of the format, with its members divided into fields and unknown keys. */

import { closestMatch } from '../closest-match.ts';
import type { JsonNode, Member, ObjectNode, StringNode } from '../text/json.ts';
import { aliasOf, type ForeignKey, foreignKeyFor, isProposedKey, type KeyPlace } from './dialects.ts';
import type { FieldInfo, FieldSet } from './field.ts';
import { fieldOf, fieldSet, transports } from './format.ts';

/** What an unknown key means. */
export type Meaning =
  | { readonly kind: 'foreign'; readonly from: ForeignKey }
  | { readonly kind: 'proposed' }
  /** `standsFor`: present for a key of another format. */
  | { readonly kind: 'typo'; readonly meant: string; readonly standsFor?: readonly string[] }
  /** Another spelling of a field that is present, or that an earlier key stands for. */
  | { readonly kind: 'alternateSpelling'; readonly of: string }
  | { readonly kind: 'unknown' };

export interface UnknownKey extends Member {
  readonly meaning: Meaning;
}

export interface Group {
  readonly place: KeyPlace;
  readonly set: FieldSet;
  readonly node: ObjectNode;
  /** The members whose keys are in the format. */
  readonly fields: ReadonlyMap<string, Member>;
  readonly unknownKeys: readonly UnknownKey[];
  /** Unknown keys that stand for absent fields (another tool's name or a typo), by field. */
  readonly aliases: ReadonlyMap<string, UnknownKey>;
}

/** Divides the members of an object that may have the fields of `sets`. The first set becomes `set` of the group. */
export function readGroup(place: KeyPlace, node: ObjectNode, ...sets: readonly [FieldSet, ...FieldSet[]]): Group {
  const fields = new Map<string, Member>();
  const others: Member[] = [];
  for (const member of node.members) {
    if (!member.live) continue;
    const { value: name } = member.key;
    if (sets.some((set) => set.byName.has(name))) fields.set(name, member);
    else others.push(member);
  }
  return { place, set: sets[0], node, fields, ...readUnknownKeys(place, others, sets, fields) };
}

const nothingUnknown: Pick<Group, 'unknownKeys' | 'aliases'> = { unknownKeys: [], aliases: new Map() };

/** Determines the meaning of unknown keys. An absent field has at most one stand-in. */
function readUnknownKeys(
  place: KeyPlace,
  members: readonly Member[],
  sets: readonly FieldSet[],
  present: Group['fields'],
): Pick<Group, 'unknownKeys' | 'aliases'> {
  if (members.length === 0) return nothingUnknown;
  const aliases = new Map<string, UnknownKey>();
  const names = new Set(sets.flatMap((set) => set.fields.map((field) => field.name)));
  /** Absent fields that no earlier key stands for. */
  const free = new Set([...names].filter((name) => !present.has(name)));

  function meaningOf({ key: { value: key }, value }: Member): Meaning {
    if (isProposedKey(place, key)) return { kind: 'proposed' };
    const from = foreignKeyFor(place, key, value);
    if (from !== undefined) return { kind: 'foreign', from };
    const plain = key.trim();
    const spelled = plain === key ? undefined : foreignKeyFor(place, plain, value)?.standsFor;
    if (spelled !== undefined) return { kind: 'typo', meant: plain, standsFor: spelled };
    const meant = aliasOf(place, key) ?? closestMatch(key, free) ?? closestMatch(key, names);
    if (meant === undefined) return { kind: 'unknown' };
    return free.has(meant) ? { kind: 'typo', meant } : { kind: 'alternateSpelling', of: meant };
  }

  const unknownKeys = members.map((member) => {
    const unknownKey: UnknownKey = { ...member, meaning: meaningOf(member) };
    for (const [index, name] of standsFor(unknownKey.meaning).entries()) {
      const holder = aliases.get(name);
      // `serverUrl` stands for the type too, but a key such as `transport` takes precedence.
      const weak = holder !== undefined && index === 0 && standsFor(holder.meaning)[0] !== name;
      if (free.delete(name) || weak) aliases.set(name, unknownKey);
    }
    return unknownKey;
  });
  return { unknownKeys, aliases };
}

/** Returns the fields that an unknown key replaces, the main one first: `url`, then `type`, for `serverUrl`. */
export function standsFor(meaning: Meaning): readonly string[] {
  if (meaning.kind === 'typo') return meaning.standsFor ?? [meaning.meant];
  return meaning.kind === 'foreign' ? (meaning.from.standsFor ?? []) : [];
}

/** Returns what the format says about a field of an object; of a server, it can also be one of another transport. */
export function infoOf({ set, place }: Group, name: string): FieldInfo | undefined {
  const info = fieldOf(set, name);
  if (info !== undefined || place !== 'server') return info;
  return transports.map((transport) => fieldOf(fieldSet(transport), name)).find((other) => other !== undefined);
}

/** True if the object has the field, or an unknown key that stands for it. */
export function hasField(group: Group, name: string): boolean {
  return group.fields.has(name) || group.aliases.has(name);
}

/** Returns the value of a field, or of the unknown key that stands for it. */
export function fieldValue(group: Group, name: string): JsonNode | undefined {
  return (group.fields.get(name) ?? group.aliases.get(name))?.value;
}

/** Returns the value of a field if it's a string. */
export function stringField(group: Group | undefined, name: string): StringNode | undefined {
  const value = group?.fields.get(name)?.value;
  return value?.type === 'string' ? value : undefined;
}
