/** Validation of untrusted values: stored chats, and messages from a page. Pure, because it also runs in the webview. */
import { isNumber, isRecord, isText } from '../api/json.ts';

/** Returns the valid value, without unknown properties. @throws if it's invalid */
export type Parser<T> = (value: unknown) => T;

/** A parser for each property. */
export type Properties<T> = {
  readonly [K in keyof T]-?: Parser<object extends Pick<T, K> ? T[K] | undefined : T[K]>;
};

export const text = where(isText);
export const number = where(isNumber);
export const flag = where((value): value is boolean => typeof value === 'boolean');

export function where<T>(isValid: (value: unknown) => value is T): Parser<T> {
  return (value) => {
    if (isValid(value)) return value;
    throw new TypeError('Invalid value.');
  };
}

/** Accepts texts up to a length in UTF-16 code units. */
export function textUpTo(longest: number): Parser<string> {
  return where((value): value is string => isText(value) && value.length <= longest);
}

export function oneOf<const T>(values: readonly T[]): Parser<T> {
  return where((value): value is T => values.some((one) => one === value));
}

export function listOf<T>(parse: Parser<T>, longest = Number.POSITIVE_INFINITY): Parser<readonly T[]> {
  const list = where((value): value is unknown[] => Array.isArray(value) && value.length <= longest);
  return (value) => list(value).map((one) => parse(one));
}

export function optional<T>(parse: Parser<T>): Parser<T | undefined> {
  return (value) => (value === undefined ? undefined : parse(value));
}

/** An invalid value counts as absent. */
export function lenient<T>(parse: Parser<T>): Parser<T | undefined> {
  return (value) => parsed(parse, value);
}

export function record<T extends object>(properties: Properties<T>): Parser<T> {
  return (value) => {
    const given = where(isRecord)(value);
    const entries = Object.entries<Parser<unknown>>(properties).map(
      ([name, parse]) => [name, parse(given[name])] as const,
    );
    return Object.fromEntries(entries.filter(([, one]) => one !== undefined)) as T;
  };
}

/** Parses a union whose members differ in the property `key`. */
export function union<T extends Readonly<Record<K, string>>, K extends string>(
  key: K,
  members: { readonly [Name in T[K]]: Properties<Omit<Extract<T, Readonly<Record<K, Name>>>, K>> },
): Parser<T> {
  const names = Object.keys(members) as T[K][];
  return (value) => {
    const name = oneOf(names)(where(isRecord)(value)[key]);
    const properties = record<object>(members[name] as Properties<object>)(value);
    return { [key]: name, ...properties } as object as T;
  };
}

/** Returns the valid value; undefined if it's invalid. */
export function parsed<T>(parse: Parser<T>, value: unknown): T | undefined {
  try {
    return parse(value);
  } catch {
    return undefined;
  }
}
