/** Work on several items, of which some may fail. */
import { describeFailure } from './messages.ts';

/** Runs work for one item after the other. A failure doesn't end the loop. @returns the failures */
export async function failuresOf<T>(items: Iterable<T>, work: (item: T) => Promise<void>): Promise<readonly unknown[]> {
  const failures: unknown[] = [];
  for (const item of items) {
    try {
      await work(item);
    } catch (error) {
      failures.push(error);
    }
  }
  return failures;
}

/** @throws the failure, or one Error with the messages of all */
export function throwFailures(failures: readonly unknown[]): void {
  if (failures.length === 1) throw failures[0];
  if (failures.length > 1) throw new Error([...new Set(failures.map(describeFailure))].join(' '));
}
