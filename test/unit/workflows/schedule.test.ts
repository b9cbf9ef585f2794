import { describe, expect, test } from 'vitest';
import { readSchedule } from '../../../src/workflows/schedule.ts';

describe('schedule', () => {
  test('explains a bare cron expression', () => {
    expect(readSchedule('30 2 * * 1-5')).toEqual({
      json: undefined,
      crons: [{ expression: '30 2 * * 1-5', meaning: 'At 02:30, Monday through Friday' }],
    });
  });

  test('explains the expressions inside JSON, wherever they stand, and prints it', () => {
    const { json, crons } = readSchedule('{"rules":[{"cron":"0 9 1 * *"},{"text":"every day at nine"}],"zone":"UTC"}');
    expect(crons).toEqual([{ expression: '0 9 1 * *', meaning: 'At 09:00, on day 1 of the month' }]);
    expect(json).toContain('\n  "zone": "UTC"');
  });

  test.each([
    'every day',
    'a b c d e',
    '99 99 * * *',
    '',
    '{',
    '{"everyMinutes":1440,"timezone":"UTC"}',
    '* '.repeat(9000),
  ])('says nothing about %j', (text) => expect(readSchedule(text).crons).toEqual([]));
});
