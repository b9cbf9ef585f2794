/** Readers for a record of unspecified shape. None throws. */
import { isRecord } from '../api/json.ts';

export type Fields = Readonly<Record<string, unknown>>;

/** The object's fields, or none where it is something else. */
export function fieldsOf(value: unknown): Fields {
  return isRecord(value) ? value : {};
}

const NUMBER = /^\$?(\d{1,20}(\.\d{0,40})?|\.\d{1,40})(e[+-]?\d{1,3})?$/i;

/** A number, or a text that is one. Negative ones are how services say "it depends": undefined, as is all else. */
export function amountOf(value: unknown): number | undefined {
  const amount = typeof value === 'string' && NUMBER.test(value) ? Number(value.replace('$', '')) : value;
  if (typeof amount !== 'number') return undefined;
  return Number.isFinite(amount) && amount >= 0 ? amount : undefined;
}

/** The first of the values that is a positive whole number, or a text that is one. */
export function firstCount(...values: readonly unknown[]): number | undefined {
  return values.map(amountOf).find((amount) => amount !== undefined && amount > 0 && Number.isSafeInteger(amount));
}

/** A text with something in it, of this form. */
export function named(value: unknown, form = /\S/): string | undefined {
  return typeof value === 'string' && form.test(value) ? value : undefined;
}

/** The words of a list, or of a text such as `text+image`, in small letters. */
export function wordsOf(value: unknown): string[] {
  const list = Array.isArray(value) ? value : typeof value === 'string' ? value.split(/[+,|\s]+/) : [];
  return list.filter((one): one is string => typeof one === 'string' && one !== '').map((one) => one.toLowerCase());
}
