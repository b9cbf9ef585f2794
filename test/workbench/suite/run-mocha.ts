/** Shared by the entry points of both extension hosts. Imports nothing at run time, because one of them is a browser. */
import type MochaTypes from 'mocha';
import type { TestOutcome } from '../../second-try.ts';

/** Milliseconds. Longer than `until` waits, so that a failed test reports what it waited for. */
export const testTimeout = 90_000;

/** Runs the loaded suites. Throws if a test fails, after it has written the outcomes. */
export async function runMocha(
  mocha: { run(done: (failures: number) => void): MochaTypes.Runner },
  write: (outcomes: string) => void | PromiseLike<void>,
): Promise<void> {
  const outcomes: TestOutcome[] = [];
  const titleOf = (test: MochaTypes.Runnable) => test.titlePath().join(' > ');
  const failures = await new Promise<number>((resolve) => {
    const runner = mocha.run(resolve);
    runner.on('pass', (test) => outcomes.push({ kind: 'passed', title: titleOf(test) }));
    runner.on('fail', (test, error) =>
      outcomes.push({ kind: 'failed', title: titleOf(test), error: String(error?.stack ?? error) }),
    );
  });
  await write(JSON.stringify(outcomes));
  if (failures > 0) throw new Error(`${failures} failed`);
}
