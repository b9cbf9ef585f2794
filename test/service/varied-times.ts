/** Forms of a time. Spec: "ISO 8601" for workflows, "string" for versions, runs, and steps. */
import type { Choices } from './choices.ts';

/** Forms of ISO 8601. Those that leave out milliseconds are later ones' start. */
const ISO = [
  'milliseconds',
  'seconds',
  'microseconds',
  'nanoseconds',
  'offset',
  'offset of hours',
  'compact offset',
  'no zone',
  'comma',
  'basic',
  'lower case',
  'mixed zones',
] as const;
const TEXT = [...ISO, 'space', 'database', 'HTTP date'] as const;
type Form = (typeof TEXT)[number];

/** @param kind `iso` for a field that the document says is ISO 8601 @param what names the time */
export function otherForm(time: string, kind: 'iso' | 'text', what: string, choices: Choices): string {
  const form = kind === 'iso' ? choices.of('form of times', ISO) : choices.of('form of other times', TEXT);
  const minutes = form === 'mixed zones' ? choices.of(`zone of ${what}`, [0, 330, -480, 120]) : 120;
  return written(new Date(time), form, minutes);
}

/** @param minutes east of Greenwich */
function written(time: Date, form: Form, minutes: number): string {
  const utc = time.toISOString();
  const local = new Date(time.getTime() + minutes * 60_000).toISOString().slice(0, -1);
  const two = (value: number) => String(Math.trunc(Math.abs(value))).padStart(2, '0');
  const [sign, hours, rest] = [minutes < 0 ? '-' : '+', two(minutes / 60), two(minutes % 60)];
  switch (form) {
    case 'milliseconds':
      return utc;
    case 'seconds':
      return `${utc.slice(0, 19)}Z`;
    case 'microseconds':
      return utc.replace('Z', '456Z');
    case 'nanoseconds':
      return utc.replace('Z', '456789Z');
    case 'offset':
    case 'mixed zones':
      return `${local}${sign}${hours}:${rest}`;
    case 'offset of hours':
      return `${local}${sign}${hours}`;
    case 'compact offset':
      return `${local}${sign}${hours}${rest}`;
    case 'no zone':
      return utc.slice(0, -1);
    case 'comma':
      return utc.replace('.', ',');
    case 'basic':
      return utc.replace(/[-:]/g, '');
    case 'lower case':
      return utc.toLowerCase();
    case 'space':
      return utc.replace('T', ' ').slice(0, -1);
    case 'database':
      return `${local.replace('T', ' ')}000${sign}${hours}`;
    case 'HTTP date':
      return time.toUTCString();
  }
}
