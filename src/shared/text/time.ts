/** Times of the service. */

/** Date and time by ISO 8601: also without separators, with a comma, or with only the hours of the zone. */
const isoTime =
  /^(\d{4})-?(\d\d)-?(\d\d)[T ](\d\d):?(\d\d)(?::?(\d\d)(?:[.,](\d+))?)? ?(?:Z|([+-]\d\d)(?::?(\d\d))?)?$/i;
/** The name of a zone, or its difference, at the end of a time in another form. `AM` isn't one. */
const zone = /(?:\b[A-Z]{3,4}|[+-]\d\d:?\d\d)(?: ?\([^()]*\))?$/i;
/** Some services send the smallest value of their time type, in the year 1, for an unknown time. */
const smallest = /^0001-?01-?01/;

/**
 * Returns a time in epoch milliseconds; NaN if it's unknown. Without a zone, it's read in UTC, which orders times of one
 * service, but says nothing about the instant: see `hasZone`. The zero of Unix time isn't a time of a run either.
 */
export function timeOf(time: string | null | undefined): number {
  const text = time?.trim() ?? '';
  return isUnset(text) ? Number.NaN : parse(text);
}

/** True for a text that services send for an unknown time: none, the smallest value of their type, or zero. */
export function isUnset(text: string): boolean {
  return text.trim() === '' || smallest.test(text.trim()) || parse(text.trim()) === 0;
}

/** True if a time names its zone, so that the instant is known. */
export function hasZone(time: string): boolean {
  const text = time.trim();
  return isoTime.test(text) ? /(?:Z|[+-]\d\d(?::?\d\d)?)$/i.test(text.slice(10)) : zone.test(text) || /Z$/i.test(text);
}

function parse(text: string): number {
  const parts = isoTime.exec(text);
  if (parts === null) return Date.parse(text.includes(':') && !zone.test(text) ? `${text} UTC` : text);
  const [, year, month, day, hour, minute, second = '00', fraction = '', hours = '+00', minutes = '00'] = parts;
  return Date.parse(
    `${year}-${month}-${day}T${hour}:${minute}:${second}.${fraction.slice(0, 3).padEnd(3, '0')}${hours}:${minutes}`,
  );
}

/** Sorts times in any time zone, oldest first. Ties, such as times that differ only in microseconds, by their text. */
export function compareTimes(one: string, other: string): number {
  return timeOf(one) - timeOf(other) || one.localeCompare(other);
}
