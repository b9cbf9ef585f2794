import { afterEach, describe, expect, test } from 'vitest';
import {
  byteSize,
  compareNames,
  dayName,
  duration,
  exactTime,
  formatNumber,
  inert,
  oneLine,
  plainText,
  relativeTime,
  setLanguage,
} from '../../../src/shared/text/format.ts';
import { fc } from '../random-runs.ts';

describe('oneLine', () => {
  test('preserves a regular name', () =>
    expect(oneLine('Nightly report – Zürich 🚆')).toBe('Nightly report – Zürich 🚆'));
  test('removes characters that reorder or hide text', () => {
    expect(oneLine('pay\u202eroll\u200b\u2066\ufeff')).toBe('payroll');
  });
  test('removes invisible characters', () => {
    expect(oneLine('pay\u00adr\u034fo\u115fl\u3164l\u{e0041}')).toBe('payroll');
    expect(oneLine('\u3164\u115f')).toBe('(unnamed)');
  });
  test('preserves the emoji presentation', () => expect(oneLine('⚠\ufe0f Alerts')).toBe('⚠\ufe0f Alerts'));
  test('turns line breaks into spaces', () => expect(oneLine('a\r\nb\tc')).toBe('a b c'));
  test('shows a placeholder for an empty name', () => expect(oneLine('\u200b \u202e')).toBe('(unnamed)'));
  test('truncates with an ellipsis and never inside a character', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme', maxLength: 300 }), fc.integer({ min: 4, max: 100 }), (text, max) => {
        const line = oneLine(text, max);
        expect(line.length).toBeLessThanOrEqual(Math.max(max, '(unnamed)'.length));
        expect(line.isWellFormed() || !text.isWellFormed()).toBe(true);
      }),
    );
  });
  test('shows the visible part after many invisible characters', () => {
    expect(oneLine(`${'\u200b'.repeat(500)}visible`)).toBe('visible');
    expect(plainText(`${'\u200b'.repeat(5000)}visible`)).toBe('visible');
  });
  test('never splits a character when it truncates a long text first', () => {
    for (const length of [19_920, 19_921])
      expect(oneLine(`${'\u200b'.repeat(length)}${'a'.repeat(79)}🚆${'\u200b'.repeat(9)}`).isWellFormed()).toBe(true);
  });
  test('truncates a name of ten megabytes without delay', () =>
    expect(oneLine('x'.repeat(10_000_000))).toHaveLength(120));
});

describe('plainText', () => {
  test('preserves line breaks', () => expect(plainText('a\r\nb\u202ec')).toBe('a\nbc'));
});

describe('duration', () => {
  test.each([
    [0, '0 ms'],
    [0.85, '850 ms'],
    [0.9994, '999 ms'],
    [0.9996, '1 s'],
    [4.44, '4.4 s'],
    [12.44, '12 s'],
    [59.4, '59 s'],
    [59.6, '1 min'],
    [60, '1 min'],
    [200, '3 min 20 s'],
    [3600, '1 h'],
    [7500, '2 h 5 min'],
    [200_000, '2 d 8 h'],
    [-1, 'unknown'],
    [Number.NaN, 'unknown'],
  ])('shows %d seconds as %s', (seconds, text) => expect(duration(seconds)).toBe(text));
});

describe('byteSize', () => {
  test.each([
    [0, '0 bytes'],
    [1, '1 byte'],
    [999, '999 bytes'],
    [1000, '1 KB'],
    [9960, '10 KB'],
    [999_499, '999 KB'],
    [999_999, '1 MB'],
    [1_200_000, '1.2 MB'],
    [999_999_999, '1 GB'],
    [5_000_000_000_000, '5,000 GB'],
  ])('shows %i bytes as %s', (bytes, text) => expect(byteSize(bytes, 'en')).toBe(text));
  test('creates each number format once', () => {
    const { NumberFormat } = Intl;
    let created = 0;
    class Counted extends NumberFormat {
      constructor(...given: ConstructorParameters<typeof NumberFormat>) {
        super(...given);
        created++;
      }
    }
    Intl.NumberFormat = Counted as typeof NumberFormat;
    for (let size = 0; size < 100; size++) byteSize(size, 'fr');
    Intl.NumberFormat = NumberFormat;
    expect(created).toBe(2);
  });
});

