import { afterEach, describe, expect, test } from 'vitest';
import { env } from 'vscode';
import { interpretSchedule } from '../../../../src/service/workflows/schedule.ts';

const unknownZone = (meaning: string) => `${meaning} (time zone unknown)`;

describe('schedule', () => {
  test('explains a bare cron expression', () => {
    expect(interpretSchedule('30 2 * * 1-5')).toBe(unknownZone('At 02:30, Monday through Friday'));
    expect(interpretSchedule('"30 2 * * 1-5"')).toBe(unknownZone('At 02:30, Monday through Friday'));
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
      expect(interpretSchedule('30 2 * * 1-5')).toBe(unknownZone(meaning));
    });
  });

  test('explains expressions at any depth of JSON and finds the time zone', () => {
    const text = '{"rules":[{"cron":"0 9 1 * *"},{"text":"every day at nine"}],"zone":"-","timezone":"Europe/Berlin"}';
    expect(interpretSchedule(text)).toBe('At 09:00, on day 1 of the month (time zone: Europe/Berlin)');
  });

  test('does not take a text for cron that only looks like it', () => {
    expect(interpretSchedule('{"note":"1 2 3 4 5"}')).toBeUndefined();
    expect(interpretSchedule('{"cronExpression":"0 9 1 * *"}')).toContain('At 09:00');
  });

  test('calls the time zone unknown if the schedule has several', () => {
    const text = '[{"cron":"0 9 * * *","tz":"UTC"},{"tz":"Europe/Berlin"}]';
    expect(interpretSchedule(text)).toBe('At 09:00 (time zone unknown)');
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
  ])('explains %j', (value, meaning) => expect(interpretSchedule(JSON.stringify(value))).toBe(unknownZone(meaning)));

  test.each([
    'every day',
    'a b c d e',
    '99 99 * * *',
    // Longer than any that a person writes.
    `${'0,'.repeat(100)}30 2 * * *`,
    '',
    '{',
    '{"everyMinutes":0}',
    '{"everyMinutes":1.5}',
    '{"everyMinutes":"1440"}',
    '{"minutes":1440}',
    '* '.repeat(9000),
  ])('returns no explanation for %j', (text) => expect(interpretSchedule(text)).toBeUndefined());
});
