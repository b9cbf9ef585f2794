import { describe, expect, it } from 'vitest';
import { resultOf, type TestOutcome } from '../second-try.ts';

const passed = (title: string): TestOutcome => ({ kind: 'passed', title });
const failed = (title: string): TestOutcome => ({ kind: 'failed', title });

describe('second try', () => {
  it('is not needed when all tests pass', () => {
    expect(resultOf([passed('a'), passed('b')])).toEqual({ passed: 2, failed: 0, titles: ['a', 'b'], retried: [] });
  });

  it('reports a test that passes only on the second try as retried', () => {
    expect(resultOf([passed('a'), failed('b')], [passed('a'), passed('b')])).toEqual({
      passed: 2,
      failed: 0,
      titles: ['a', 'b'],
      retried: ['b'],
    });
  });

  it('reports a test that fails again as failed', () => {
    const result = resultOf([passed('a'), failed('b')], [passed('a'), failed('b')]);
    expect(result).toMatchObject({ passed: 1, failed: 1, retried: ['b'] });
  });

  it('counts tests that the first try did not reach', () => {
    const result = resultOf([failed('"before all" hook')], [passed('a'), failed('b')]);
    expect(result).toMatchObject({ passed: 1, failed: 1, titles: ['a'] });
  });

  it('reports a test that passed on the first try as passed', () => {
    expect(resultOf([passed('a'), failed('b')], [failed('a'), passed('b')])).toMatchObject({ passed: 2, failed: 0 });
  });

  it('reports a failed test that did not run again as failed', () => {
    expect(resultOf([failed('a')])).toMatchObject({ passed: 0, failed: 1, retried: [] });
  });
});
