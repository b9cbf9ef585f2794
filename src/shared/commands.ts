import { type Disposable, commands as registry, window } from 'vscode';
import type { Command } from './contract.ts';
import { log } from './log.ts';
import { describeFailure, failureFacts } from './messages.ts';

/** Registers a command of the contract. A failure is shown once and logged. */
export function registerCommand(id: Command, run: (...args: unknown[]) => unknown): Disposable {
  return registry.registerCommand(id, (...args: unknown[]) => attempt(id, () => run(...args)));
}

/** Runs what the user asked for. A failure is shown once and logged; it never ends as an unhandled rejection. */
export async function attempt(what: string, run: () => unknown): Promise<unknown> {
  try {
    return await run();
  } catch (error) {
    log().error(`${what}: ${failureFacts(error)}`);
    void window.showErrorMessage(describeFailure(error));
    return undefined;
  }
}
