/** A closed object of the format, with its members divided into fields and unknown keys. */

import { closestMatch } from './closest-match.ts';
import { aliasOf, type ForeignKey, foreignKey, isProposedKey, type KeyPlace } from './dialects.ts';
import type { FieldInfo, FieldSet } from './field.ts';
import { fieldOf } from './format.ts';
import { type JsonNode, liveMembers, type Member, type ObjectNode } from './json.ts';

/** A member whose key is in the format. The value is absent while it's being typed. */
export interface Field extends Member {
  readonly info: FieldInfo;
}

/** What an unknown key means. */
export type Meaning =
  | { readonly kind: 'foreign'; readonly from: ForeignKey }
  | { readonly kind: 'proposed' }
  | { readonly kind: 'typo'; readonly meant: string }
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
  readonly fields: ReadonlyMap<string, Field>;
  readonly unknownKeys: readonly UnknownKey[];
  /** Unknown keys that stand for absent fields (another tool's name or a typo), by field. */
  readonly aliases: ReadonlyMap<string, UnknownKey>;
}

/** Shared by the objects without unknown keys, which are most. */
const noUnknownKeys: readonly UnknownKey[] = [];
const noAliases: ReadonlyMap<string, UnknownKey> = new Map();

/** Divides the members of an object that may have the fields of `sets`. The first set becomes `set` of the group. */
export function readGroup(place: KeyPlace, node: ObjectNode, ...sets: readonly [FieldSet, ...FieldSet[]]): Group {
  const fields = new Map<string, Field>();
  let unknown: UnknownKeyReader | undefined;
  for (const member of node.members) {
    if (!member.live) continue;
    const name = member.key.value;
    let info: FieldInfo | undefined;
    for (const set of sets) info ??= fieldOf(set, name);
    if (info !== undefined) fields.set(name, { ...member, info });
    else {
      unknown ??= new UnknownKeyReader(place, node, sets);
      unknown.add(member);
    }
  }
  return {
    place,
    set: sets[0],
    node,
    fields,
    unknownKeys: unknown?.unknownKeys ?? noUnknownKeys,
    aliases: unknown?.aliases ?? noAliases,
  };
}

/** Determines the meaning of unknown keys. An absent field has at most one stand-in. */
class UnknownKeyReader {
  readonly unknownKeys: UnknownKey[] = [];
  readonly aliases = new Map<string, UnknownKey>();
  readonly #place: KeyPlace;
  readonly #names: readonly string[];
  /** Absent fields that no earlier key stands for. */
  readonly #free: Set<string>;

  constructor(place: KeyPlace, node: ObjectNode, sets: readonly FieldSet[]) {
    const members = liveMembers(node);
    this.#place = place;
    this.#names = [...new Set(sets.flatMap((set) => set.fields.map((field) => field.name)))];
    this.#free = new Set(this.#names.filter((name) => !members.has(name)));
  }

  add(member: Member): void {
    const unknownKey: UnknownKey = { ...member, meaning: this.#meaningOf(member.key.value) };
    this.unknownKeys.push(unknownKey);
    for (const [index, name] of standsFor(unknownKey.meaning).entries()) {
      const holder = this.aliases.get(name);
      // `serverUrl` stands for the type too, but a key such as `transport` takes precedence.
      const weak = holder !== undefined && index === 0 && standsFor(holder.meaning)[0] !== name;
      if (!this.#free.delete(name) && !weak) continue;
      this.aliases.set(name, unknownKey);
    }
  }

  #meaningOf(key: string): Meaning {
    if (isProposedKey(this.#place, key)) return { kind: 'proposed' };
    const from = foreignKey(this.#place, key);
    if (from !== undefined) return { kind: 'foreign', from };
    const alias = aliasOf(this.#place, key);
    const meant = alias ?? closestMatch(key, this.#free) ?? closestMatch(key, this.#names);
    if (meant === undefined) return { kind: 'unknown' };
    return this.#free.has(meant) ? { kind: 'typo', meant } : { kind: 'alternateSpelling', of: meant };
  }
}

function standsFor(meaning: Meaning): readonly string[] {
  if (meaning.kind === 'typo') return [meaning.meant];
  return meaning.kind === 'foreign' ? (meaning.from.standsFor ?? []) : [];
}

/** True if the object has the field, or an unknown key that stands for it. */
export function hasField(group: Group, name: string): boolean {
  return group.fields.has(name) || group.aliases.has(name);
}

/** Returns the value of a field, or of the unknown key that stands for it. */
export function fieldValue(group: Group, name: string): JsonNode | undefined {
  return (group.fields.get(name) ?? group.aliases.get(name))?.value;
}
