/** What a value of the wrong type surely means in the right one. */
import type { FieldInfo } from '../config/field.ts';
import type { JsonNode } from '../config/json.ts';
import { plainWords } from '../config/launch.ts';

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

/** A length of time in words as milliseconds: "60s" is 60000. A bare number is taken as it is. */
export function milliseconds(text: string): number | undefined {
  const [, amount, unit] = /^\s*(\d+(?:\.\d+)?)\s*([a-z]*)\s*$/i.exec(text) ?? [];
  const factor = Object.hasOwn(unitsInMilliseconds, unit?.toLowerCase() ?? '-')
    ? unitsInMilliseconds[unit?.toLowerCase() ?? '']
    : undefined;
  return amount === undefined || factor === undefined ? undefined : Number(amount) * factor;
}

export interface Converted {
  /** The value as JSON text. */
  readonly json: string;
  /** Nobody could read the old value in any other way. */
  readonly certain: boolean;
}

/** The value in the type that the field takes; undefined where it could mean anything. */
export function converted(info: FieldInfo, value: JsonNode, text: string): Converted | undefined {
  const source = text.slice(value.offset, value.offset + value.length);
  switch (info.type) {
    case 'boolean':
      return toBoolean(value);
    case 'number':
    case 'integer':
      return toNumber(info, value);
    case 'string':
      return value.type === 'number' || value.type === 'boolean'
        ? { json: JSON.stringify(source), certain: true }
        : undefined;
    case 'array':
      return toArray(info, value, source);
    default:
      return undefined;
  }
}

function toBoolean(value: JsonNode): Converted | undefined {
  if (value.type === 'number' && (value.value === 0 || value.value === 1))
    return { json: String(value.value === 1), certain: false };
  const word = value.type === 'string' ? value.value.trim().toLowerCase() : '';
  if (word === 'true' || word === 'false') return { json: word, certain: true };
  if (['yes', 'on', '1'].includes(word)) return { json: 'true', certain: false };
  return ['no', 'off', '0'].includes(word) ? { json: 'false', certain: false } : undefined;
}

function toNumber(info: FieldInfo, value: JsonNode): Converted | undefined {
  if (value.type === 'number') return { json: String(Math.round(value.value)), certain: false };
  if (value.type !== 'string') return undefined;
  if (/^\d{1,15}$/.test(value.value.trim())) return { json: String(Number(value.value)), certain: true };
  const amount = info.name === 'timeout' ? milliseconds(value.value) : undefined;
  return amount === undefined ? undefined : { json: String(amount), certain: false };
}

function toArray(info: FieldInfo, value: JsonNode, source: string): Converted | undefined {
  if (value.type !== 'string') return undefined;
  const words = info.name === 'args' ? plainWords(value.value) : undefined;
  if (words === undefined || words.length < 2) return { json: `[${source}]`, certain: false };
  return { json: `[${words.map((word) => JSON.stringify(word)).join(', ')}]`, certain: false };
}
