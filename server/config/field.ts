/** The shape of the tables that `scripts/generate-config.ts` makes from `schemas/mcp.schema.json`. */

import type { Transport } from '../../common/tool-servers.ts';

export type { Transport };

export type FieldType = 'string' | 'number' | 'integer' | 'boolean' | 'array' | 'object';

/** One allowed value of a field, with what it means. */
export interface AllowedValue {
  readonly value: string;
  readonly description: string;
}

/** What the schema says of one field. All texts come from the schema and from nowhere else. */
export interface FieldInfo {
  readonly name: string;
  readonly type: FieldType;
  readonly description: string;
  /** The format's own default; absent where the format names none. */
  readonly default?: unknown;
  readonly values?: readonly AllowedValue[];
  readonly examples: readonly unknown[];
  readonly minimum?: number;
  readonly maximum?: number;
  readonly minLength?: number;
  /** An array whose items are strings, or an object whose values are: `env`, `headers`. */
  readonly holds?: 'strings';
  /** The items of an array must not repeat and must not be empty: the two lists of names. */
  readonly names?: true;
  readonly required?: true;
}

/** A closed set of fields: an object that may hold these and no others. */
export interface FieldSet {
  readonly title: string;
  readonly description: string;
  readonly fields: readonly FieldInfo[];
  readonly examples: readonly unknown[];
}

/** Every closed object of the format; a server is one of three. */
export interface FormatTables {
  readonly top: FieldSet;
  readonly stdio: FieldSet;
  readonly http: FieldSet;
  readonly sse: FieldSet;
  readonly auth: FieldSet;
  readonly oauth: FieldSet;
  readonly serverName: { readonly description: string; readonly pattern: string };
}
