/** Shared by the entry points of both extension hosts. */
import type MochaTypes from 'mocha';
import type { TestOutcome } from '../../second-try.ts';
import { writeReport } from './report.ts';

/** Milliseconds. Longer than `until` waits, so that a failed test reports what it waited for. */
export const testTimeout = 90_000;

/** Runs the loaded suites and reports their outcomes. Throws if a test fails. */
export async function runMocha(mocha: { run(done: (failures: number) => void): MochaTypes.Runner }): Promise<void> {
  const outcomes: TestOutcome[] = [];
  const titleOf = (test: MochaTypes.Runnable) => test.titlePath().join(' > ');
  const failures = await new Promise<number>((resolve) => {
    const runner = mocha.run(resolve);
    runner.on('pass', (test) => outcomes.push({ kind: 'passed', title: titleOf(test), ms: test.duration ?? 0 }));
    runner.on('fail', (test, error) =>
      outcomes.push({ kind: 'failed', title: titleOf(test), error: String(error?.stack ?? error) }),
    );
  });
  await writeReport(outcomes);
  if (failures > 0) throw new Error(`${failures} failed`);
}
