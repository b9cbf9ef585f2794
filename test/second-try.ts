/**
 * Tests that failed run once more, in a workbench of their own: what the first try left behind doesn't reach the second.
 * A test that passes only then is listed at the end of the run.
 */

export interface TestOutcome {
  readonly kind: 'passed' | 'failed' | 'skipped';
  /** Titles of the suites and the test, joined by ` > `. */
  readonly title: string;
  readonly error?: string;
}

export interface SuiteResult {
  readonly passed: number;
  readonly failed: number;
  /** Titles of the tests that passed. */
  readonly titles: readonly string[];
  /** Titles of the tests that failed at first and ran a second time. */
  readonly retried: readonly string[];
}

/**
 * @param second outcomes of running again all suites in which a test failed. Tests that had passed count as they ended first
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

/** @returns the results of several suites as one */
export function together(results: readonly SuiteResult[]): SuiteResult {
  return {
    passed: results.reduce((sum, { passed }) => sum + passed, 0),
    failed: results.reduce((sum, { failed }) => sum + failed, 0),
    titles: results.flatMap(({ titles }) => titles),
    retried: results.flatMap(({ retried }) => retried),
  };
}

/** A title as a regular expression that matches nothing else. */
export function escapeRegExp(title: string): string {
  return title.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');
}
