/** Access to the format's tables, which are generated from `schemas/mcp.schema.json`. */
import { tables } from '../../generated/tables.ts';
import type { FieldInfo, FieldSet, FormatTables, Transport } from './field.ts';

export const transports: readonly Transport[] = ['stdio', 'http', 'sse'];

export type SetName = Exclude<keyof FormatTables, 'serverName'>;

/** Returns the closed set of fields of one kind of object (spec config-format.md, Resources and their fields). */
export function fieldSet(name: SetName): FieldSet {
  return tables[name];
}

/** Returns a field of a set by its name; undefined if the set doesn't have it. */
export function fieldOf(set: FieldSet, name: string): FieldInfo | undefined {
  return set.byName.get(name);
}

/** Returns the transports that have this field, in the order of the spec. */
export function transportsWith(name: string): readonly Transport[] {
  return transports.filter((transport) => fieldOf(fieldSet(transport), name) !== undefined);
}

/** The field names of all transports. */
export const serverFieldNames: readonly string[] = [
  ...new Set(transports.flatMap((transport) => fieldSet(transport).fields.map((field) => field.name))),
];

export type ListName = 'disabledServers' | 'enabledServers';
/** The top-level lists of server names. */
export const listNames: readonly ListName[] = ['disabledServers', 'enabledServers'];

export const serverNamePattern = tables.serverName.pattern;
export const serverNameRule = tables.serverName.description;
/** Maximum length of a name, extracted from the same pattern. */
export const serverNameLimit = Number(/,(\d+)\}/.exec(serverNamePattern.source)?.[1]);
