/** Readers for a record of unspecified shape. None throws. */
import { isRecord } from '../../../../common/guards.ts';

export type Fields = Readonly<Record<string, unknown>>;

/** Returns the fields of an object, or an empty object for any other value. */
export function fieldsOf(value: unknown): Fields {
  return isRecord(value) ? value : {};
}

const numberPattern = /^\$?(\d{1,20}(\.\d{0,40})?|\.\d{1,40})(e[+-]?\d{1,3})?$/i;

/** Reads a number or numeric string. Undefined for anything else and if negative, which means "it depends". */
export function amountOf(value: unknown): number | undefined {
  const amount = typeof value === 'string' && numberPattern.test(value) ? Number(value.replace('$', '')) : value;
  if (typeof amount !== 'number') return undefined;
  return Number.isFinite(amount) && amount >= 0 ? amount : undefined;
}

/** Returns the first value that is a positive integer or a string with one. */
export function firstCount(...values: readonly unknown[]): number | undefined {
  return values.map(amountOf).find((amount) => amount !== undefined && amount > 0 && Number.isSafeInteger(amount));
}

/** Returns the value if it's a string that matches, by default a non-blank one. */
export function named(value: unknown, form = /\S/): string | undefined {
  return typeof value === 'string' && form.test(value) ? value : undefined;
}

/** Returns the words of a list or of a string such as `text+image`, in lower case. */
export function wordsOf(value: unknown): string[] {
  const list = Array.isArray(value) ? value : typeof value === 'string' ? value.split(/[+,|\s]+/) : [];
  return list.filter((one): one is string => typeof one === 'string' && one !== '').map((one) => one.toLowerCase());
}
