/**
 * Formats times, durations, numbers, sizes, and text from the service. Runs without VS Code. The symbols ms, s, min, h,
 * d, KB, MB, and GB are international and therefore not translated, except durations in Chinese.
 */
import * as l10n from '@vscode/l10n';
import { cut, ellipsize } from '../../../common/text/cut.ts';
import { invisibleCharacters } from '../../../common/text/invisible-characters.ts';
import { hasZone, isUnset, timeOf } from './time.ts';

/** Language of numbers and times; undefined for the system's. */
let language: string | undefined;
/** Compares names in the language. Kept, because sorting a list asks for it at each comparison. */
let collator: Intl.Collator | undefined;

/** Sets the language of numbers and times, from `vscode.env.language`. An empty name selects the system's language. */
export function setLanguage(name: string): void {
  language = name || undefined;
  collator = undefined;
}

/**
 * Returns text from the service as one line: without invisible and reordering characters, with spaces for line breaks,
 * truncated with an ellipsis. If nothing is left, returns `(unnamed)`.
 * @param max length in UTF-16 units; a cut never splits a surrogate pair
 */
export function oneLine(text: string, max = 120): string {
  const clean = roughly(text, max)
    .replace(/[\t\n\r]+/g, ' ')
    .replace(invisibleCharacters, '')
    .trim();
  return ellipsize(clean, max) || l10n.t('(unnamed)');
}

/** Like `oneLine`, but keeps line breaks, for example for a description or an error in a tooltip. */
export function plainText(text: string, max = 1000): string {
  return ellipsize(roughly(text, max).replace(/\r\n?/g, '\n').replace(invisibleCharacters, ''), max);
}

/** Truncates first, so that the regular expressions never run over megabytes. */
function roughly(text: string, max: number): string {
  return cut(text, Math.max(20_000, max * 4));
}

/** Escapes text for labels that render `$(…)` as an icon and messages that render `[text](address)` as a link. */
export function inert(text: string): string {
  return text.replaceAll('$(', '$\u200b(').replaceAll('](', ']\u200b(');
}

/**
 * Formats a duration: `850 ms`, `12 s`, `3 min 20 s`, `2 h 5 min`.
 * @param seconds the unit of durations in the service (spec http-api.md)
 */
export function duration(seconds: number): string {
  if (!Number.isFinite(seconds) || seconds < 0) return l10n.t('unknown');
  const milliseconds = Math.round(seconds * 1000);
  if (milliseconds < 1000) return inUnit(milliseconds, 'millisecond');
  const whole = Math.round(seconds);
  if (whole < 60) return inUnit(seconds, 'second', seconds < 10 ? 1 : 0);
  if (whole < 3600) return pair(Math.floor(whole / 60), 'minute', whole % 60, 'second');
  const minutes = Math.round(whole / 60);
  if (minutes < 48 * 60) return pair(Math.floor(minutes / 60), 'hour', minutes % 60, 'minute');
  const hours = Math.round(minutes / 60);
  return pair(Math.floor(hours / 24), 'day', hours % 24, 'hour');
}

/** Formats by type, language, and options. Creating one is too slow for each row of a tree. */
const formats = new Map<string, unknown>();

function cached<Format, Options>(
  type: new (locale: string | undefined, options: Options) => Format,
  locale: string | undefined,
  options: Options,
): Format {
  const key = `${type.name} ${locale} ${JSON.stringify(options)}`;
  const format = formats.get(key) ?? new type(locale, options);
  formats.set(key, format);
  return format as Format;
}

/** Formats a number in the user's language: `1,234.5`. */
export function formatNumber(value: number, options: Intl.NumberFormatOptions = {}, locale = language): string {
  return cached(Intl.NumberFormat, locale, options).format(value);
}

/** Compares names in the user's language, with numbers by their value: `Flow 2` before `Flow 10`. */
export function compareNames(one: string, other: string): number {
  collator ??= new Intl.Collator(language, { numeric: true });
  return collator.compare(one, other);
}

