/** Converts values of the wrong type if their meaning is clear. */
import { lookUp } from '../../common/guards.ts';
import { maskArguments } from '../../common/text/mask-secrets.ts';
import type { FieldInfo } from '../config/format/field.ts';
import { quoteValue } from '../config/language.ts';
import { plainWords } from '../config/packages/launch.ts';
import type { JsonNode } from '../config/text/json.ts';

const unitsInMilliseconds: Readonly<Record<string, number>> = {
  '': 1,
  ms: 1,
  s: 1000,
  sec: 1000,
  second: 1000,
  seconds: 1000,
  m: 60_000,
  min: 60_000,
  minute: 60_000,
  minutes: 60_000,
};

/** Parses a duration into milliseconds: "60s" is 60000. A bare number is in milliseconds. */
export function milliseconds(text: string): number | undefined {
  const [, amount, unit] = /^(\d+(?:\.\d+)?)\s*([a-z]*)$/i.exec(text.trim()) ?? [];
  if (amount === undefined || unit === undefined) return undefined;
  const factor = lookUp(unitsInMilliseconds, unit.toLowerCase());
  if (factor === undefined) return undefined;
  // 1.1 seconds are 1100 milliseconds, not 1100.0000000000002.
  const product = Number((Number(amount) * factor).toPrecision(12));
  return Number.isFinite(product) ? product : undefined;
}

export interface Converted {
  /** The value as JSON text. */
  readonly json: string;
  /** The value for messages and titles, with the secrets of a command line masked. */
  readonly shown: string;
  /** The old value has no other meaning. */
  readonly certain: boolean;
}

/**
 * Converts a value to the type of the field; undefined if its meaning is unclear or the result would still be invalid.
 *
 * @param source the value as it is written
 */
export function converted(info: FieldInfo, value: JsonNode, source: string): Converted | undefined {
  switch (info.type) {
    case 'boolean':
      return toBoolean(value);
    case 'number':
    case 'integer':
      return toNumber(info, value);
    case 'string':
      // If the field has a fixed set of values, the quoted value would still be invalid.
      return (value.type === 'number' || value.type === 'boolean') && info.values === undefined
        ? unmasked(JSON.stringify(source), true)
        : undefined;
    case 'array':
      return toArray(info, value, source);
    default:
      return undefined;
  }
}

function toBoolean(value: JsonNode): Converted | undefined {
  if (value.type === 'number' && (value.value === 0 || value.value === 1))
    return unmasked(String(value.value === 1), false);
  const word = value.type === 'string' ? value.value.trim().toLowerCase() : '';
  if (word === 'true' || word === 'false') return unmasked(word, true);
  if (['yes', 'on', '1'].includes(word)) return unmasked('true', false);
  return ['no', 'off', '0'].includes(word) ? unmasked('false', false) : undefined;
}

/** A value that is shown as it is. */
const unmasked = (json: string, certain: boolean): Converted => ({ json, shown: json, certain });

function toNumber(info: FieldInfo, value: JsonNode): Converted | undefined {
  const number = numberMeant(info, value);
  if (number === undefined || !isInRange(info, number)) return undefined;
  const certain = value.type === 'string' && /^(?:0|[1-9]\d{0,14})$/.test(value.value.trim());
  return unmasked(String(number), certain);
}

function numberMeant(info: FieldInfo, value: JsonNode): number | undefined {
  if (value.type === 'number') return Math.round(value.value);
  if (value.type !== 'string') return undefined;
  if (/^\d{1,15}$/.test(value.value.trim())) return Number(value.value);
  return info.name === 'timeout' ? milliseconds(value.value) : undefined;
}

/** True for a number that the field accepts. */
export function isInRange({ type, minimum, maximum }: FieldInfo, value: number): boolean {
  if (!Number.isFinite(value) || (type === 'integer' && !Number.isInteger(value))) return false;
  return value >= (minimum ?? Number.NEGATIVE_INFINITY) && value <= (maximum ?? Number.MAX_VALUE);
}

function toArray(info: FieldInfo, value: JsonNode, source: string): Converted | undefined {
  if (value.type !== 'string') return undefined;
  const words = info.name === 'args' ? plainWords(value.value) : undefined;
  if (words === undefined || words.length < 2)
    return { json: `[${source}]`, shown: `[${quoteValue(value.value)}]`, certain: false };
  return { json: listOf(words), shown: listOf(maskArguments(words)), certain: false };
}

const listOf = (words: readonly string[]): string => `[${words.map((word) => JSON.stringify(word)).join(', ')}]`;
