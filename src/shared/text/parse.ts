/**
 * Validation of untrusted values: settings, stored state, messages from a page, and input of a language model. Pure,
 * because it also runs in the webview.
 */
import { isNumber, isRecord, isText } from '../../../common/guards.ts';

/** Returns the valid value, without unknown properties. @throws if it's invalid */
export type Parser<T> = (value: unknown) => T;

/** Type of the values that a parser returns. */
export type Parsed<P> = P extends Parser<infer T> ? T : never;

type Parsers = Readonly<Record<string, Parser<unknown>>>;
type Flat<T> = { [K in keyof T]: T[K] };

/** An object with these properties; those that may be undefined are optional. */
type Properties<P> = Flat<
  { readonly [K in keyof P as undefined extends Parsed<P[K]> ? never : K]: Parsed<P[K]> } & {
    readonly [K in keyof P as undefined extends Parsed<P[K]> ? K : never]?: Exclude<Parsed<P[K]>, undefined>;
  }
>;

export const text = where(isText);
export const number = where(isNumber);
/** A position in a list. */
export const index = where((value): value is number => Number.isInteger(value) && Number(value) >= 0);
export const flag = where((value): value is boolean => typeof value === 'boolean');

/** @param expected what is said of an invalid value, as in "must be a number" */
export function where<T>(isValid: (value: unknown) => value is T, expected = 'is invalid'): Parser<T> {
  return (value) => {
    if (isValid(value)) return value;
    throw new TypeError(expected);
  };
}

/** Accepts texts up to a length in UTF-16 code units. */
export function textUpTo(longest: number): Parser<string> {
  return where((value): value is string => isText(value) && value.length <= longest);
}

export function oneOf<const T>(values: readonly T[]): Parser<T> {
  return where((value): value is T => values.some((one) => one === value), `must be one of ${values.join(', ')}`);
}

export function listOf<T>(parse: Parser<T>, longest = Number.POSITIVE_INFINITY): Parser<readonly T[]> {
  const list = where((value): value is unknown[] => Array.isArray(value) && value.length <= longest);
  return (value) => list(value).map((one) => parse(one));
}

export function optional<T>(parse: Parser<T>): Parser<T | undefined> {
  return (value) => (value === undefined ? undefined : parse(value));
}

/** Accepts a list, and leaves out its invalid values. Any other value is an empty list. */
export function validOf<T>(parse: Parser<T>): Parser<readonly T[]> {
  return (value) => (Array.isArray(value) ? value : []).flatMap((one) => parsed(parse, one) ?? []);
}

/** An invalid value counts as absent. */
export function lenient<T>(parse: Parser<T>): Parser<T | undefined> {
  return (value) => parsed(parse, value);
}

export function record<const P extends Parsers>(properties: P): Parser<Properties<P>> {
  return (value) => {
    const given = where(isRecord)(value);
    const entries = Object.entries(properties).map(([name, parse]) => [name, parse(given[name])]);
    return Object.fromEntries(entries.filter(([, one]) => one !== undefined));
  };
}

/** Parses objects whose property `key` is the name of one of the members. */
export function union<const K extends string, const M extends Readonly<Record<string, Parsers>>>(
  key: K,
  members: M,
): Parser<{ [Name in keyof M]: Flat<{ readonly [One in K]: Name } & Properties<M[Name]>> }[keyof M]> {
  const parsers = new Map(Object.entries(members).map(([name, one]) => [name, record({ [key]: text, ...one })]));
  return (value) => {
    const parse = parsers.get(text(where(isRecord)(value)[key]));
    if (!parse) throw new TypeError('Unknown kind.');
    return parse(value) as never;
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
