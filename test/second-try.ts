/**
 * Failed tests run once more, in a separate workbench, so that the state after the first try doesn't affect the second.
 * A test that passes only the second time is listed at the end of the run.
 */

export interface TestOutcome {
  readonly kind: 'passed' | 'failed' | 'skipped';
  /** Titles of the suites and the test, joined by ` > `. */
  readonly title: string;
  readonly error?: string;
  /** Duration in milliseconds. */
  readonly ms?: number;
}

export interface SuiteResult {
  readonly passed: number;
  readonly failed: number;
  /** Titles of the tests that passed. */
  readonly titles: readonly string[];
  /** Titles of the tests that failed and ran a second time. */
  readonly retried: readonly string[];
}

/**
 * @param second outcomes of the second run of all suites with failed tests; passed tests keep their first outcome
 */
export function resultOf(first: readonly TestOutcome[], second: readonly TestOutcome[] = []): SuiteResult {
  const settled = first.filter(({ kind }) => kind === 'passed');
  const known = new Set(settled.map(({ title }) => title));
  const again = second.filter(({ title }) => !known.has(title));
  const named = (outcomes: readonly TestOutcome[], kind: TestOutcome['kind']) =>
    outcomes.filter((outcome) => outcome.kind === kind).map(({ title }) => title);
  const failed = named(first, 'failed');
  const titles = [...named(settled, 'passed'), ...named(again, 'passed')];
  if (second.length === 0) return { passed: titles.length, failed: failed.length, titles, retried: [] };
  return { passed: titles.length, failed: named(again, 'failed').length, titles, retried: failed };
}

/** @returns the combined results of several suites */
export function together(results: readonly SuiteResult[]): SuiteResult {
  return {
    passed: results.reduce((sum, { passed }) => sum + passed, 0),
    failed: results.reduce((sum, { failed }) => sum + failed, 0),
    titles: results.flatMap(({ titles }) => titles),
    retried: results.flatMap(({ retried }) => retried),
  };
}

/** Returns a regular expression that matches only this title. */
export function escapeRegExp(title: string): string {
  return title.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');
}
