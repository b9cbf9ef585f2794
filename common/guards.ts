/** Type guards for unknown values, and access to tables and sets with unknown keys. */

export const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

export const isText = (value: unknown): value is string => typeof value === 'string';
export const isNumber = (value: unknown): value is number => typeof value === 'number' && Number.isFinite(value);

/** Returns the value of a key of a table, without inherited ones such as `constructor`. */
export const lookUp = <T>(table: Readonly<Record<string, T>>, key: string): T | undefined =>
  Object.hasOwn(table, key) ? table[key] : undefined;

/** Returns the words of a text as a set. */
export const wordSet = (words: string): ReadonlySet<string> => new Set(words.split(' '));
