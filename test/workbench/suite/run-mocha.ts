/** Shared by the entry points of both extension hosts. */
import type MochaTypes from 'mocha';
import type { TestOutcome } from '../../outcomes.ts';
import { outcomeMark } from '../report-name.ts';
import { writeReport } from './report.ts';

/** Milliseconds. Longer than `until` waits, so that a failed test reports what it waited for. */
export const testTimeout = 90_000;

/** Runs the loaded suites, prints each outcome as a line for the runner, and reports all. Throws if a test fails. */
export async function runMocha(mocha: { run(done: (failures: number) => void): MochaTypes.Runner }): Promise<void> {
  const outcomes: TestOutcome[] = [];
  const failures = await new Promise<number>((resolve) => {
    const runner = mocha.run(resolve);
    const add = (kind: TestOutcome['kind'], test: MochaTypes.Runnable, error?: { readonly stack?: string }) => {
      const title = test.titlePath().join(' > ');
      outcomes.push({ kind, title, ms: test.duration ?? 0, ...(error && { error: String(error.stack ?? error) }) });
      console.log(`${outcomeMark}${JSON.stringify({ outcome: outcomes.at(-1), of: runner.total })}`);
    };
    runner.on('pass', (test) => add('passed', test));
    runner.on('fail', (test, error) => add('failed', test, error));
    runner.on('pending', (test) => add('skipped', test));
  });
  await writeReport(outcomes);
  if (failures > 0) throw new Error(`${failures} failed`);
}
