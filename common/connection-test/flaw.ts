/** What a server does differently from the protocol. The rest of it is tested, shown, and pinned. */

import type { CapabilityKind } from './capabilities.ts';
import type { TestFailure } from './failure.ts';

export type Flaw =
  /** A list couldn't be read. */
  | { readonly kind: 'list'; readonly list: CapabilityKind; readonly failure: TestFailure }
  | { readonly kind: 'items'; readonly list: CapabilityKind; readonly items: readonly InvalidItem[] }
  /** Fields of the response to `initialize`. */
  | { readonly kind: 'initialize'; readonly fields: readonly InvalidField[] }
  /** IDs of responses have another type than those of the requests. */
  | { readonly kind: 'ids' };

export interface InvalidItem {
  /** Its index in the list, in brackets, if it has no name. */
  readonly name: string;
  readonly isNamed: boolean;
  readonly field: InvalidField;
}

export interface InvalidField {
  /** Empty: the value itself. */
  readonly path: string;
  readonly problem: 'missing' | 'null' | 'invalid';
}

/** True if Oh My Pi can't use the server, or none of its tools. */
export function isFatal(flaw: Flaw): boolean {
  return flaw.kind === 'ids' || (flaw.kind === 'items' && flaw.list === 'tools' && hasNameless(flaw.items));
}

export const hasNameless = (items: readonly InvalidItem[]): boolean => items.some(({ isNamed }) => !isNamed);

/** Validates a value like agents that are built on the MCP client: strictly. Returns the first fields that they reject. */
export async function invalidFields(value: unknown, schema: Schema): Promise<readonly InvalidField[]> {
  const { issues = [] } = await schema['~standard'].validate(value);
  return issues.map(({ path = [] }) => {
    const keys = path.map((part) => (typeof part === 'object' ? part.key : part));
    const text = keys.map((key) => (typeof key === 'number' ? `[${key}]` : `.${String(key)}`)).join('');
    return { path: text.replace(/^\./, ''), problem: problemAt(value, keys) };
  });
}

/** The part of a Standard Schema that is used. */
export interface Schema {
  readonly '~standard': {
    readonly validate: (value: unknown) => Validated | Promise<Validated>;
  };
}

interface Validated {
  readonly issues?:
    | readonly { readonly path?: readonly (PropertyKey | { readonly key: PropertyKey })[] | undefined }[]
    | undefined;
}

function problemAt(value: unknown, path: readonly PropertyKey[]): InvalidField['problem'] {
  const found = path.reduce<unknown>((outer, key) => (outer as Record<PropertyKey, unknown> | null)?.[key], value);
  if (found === undefined) return 'missing';
  return found === null ? 'null' : 'invalid';
}
