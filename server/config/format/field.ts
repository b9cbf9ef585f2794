/** Types of the tables that `scripts/generate-config.ts` generates from `schemas/mcp.schema.json`. */

import type { Transport } from '../../../common/messages/tool-servers.ts';

export type { Transport };

export type FieldType = 'string' | 'number' | 'integer' | 'boolean' | 'array' | 'object';

/** An allowed value of a field and its meaning. */
export interface AllowedValue {
  readonly value: string;
  readonly description: string;
}

/** Information about a field. All texts are from the schema. */
export interface FieldInfo {
  readonly name: string;
  readonly type: FieldType;
  readonly description: string;
  /** The format's default; absent if the format doesn't define one. */
  readonly default?: unknown;
  readonly values?: readonly AllowedValue[];
  readonly examples: readonly unknown[];
  readonly minimum?: number;
  readonly maximum?: number;
  readonly minLength?: number;
  /** An array whose items are strings, or an object whose values are: `env`, `headers`. */
  readonly holds?: 'strings';
  /** Set for the two lists of names, whose items must be unique and not empty. */
  readonly names?: true;
  readonly required?: true;
}

/** A closed set of fields: an object must not have any others. */
export interface FieldSet {
  readonly title: string;
  readonly description: string;
  readonly fields: readonly FieldInfo[];
  readonly byName: ReadonlyMap<string, FieldInfo>;
  readonly examples: readonly unknown[];
}

/** Creates a set of fields. */
export function setOf(set: Omit<FieldSet, 'byName'>): FieldSet {
  return { ...set, byName: new Map(set.fields.map((field) => [field.name, field])) };
}

/** The closed objects of the format; `stdio`, `http`, and `sse` are the kinds of servers. */
export interface FormatTables extends Readonly<Record<'top' | Transport | 'auth' | 'oauth', FieldSet>> {
  readonly serverName: { readonly description: string; readonly pattern: RegExp };
}
