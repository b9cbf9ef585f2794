import { type Disposable, commands as registry } from 'vscode';
import type { Command } from './generated/names.ts';
import { log } from './log.ts';
import { describeFailure, failureFacts } from './messages.ts';
import { showError } from './notifications.ts';

/** Registers a command of the contract. A failure is shown once and logged. */
export function registerCommand(id: Command, run: (...args: unknown[]) => unknown): Disposable {
  return registry.registerCommand(id, (...args: unknown[]) => attempt(id, () => run(...args)));
}

/** Runs an action of the user. A failure is shown once and logged. Never rejects. */
export async function attempt(what: string, run: () => unknown): Promise<unknown> {
  try {
    return await run();
  } catch (error) {
    log().error(`${what}: ${failureFacts(error)}`);
    void showError(describeFailure(error));
    return undefined;
  }
}

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
