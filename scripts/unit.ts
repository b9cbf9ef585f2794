/** Runs vitest and reads its results. */
import { readFileSync, rmSync } from 'node:fs';
import type { TestOutcome } from '../test/outcomes.ts';
import { run } from './lib/run.ts';
import { unitReportFile } from './lib/unit-reporter.ts';

/** Compares times, so it needs a quiet machine and a minute: nightly. */
export const nightlyTests = ['test/unit/server/growth.test.ts'];

/** Growth, fuzz and property tests: minutes of work on a busy machine. */
export const slowTests = ['growth', 'fuzz', '*properties'].map((name) => `test/unit/**/${name}.test.ts`);

/**
 * Runs the unit tests and the tests of pages.
 * @param args more arguments of vitest
 * @param left patterns of files that don't run; `--exclude` of vitest has no effect on projects
 */
export async function runUnit(
  args: readonly string[] = [],
  left: readonly string[] = [],
): Promise<readonly TestOutcome[]> {
  rmSync(unitReportFile, { force: true });
  const env = { SWITCHYARD_LEFT_TESTS: left.join(':') };
  const words = ['run', ...args, '--reporter=./scripts/lib/unit-reporter.ts'];
  const { ok } = await run('vitest', words, { print: true, env });
  const outcomes: readonly TestOutcome[] = JSON.parse(readFileSync(unitReportFile, 'utf8'));
  const isExplained = ok || outcomes.some(({ kind }) => kind === 'failed');
  return isExplained ? outcomes : [...outcomes, { kind: 'failed', title: 'vitest', ms: 0 }];
}
