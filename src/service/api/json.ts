/** Readers of values of JSON objects. */
import { isNumber, isText } from '../../../common/guards.ts';

export type JsonRecord = Record<string, unknown>;

/** Returns the first of the named fields that is a non-empty string. */
export function firstText(record: JsonRecord, ...names: string[]): string | undefined {
  return names.map((name) => record[name]).find((value) => isText(value) && value !== '') as string | undefined;
}

/** Returns the first of the named fields that is a finite number. */
export function firstNumber(record: JsonRecord, ...names: string[]): number | undefined {
  return names.map((name) => record[name]).find(isNumber);
}

/** Like `firstNumber`, but some services send figures as text. */
export function firstFigure(record: JsonRecord, ...names: string[]): number | undefined {
  const figure = (value: unknown) => (isText(value) && /^\d+(?:\.\d+)?$/.test(value.trim()) ? Number(value) : value);
  return names.map((name) => figure(record[name])).find(isNumber);
}

/** Returns the object without its undefined properties. */
export function omitUndefined<T extends object>(values: T) {
  return Object.fromEntries(Object.entries(values).filter(([, value]) => value !== undefined)) as {
    [Name in keyof T]?: Exclude<T[Name], undefined>;
  };
}