describe('inert', () => {
  test.each(['$(flame) hot', '[click](command:workbench.action.quit)', '$($(a))'])(
    'escapes icons and links in %s',
    (text) => {
      expect(inert(text)).not.toMatch(/\$\(|\]\(/);
      expect(inert(text).replaceAll('\u200b', '')).toBe(text);
    },
  );
});

describe('dayName', () => {
  const now = new Date(2025, 10, 20, 12).getTime();
  test.each([
    ['2025-11-20', 'Today'],
    ['2025-11-19', 'Yesterday'],
    ['2025-11-13', 'Thu, Nov 13'],
    ['2024-11-13', 'Wed, Nov 13, 2024'],
    ['', 'Time unknown'],
  ])('shows %j as %s', (key, text) => expect(dayName(key, now, 'en')).toBe(text));
});

test('compareNames sorts numbers by their value', () => {
  expect(['Flow 10', 'Flow 9', 'flow 1'].sort(compareNames)).toEqual(['flow 1', 'Flow 9', 'Flow 10']);
});

describe('relativeTime', () => {
  test.each([
    ['de', 'vor 5 Min.'],
    ['de-AT', 'vor 5 Min.'],
    ['en-GB', '5 min ago'],
  ])('has unambiguous units in %s', (locale, text) => {
    expect(relativeTime('2026-05-01T11:55:00Z', Date.parse('2026-05-01T12:00:00Z'), locale)).toBe(text);
  });

  const now = Date.parse('2026-05-01T12:00:00Z');
  test.each([
    ['2026-05-01T11:59:30Z', 'just now'],
    ['2026-05-01T11:55:00Z', '5m ago'],
    ['2026-05-01T14:00:00Z', 'in 2h'],
    ['2026-04-30T12:00:00Z', '1d ago'],
    ['2025-04-30T12:00:00Z', '1y ago'],
    ['not a time', 'not a time'],
  ])('shows %s as %s', (iso, text) => expect(relativeTime(iso, now, 'en')).toBe(text));
});

describe('exactTime', () => {
  test('shows an invalid time unchanged', () => expect(exactTime('soon\u202e')).toBe('soon'));
  test('shows date and time', () => expect(exactTime('2026-05-01T12:00:00Z', 'en')).toMatch(/May 1, 2026/));
});

describe('display language', () => {
  afterEach(() => setLanguage('en-US'));
  test.each([
    ['en', '4.4 s', '1,234.5', '1.2 MB', 'May 1, 2026'],
    ['de', '4,4 s', '1.234,5', '1,2 MB', '01.05.2026'],
    ['zh-cn', '4.4秒', '1,234.5', '1.2 MB', '2026年5月1日'],
  ])('formats numbers and times in %s', (language, length, number, size, day) => {
    setLanguage(language);
    expect(duration(4.44)).toBe(length);
    expect(formatNumber(1234.5)).toBe(number);
    expect(byteSize(1_200_000)).toBe(size);
    expect(exactTime('2026-05-01T12:00:00Z')).toContain(day);
  });
  test.each([
    [0.85, '850毫秒'],
    [34, '34秒'],
    [200, '3分钟20秒'],
    [3600, '1小时'],
    [200_000, '2天8小时'],
  ])('writes a duration of %d s as Chinese writes ages: %s', (seconds, text) => {
    setLanguage('zh-cn');
    expect(duration(seconds)).toBe(text);
    expect(relativeTime('2026-05-01T12:00:00Z', Date.parse('2026-05-01T12:03:00Z'))).toBe('3分钟前');
  });
});
