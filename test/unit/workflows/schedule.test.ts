import { afterEach, describe, expect, test } from 'vitest';
import { env } from 'vscode';
import { readSchedule } from '../../../src/workflows/schedule.ts';

const meanings = (text: string) => readSchedule(text).rules.map(({ meaning }) => meaning);

describe('schedule', () => {
  test('explains a bare cron expression', () => {
    expect(readSchedule('30 2 * * 1-5')).toEqual({
      rules: [{ expression: '30 2 * * 1-5', meaning: 'At 02:30, Monday through Friday' }],
      timeZone: undefined,
    });
  });

  describe('in another language', () => {
    const original = env.language;
    const speak = (language: string) => Object.assign(env, { language });
    afterEach(() => speak(original));

    test.each([
      ['de', 'Um 02:30, Montag bis Freitag'],
      ['zh-cn', '在02:30, 星期一至星期五'],
      ['xx', 'At 02:30, Monday through Friday'],
    ])('explains a cron expression in %s', (language, meaning) => {
      speak(language);
      expect(meanings('30 2 * * 1-5')).toEqual([meaning]);
    });
  });

  test('explains expressions at any depth of JSON and finds the time zone', () => {
    expect(
      readSchedule(
        '{"rules":[{"cron":"0 9 1 * *"},{"text":"every day at nine"}],"zone":"-","timezone":"Europe/Berlin"}',
      ),
    ).toEqual({
      rules: [{ expression: '0 9 1 * *', meaning: 'At 09:00, on day 1 of the month' }],
      timeZone: 'Europe/Berlin',
    });
  });

  test('omits the time zone if the schedule has several', () => {
    expect(readSchedule('[{"tz":"UTC"},{"tz":"Europe/Berlin"}]').timeZone).toBeUndefined();
  });

  test.each([
    [{ everyMinutes: 1 }, 'Every minute'],
    [{ everyMinutes: 90 }, 'Every 90 minutes'],
    [{ everyMinutes: 60 }, 'Every hour'],
    [{ everyMinutes: 360 }, 'Every 6 hours'],
    [{ everyMinutes: 1440 }, 'Every day'],
    [{ everyMinutes: 2880 }, 'Every 2 days'],
    [{ everyMinutes: 10_080 }, 'Every week'],
    [{ every_hours: 336 }, 'Every 2 weeks'],
    [{ everyDays: 1 }, 'Every day'],
  ])('explains %j', (value, meaning) => expect(meanings(JSON.stringify(value))).toEqual([meaning]));

  test.each([
    'every day',
    'a b c d e',
    '99 99 * * *',
    '',
    '{',
    '{"everyMinutes":0}',
    '{"everyMinutes":1.5}',
    '{"everyMinutes":"1440"}',
    '{"minutes":1440}',
    '* '.repeat(9000),
  ])('returns no explanation for %j', (text) => expect(meanings(text)).toEqual([]));
});