/**
 * Formats an amount: `$1.25`.
 * @param currency any text of the service; only a three-letter code becomes a symbol
 * @param number formats the amount beside any other text
 */
export function inCurrency(
  amount: number,
  currency: string,
  options: Intl.NumberFormatOptions,
  number: (amount: number) => string,
): string {
  if (!/^[A-Z]{3}$/.test(currency)) return `${number(amount)} ${currency}`;
  return formatNumber(amount, { style: 'currency', currency, ...options });
}

const durationSymbols = { millisecond: 'ms', second: 's', minute: 'min', hour: 'h', day: 'd' } as const;
type DurationUnit = keyof typeof durationSymbols;

/** Chinese text has no symbols for units, and its ages have none either: `34秒`, `3分钟20秒`. */
function isChinese(): boolean {
  return /^zh\b/.test(language ?? '');
}

function inUnit(value: number, unit: DurationUnit, maximumFractionDigits = 0): string {
  const options = { maximumFractionDigits, useGrouping: false };
  if (isChinese()) return formatNumber(value, { style: 'unit', unit, unitDisplay: 'short', ...options });
  return `${formatNumber(value, options)} ${durationSymbols[unit]}`;
}

function pair(large: number, largeUnit: DurationUnit, small: number, smallUnit: DurationUnit): string {
  const parts = [inUnit(large, largeUnit), ...(small === 0 ? [] : [inUnit(small, smallUnit)])];
  return parts.join(isChinese() ? '' : ' ');
}

const timeUnits = [
  ['year', 365 * 24 * 3600],
  ['month', 30 * 24 * 3600],
  ['day', 24 * 3600],
  ['hour', 3600],
  ['minute', 60],
] as const;

/** Formats a time for a tree row: `5m ago`, `in 2h`, `just now`. A time in another format is shown as received. */
export function relativeTime(iso: string, now: number, locale = language): string {
  const time = timeOf(iso);
  if (Number.isNaN(time)) return unknownTime(iso);
  return hasZone(iso) ? relativeText(time, now, locale) : asSent(time, locale, shortFormat);
}

/** Relative times by language, number, and unit. Thousands of rows have the same few. */
const relativeTexts = new Map<string, string>();

function relativeText(time: number, now: number, locale: string | undefined): string {
  const seconds = (time - now) / 1000;
  const unit = timeUnits.find(([, size]) => Math.abs(seconds) >= size);
  if (!unit) return l10n.t('just now');
  const count = Math.trunc(seconds / unit[1]);
  const key = `${locale} ${count} ${unit[0]}`;
  const known = relativeTexts.get(key);
  if (known !== undefined) return known;
  // The narrow units of other languages are ambiguous: "vor 1 m" in German.
  const style = /^en\b/.test(locale ?? 'en') ? 'narrow' : 'short';
  const text = cached(Intl.RelativeTimeFormat, locale, { style }).format(count, unit[0]);
  relativeTexts.set(key, text);
  return text;
}

/** Like `relativeTime`, for past events. If the service's clock is ahead of ours, returns `just now`. */
export function timeAgo(iso: string, now: number, locale = language): string {
  const time = timeOf(iso);
  if (Number.isNaN(time)) return unknownTime(iso);
  if (!hasZone(iso)) return asSent(time, locale, shortFormat);
  return time > now ? l10n.t('just now') : relativeText(time, now, locale);
}

const shortFormat: Intl.DateTimeFormatOptions = { dateStyle: 'medium', timeStyle: 'short' };

/** Formats a time that has no zone: its age isn't known, and it isn't converted to the zone of the user. */
function asSent(time: number, locale: string | undefined, options: Intl.DateTimeFormatOptions): string {
  return l10n.t('{0} (as sent)', cached(Intl.DateTimeFormat, locale, { ...options, timeZone: 'UTC' }).format(time));
}

