/** The format's tables, as the rest of the server asks for them. Made from `schemas/mcp.schema.json`. */
import { tables } from '../generated/tables.ts';
import type { FieldInfo, FieldSet, Transport } from './field.ts';

export const transports: readonly Transport[] = ['stdio', 'http', 'sse'];

export type SetName = 'top' | Transport | 'auth' | 'oauth';

const indexes = new Map<FieldSet, ReadonlyMap<string, FieldInfo>>();

/** The closed set of fields of one kind of object (spec config-format.md, Resources and their fields). */
export function fieldSet(name: SetName): FieldSet {
  return tables[name];
}

/** A field of a set by its name, or undefined when the set does not have it. */
export function fieldOf(set: FieldSet, name: string): FieldInfo | undefined {
  let index = indexes.get(set);
  if (index === undefined) {
    index = new Map(set.fields.map((field) => [field.name, field]));
    indexes.set(set, index);
  }
  return index.get(name);
}

/** The transports that have this field, in the order of the spec. */
export function transportsWith(name: string): readonly Transport[] {
  return transports.filter((transport) => fieldOf(fieldSet(transport), name) !== undefined);
}

/** Every field name that some server may have. */
export const serverFieldNames: readonly string[] = [
  ...new Set(transports.flatMap((transport) => fieldSet(transport).fields.map((field) => field.name))),
];

export const serverNamePattern = new RegExp(tables.serverName.pattern);
export const serverNameRule = tables.serverName.description;
/** The longest a name may be, out of the same pattern. */
export const serverNameLimit = Number(/,(\d+)\}/.exec(tables.serverName.pattern)?.[1]);
