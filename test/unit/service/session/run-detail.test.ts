import { describe, expect, it } from 'vitest';
import { hasAllSteps, recordOf, stepNotes, stepsText } from '../../../../src/service/session/runs/run-detail.ts';
import { run, step } from '../panels/fixtures.ts';

const attempts = [1, 2, 3].map((attempt) =>
  step('Send', { attempt, id: 's', created_at: `2026-11-20T12:00:0${attempt}Z` }),
);
const one = { count: 1, why: 'steps[0].duration: must be number,null' };

describe('the steps of a run', () => {
  it.each([
    ['as many steps as reported', { steps: [step('a')], step_count: 1 }, '1', []],
    ['attempts, counted as one step', { steps: attempts, step_count: 1 }, '1 (3 attempts)', []],
    ['attempts, each counted', { steps: attempts, step_count: 3 }, '1 (3 attempts)', []],
    [
      'fewer steps than reported',
      { steps: [step('a')], step_count: 7 },
      '7 (1 received)',
      ['The service reports a step count of 7 but sent 1.'],
    ],
    [
      'more steps than reported',
      { steps: [step('a'), step('b')], step_count: 1 },
      '1 (2 received)',
      ['The service reports a step count of 1 but sent 2.'],
    ],
    [
      'a step that cannot be read',
      { steps: [step('b')], step_count: 2, unreadableSteps: one },
      '2',
      ['Unreadable steps: 1. steps[0].duration: must be number,null'],
    ],
    [
      'an attempt that cannot be read',
      { steps: attempts.slice(1), step_count: 1, unreadableSteps: one },
      '1 (2 attempts)',
      ['Unreadable steps: 1. steps[0].duration: must be number,null'],
    ],
    [
      'steps that are missing, and one that cannot be read',
      { steps: [step('b')], step_count: 9, unreadableSteps: one },
      '9 (2 received)',
      [
        'Unreadable steps: 1. steps[0].duration: must be number,null',
        'The service reports a step count of 9 but sent 2.',
      ],
    ],
    ['no steps', { steps: [], step_count: 0 }, '0', []],
  ])('are counted as the service may count them: %s', (_case, { steps, ...more }, text, notes) => {
    const detail = { ...run(steps), ...more };
    expect(stepsText(detail)).toBe(text);
    expect(stepNotes(detail)).toEqual(notes);
    expect(recordOf(detail)).not.toHaveProperty('unreadableSteps');
    // More steps than reported say nothing about missing ones.
    expect(hasAllSteps(detail)).toBe(notes.length === 0 || text === '1 (2 received)');
  });
});
