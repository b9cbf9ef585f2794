import { describe, expect, it } from 'vitest';
import { exactTime, relativeTime, shortTime, timeAgo, timeOfDayIn } from '../../../src/shared/text/format.ts';
import { compareTimes, hasZone, timeOf } from '../../../src/shared/text/time.ts';

describe('a time of the service', () => {
  const utc = Date.UTC(2026, 10, 26, 11, 30);
  it.each([
    '2026-11-26T11:30:00Z',
    '2026-11-26T13:30:00+02:00',
    '2026-11-26T06:30:00-0500',
    ' 2026-11-26T11:30:00z ',
    '2026-11-26T11:30:00,000Z',
    '20261126T113000Z',
    '20261126T133000.000+02',
    '2026-11-26 13:30:00.000000+02',
    'Thu, 26 Nov 2026 11:30:00 GMT',
    'Thu Nov 26 2026 13:30:00 GMT+0200 (Central European Time)',
  ])('with a zone is an instant: %j', (time) => {
    expect(hasZone(time)).toBe(true);
    expect(timeOf(time)).toBe(utc);
    expect(timeAgo(time, utc + 30 * 60_000, 'en')).toBe('30m ago');
  });

  it.each([
    '2026-11-26T11:30:00',
    '2026-11-26 11:30:00',
    '2026-11-26T11:30',
    '2026-11-26T11:30:00.000000',
    '20261126T113000',
    'Nov 26, 2026 11:30:00 AM',
  ])('without a zone is ordered, but shown as sent, because its age is not known: %j', (time) => {
    expect(hasZone(time)).toBe(false);
    expect(timeOf(time)).toBe(utc);
    expect(timeAgo(time, utc + 30 * 60_000, 'en')).toMatch(/^Nov 26, 2026, 11:30\sAM \(as sent\)$/);
    expect(relativeTime(time, utc, 'en')).toMatch(/^Nov 26, 2026, 11:30\sAM \(as sent\)$/);
    expect(shortTime(time, utc, 'en')).toMatch(/^Nov 26, 2026, 11:30\sAM \(as sent\)$/);
    expect(exactTime(time, 'en')).toMatch(/^Nov 26, 2026, 11:30:00\sAM \(as sent\)$/);
    expect(timeOfDayIn(time, 'en')).toMatch(/^11:30\sAM \(as sent\)$/);
  });

  it.each([
    ...['', ' ', '0001-01-01T00:00:00Z', '0001-01-01T00:00:00', '0001-01-01', null, undefined],
    ...['1970-01-01T00:00:00Z', '1970-01-01T00:00:00.000+00:00', '1970-01-01T01:00:00+01:00', '1970-01-01 00:00:00'],
  ])('is unknown: %j', (time) => {
    expect(timeOf(time)).toBeNaN();
    expect(exactTime(time ?? '')).toBe('Time unknown');
    expect(relativeTime(time ?? '', 0)).toBe('Time unknown');
  });

  it('is shown as received if it is in another format', () => {
    expect(exactTime('soon')).toBe('soon');
  });

  it('is compared by the instant, not by the text', () => {
    const times = [
      '2025-11-20T10:00:00.250Z',
      '2025-11-20T10:00:00Z',
      '2025-11-20T13:00:00+04:00',
      '2025-11-20T09:30:00',
    ];
    expect(times.toSorted(compareTimes)).toEqual([times[2], times[3], times[1], times[0]]);
  });
});
