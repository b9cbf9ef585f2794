/** A schedule in words. The service shows it as a text whose form is open (spec http-api.md, WorkflowDetails). */
import cronstrue from 'cronstrue';

export interface Schedule {
  /** Pretty-printed, when the text is JSON. */
  readonly json: string | undefined;
  /** Each cron expression in it with what it means, in English. */
  readonly crons: readonly { readonly expression: string; readonly meaning: string }[];
}

/** Long enough for any schedule; what is longer is not searched. */
const LONGEST = 10_000;

export function readSchedule(raw: string): Schedule {
  if (raw.length > LONGEST) return { json: undefined, crons: [] };
  let value: unknown = raw;
  let json: string | undefined;
  try {
    value = JSON.parse(raw);
    json = JSON.stringify(value, null, 2);
  } catch {
    // A plain text, such as a bare cron expression.
  }
  return { json, crons: stringsIn(value).flatMap(explain) };
}

function stringsIn(value: unknown): string[] {
  if (typeof value === 'string') return [value];
  if (typeof value !== 'object' || value === null) return [];
  return Object.values(value).flatMap(stringsIn);
}

/** Five to seven fields of the characters that cron has; anything else is some other text. */
const CRON = /^\s*(?:@\w+|(?:[\d*?/,\-#LWA-Za-z]+\s+){4,6}[\d*?/,\-#LWA-Za-z]+)\s*$/;

function explain(text: string): Schedule['crons'] {
  if (text.length > 200 || !CRON.test(text) || !/[\d*@]/.test(text)) return [];
  try {
    return [{ expression: text.trim(), meaning: cronstrue.toString(text, { use24HourTimeFormat: true }) }];
  } catch {
    return [];
  }
}
