/** Keys of a tool that Oh My Pi's format doesn't have. */

/** What to do about such a key (`config/dialects.ts`). */
export type Remedy =
  | 'remove'
  /** Use `url` with a type. */
  | 'address'
  /** Use `enabled` with the opposite value. */
  | 'opposite'
  | 'list-variables'
  | 'list-headers'
  | 'bearer'
  | 'header-variables'
  | 'milliseconds'
  | 'resource'
  | 'no-prompts'
  /** Another name takes the same value. */
  | `same:${string}`
  /** Another name is used in other words. */
  | `use:${string}`;

export interface ForeignKeyFact {
  readonly remedy: Remedy;
  /** The products that have the key. Default: the tool. */
  readonly products?: readonly string[];
  /** True if the key doesn't tell the tool, because others have it too. */
  readonly isShared?: true;
}

export type ForeignKeys = Readonly<Record<string, Remedy | ForeignKeyFact>>;

export const factOfKey = (fact: Remedy | ForeignKeyFact): ForeignKeyFact =>
  typeof fact === 'string' ? { remedy: fact } : fact;