/** Formats the time of day of a time of the service: `14:05`. One without a zone is shown as sent. */
export function timeOfDayIn(iso: string, locale = language): string {
  const time = timeOf(iso);
  if (Number.isNaN(time)) return unknownTime(iso);
  return hasZone(iso) ? timeOfDay(time, 'short', locale) : asSent(time, locale, { timeStyle: 'short' });
}

/** Formats a time of day in the user's language: `14:05`, or `14:05:30`. @param time epoch milliseconds */
export function timeOfDay(time: number, timeStyle: 'short' | 'medium' = 'short', locale = language): string {
  return cached(Intl.DateTimeFormat, locale, { timeStyle }).format(time);
}

/** Returns the day of a time in local time, such as `2025-11-20`. @param time epoch milliseconds */
export function localDay(time: number): string {
  const date = new Date(time);
  const two = (value: number) => String(value).padStart(2, '0');
  return `${date.getFullYear()}-${two(date.getMonth() + 1)}-${two(date.getDate())}`;
}

/**
 * Formats a day: `Today`, `Yesterday`, `Thu, Nov 20`. Includes the year if it isn't the current one.
 * @param key `2025-11-20`, local time; empty if the time couldn't be parsed
 */
export function dayName(key: string, now: number, locale = language): string {
  if (key === '') return l10n.t('Time unknown');
  const [year = 0, month = 1, day = 1] = key.split('-').map(Number);
  const date = new Date(year, month - 1, day);
  // Rounded, because a day on which the clocks change has 23 or 25 hours.
  const ago = Math.round((new Date(now).setHours(0, 0, 0, 0) - date.getTime()) / dayMs);
  if (ago === 0 || ago === 1) {
    const name = new Intl.RelativeTimeFormat(locale, { numeric: 'auto' }).format(-ago, 'day');
    return name.charAt(0).toLocaleUpperCase() + name.slice(1);
  }
  const format: Intl.DateTimeFormatOptions = { weekday: 'short', month: 'short', day: 'numeric' };
  if (date.getFullYear() !== new Date(now).getFullYear()) format.year = 'numeric';
  return cached(Intl.DateTimeFormat, locale, format).format(date);
}

const dayMs = 24 * 3600 * 1000;

function unknownTime(time: string): string {
  return isUnset(time) ? l10n.t('Time unknown') : oneLine(time, 40);
}

/** Formats date and time in the user's language, to the second. A time in another format is shown as received. */
export function exactTime(iso: string, locale = language): string {
  const time = timeOf(iso);
  if (Number.isNaN(time)) return unknownTime(iso);
  const format = { dateStyle: 'medium', timeStyle: 'medium' } as const;
  return hasZone(iso) ? cached(Intl.DateTimeFormat, locale, format).format(time) : asSent(time, locale, format);
}

const byteUnits = ['', 'KB', 'MB', 'GB'] as const;

/** Formats a size in decimal units: `850 bytes`, `1.2 MB`. */
export function byteSize(bytes: number, locale = language): string {
  let power = 0;
  let amount = bytes;
  // Rounded, so that 999,999 bytes are 1 MB instead of 1,000 KB.
  for (; Math.round(amount) >= 1000 && power < byteUnits.length - 1; power++) amount /= 1000;
  const text = formatNumber(amount, { maximumFractionDigits: amount < 10 ? 1 : 0 }, locale);
  if (power > 0) return `${text} ${byteUnits[power]}`;
  return bytes === 1 ? l10n.t('1 byte') : l10n.t('{0} bytes', text);
}

/** Formats a time for a tab: `14:05`, or `Nov 20, 14:05` on another day. @param now epoch milliseconds */
export function shortTime(iso: string, now: number, locale = language): string {
  const time = timeOf(iso);
  if (Number.isNaN(time)) return unknownTime(iso);
  if (!hasZone(iso)) return asSent(time, locale, shortFormat);
  if (localDay(time) === localDay(now)) return timeOfDay(time, 'short', locale);
  const format: Intl.DateTimeFormatOptions = { month: 'short', day: 'numeric', hour: 'numeric', minute: '2-digit' };
  return cached(Intl.DateTimeFormat, locale, format).format(time);
}
