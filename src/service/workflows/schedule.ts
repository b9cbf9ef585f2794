/** Explains a schedule. The service sends it as text in an unspecified format (spec http-api.md, WorkflowDetails). */
import cronstrue from 'cronstrue';
import 'cronstrue/locales/de.js';
import 'cronstrue/locales/zh_CN.js';
import { env, l10n } from 'vscode';
import { parseJson } from '../../../common/text/json.ts';
import { oneLine } from '../../shared/text/format.ts';

/** Maximum number of characters. Longer texts aren't searched. */
const maxLength = 10_000;

/** Returns what the text probably means: `At 02:30 (time zone: UTC)`. Returns undefined if no rule is recognized. */
export function interpretSchedule(raw: string): string | undefined {
  if (raw.length > maxLength) return undefined;
  const parsed = parseJson(raw);
  // Plain text, such as a cron expression, isn't JSON.
  const entries = parsed === undefined ? [] : entriesOf('', parsed);
  const meanings = parsed === undefined ? cron(raw) : entries.flatMap(([name, one]) => explain(name, one));
  if (meanings.length === 0) return undefined;
  const zones = new Set(
    entries.flatMap(([name, one]) => (zonePattern.test(name) && typeof one === 'string' ? [one] : [])),
  );
  const [zone] = zones;
  const text = meanings.join('; ');
  return zones.size === 1 && zone !== undefined
    ? l10n.t('{0} (time zone: {1})', text, oneLine(zone, 60))
    : l10n.t('{0} (time zone unknown)', text);
}

/** Returns all strings and numbers in a value, with the names of their properties. */
function entriesOf(name: string, value: unknown): (readonly [name: string, value: string | number])[] {
  if (typeof value === 'string' || typeof value === 'number') return [[name, value]];
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([key, one]) => entriesOf(Array.isArray(value) ? name : key, one));
}

const zonePattern = /^(?:time_?zone|tz)$/i;
/** Names of properties that hold cron expressions. Other texts may look like one: `1 2 3 4 5`. */
const cronNamePattern = /cron|^(?:schedule|expression)$|^$/i;

function explain(name: string, value: string | number): readonly string[] {
  if (typeof value === 'string') return cronNamePattern.test(name) ? cron(value) : [];
  const meaning = interval(name, value);
  return meaning === undefined ? [] : [meaning];
}

/** Five to seven fields with only the characters of cron, or a shortcut such as `@daily`. */
const cronPattern = /^\s*(?:@\w+|(?:[\d*?/,\-#LWA-Za-z]+\s+){4,6}[\d*?/,\-#LWA-Za-z]+)\s*$/;

/** Locale names of `cronstrue` for our languages. */
const cronLocales: Readonly<Record<string, string>> = { de: 'de', 'zh-cn': 'zh_CN' };

function cron(text: string): readonly string[] {
  if (text.length > 200 || !cronPattern.test(text) || !/[\d*@]/.test(text)) return [];
  try {
    return [cronstrue.toString(text, { use24HourTimeFormat: true, locale: cronLocales[env.language] ?? 'en' })];
  } catch {
    return [];
  }
}

const minutesOf = { minutes: 1, hours: 60, days: 24 * 60, weeks: 7 * 24 * 60 } as const;
const intervalPattern = /^every_?(minutes|hours|days|weeks)$/i;

/** Returns the meaning of a property such as `everyMinutes`, in the largest unit that divides it. */
function interval(name: string, amount: number): string | undefined {
  const unit = intervalPattern.exec(name)?.[1]?.toLowerCase() as keyof typeof minutesOf | undefined;
  if (unit === undefined || !Number.isInteger(amount) || amount <= 0) return undefined;
  const minutes = amount * minutesOf[unit];
  const times = (size: number) => (minutes % size === 0 ? minutes / size : undefined);
  const [weeks, days, hours] = [times(minutesOf.weeks), times(minutesOf.days), times(minutesOf.hours)];
  if (weeks !== undefined) return weeks === 1 ? l10n.t('Every week') : l10n.t('Every {0} weeks', weeks);
  if (days !== undefined) return days === 1 ? l10n.t('Every day') : l10n.t('Every {0} days', days);
  if (hours !== undefined) return hours === 1 ? l10n.t('Every hour') : l10n.t('Every {0} hours', hours);
  return minutes === 1 ? l10n.t('Every minute') : l10n.t('Every {0} minutes', minutes);
}
