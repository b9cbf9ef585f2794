/** A closed object of the format, its members sorted into fields and keys that do not belong. */
import { type ForeignKey, foreignKey, isNewerKey, type KeyPlace } from './dialects.ts';
import type { FieldInfo, FieldSet } from './field.ts';
import { fieldOf } from './format.ts';
import { type JsonNode, liveMembers, type ObjectNode, type StringNode } from './json.ts';
import { nearest } from './near.ts';

/** A member whose key the format knows. The value is absent while it is being typed. */
export interface Field {
  readonly info: FieldInfo;
  readonly key: StringNode;
  readonly value: JsonNode | undefined;
}

/** Why a key does not belong. */
export type Meaning =
  | { readonly kind: 'foreign'; readonly from: ForeignKey }
  | { readonly kind: 'newer' }
  | { readonly kind: 'typo'; readonly meant: string }
  | { readonly kind: 'unknown' };

export interface Stray {
  readonly key: StringNode;
  readonly value: JsonNode | undefined;
  readonly meaning: Meaning;
}

export interface Group {
  readonly place: KeyPlace;
  readonly set: FieldSet;
  readonly node: ObjectNode;
  readonly fields: ReadonlyMap<string, Field>;
  readonly strays: readonly Stray[];
  /** Fields that are there under another tool's name or with a slip of the keyboard. */
  readonly standIns: ReadonlyMap<string, Stray>;
}

/** Most objects have none: they share these. */
const noStrays: readonly Stray[] = [];
const noStandIns: ReadonlyMap<string, Stray> = new Map();

/** Sorts the members of an object that may hold the fields of `sets`; the first set is the one it is named after. */
export function readGroup(place: KeyPlace, node: ObjectNode, ...sets: readonly [FieldSet, ...FieldSet[]]): Group {
  const fields = new Map<string, Field>();
  let strays: Stray[] | undefined;
  let standIns: Map<string, Stray> | undefined;
  let candidates: readonly string[] | undefined;
  for (const { key, value, live } of node.members) {
    if (!live) continue;
    let info: FieldInfo | undefined;
    for (const set of sets) info ??= fieldOf(set, key.value);
    if (info !== undefined) {
      fields.set(key.value, { info, key, value });
      continue;
    }
    candidates ??= absentFields(node, sets);
    const stray: Stray = { key, value, meaning: meaningOf(place, key.value, candidates) };
    strays ??= [];
    strays.push(stray);
    standIns ??= new Map();
    for (const name of standsFor(stray.meaning)) if (!fields.has(name)) standIns.set(name, stray);
  }
  return { place, set: sets[0], node, fields, strays: strays ?? noStrays, standIns: standIns ?? noStandIns };
}

/** Names that an unknown key may be a misspelling of. */
function absentFields(node: ObjectNode, sets: readonly FieldSet[]): readonly string[] {
  const members = liveMembers(node);
  return sets.flatMap((set) => set.fields.map((field) => field.name)).filter((name) => !members.has(name));
}

function meaningOf(place: KeyPlace, key: string, candidates: readonly string[]): Meaning {
  if (isNewerKey(place, key)) return { kind: 'newer' };
  const from = foreignKey(place, key);
  if (from !== undefined) return { kind: 'foreign', from };
  const meant = nearest(key, candidates);
  return meant === undefined ? { kind: 'unknown' } : { kind: 'typo', meant };
}

function standsFor(meaning: Meaning): readonly string[] {
  if (meaning.kind === 'typo') return [meaning.meant];
  return meaning.kind === 'foreign' ? (meaning.from.standsFor ?? []) : [];
}

/** True when the object has the field, be it under a name that only means it. */
export function hasField(group: Group, name: string): boolean {
  return group.fields.has(name) || group.standIns.has(name);
}

/** The value of a field, under its own name or one that stands for it. */
export function fieldValue(group: Group, name: string): JsonNode | undefined {
  return (group.fields.get(name) ?? group.standIns.get(name))?.value;
}
