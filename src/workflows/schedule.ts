/** Explains a schedule. The service sends it as text in an unspecified format (spec http-api.md, WorkflowDetails). */
import cronstrue from 'cronstrue';
import 'cronstrue/locales/de.js';
import 'cronstrue/locales/zh_CN.js';
import { env, l10n } from 'vscode';
import { parseJson } from '../api/json.ts';

export interface Schedule {
  /** The cron expressions and intervals in the text, with their meaning. */
  readonly rules: readonly ScheduleRule[];
  /** The time zone in the text, if it contains exactly one. */
  readonly timeZone: string | undefined;
}

export interface ScheduleRule {
  /** `30 2 * * 1-5`, `everyMinutes: 1440` */
  readonly expression: string;
  readonly meaning: string;
}

/** Maximum number of characters. Longer texts aren't searched. */
const MAX_LENGTH = 10_000;

export function readSchedule(raw: string): Schedule {
  if (raw.length > MAX_LENGTH) return { rules: [], timeZone: undefined };
  // Plain text, such as a cron expression, isn't JSON.
  const entries = entriesOf('', parseJson(raw) ?? raw);
  const zones = new Set(entries.flatMap(([name, one]) => (ZONE.test(name) && typeof one === 'string' ? [one] : [])));
  const [timeZone] = zones.size === 1 ? zones : [];
  return { rules: entries.flatMap(([name, one]) => explain(name, one)), timeZone };
}

/** Returns all strings and numbers in a value, with the names of their properties. */
function entriesOf(name: string, value: unknown): (readonly [name: string, value: string | number])[] {
  if (typeof value === 'string' || typeof value === 'number') return [[name, value]];
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([key, one]) => entriesOf(Array.isArray(value) ? name : key, one));
}

const ZONE = /^(?:time_?zone|tz)$/i;

function explain(name: string, value: string | number): readonly ScheduleRule[] {
  if (typeof value === 'string') return cron(value);
  const meaning = interval(name, value);
  return meaning === undefined ? [] : [{ expression: `${name}: ${value}`, meaning }];
}

/** Five to seven fields with only the characters of cron, or a shortcut such as `@daily`. */
const CRON = /^\s*(?:@\w+|(?:[\d*?/,\-#LWA-Za-z]+\s+){4,6}[\d*?/,\-#LWA-Za-z]+)\s*$/;

/** Locale names of `cronstrue` for our languages. */
const LOCALES: Readonly<Record<string, string>> = { de: 'de', 'zh-cn': 'zh_CN' };

function cron(text: string): readonly ScheduleRule[] {
  if (text.length > 200 || !CRON.test(text) || !/[\d*@]/.test(text)) return [];
  try {
    const options = { use24HourTimeFormat: true, locale: LOCALES[env.language] ?? 'en' };
    return [{ expression: text.trim(), meaning: cronstrue.toString(text, options) }];
  } catch {
    return [];
  }
}

const MINUTES = { minutes: 1, hours: 60, days: 24 * 60, weeks: 7 * 24 * 60 } as const;
const INTERVAL = /^every_?(minutes|hours|days|weeks)$/i;

/** Returns the meaning of a property such as `everyMinutes`, in the largest unit that divides it. */
function interval(name: string, amount: number): string | undefined {
  const unit = INTERVAL.exec(name)?.[1]?.toLowerCase() as keyof typeof MINUTES | undefined;
  if (unit === undefined || !Number.isInteger(amount) || amount <= 0) return undefined;
  const minutes = amount * MINUTES[unit];
  const times = (size: number) => (minutes % size === 0 ? minutes / size : undefined);
  const [weeks, days, hours] = [times(MINUTES.weeks), times(MINUTES.days), times(MINUTES.hours)];
  if (weeks !== undefined) return weeks === 1 ? l10n.t('Every week') : l10n.t('Every {0} weeks', weeks);
  if (days !== undefined) return days === 1 ? l10n.t('Every day') : l10n.t('Every {0} days', days);
  if (hours !== undefined) return hours === 1 ? l10n.t('Every hour') : l10n.t('Every {0} hours', hours);
  return minutes === 1 ? l10n.t('Every minute') : l10n.t('Every {0} minutes', minutes);
}
