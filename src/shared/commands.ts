import { type Disposable, commands as registry, window } from 'vscode';
import type { Command } from './contract.ts';
import { log } from './log.ts';

/** Registers a command of the contract; its failures are those of `attempt`. */
export function registerCommand(id: Command, run: (...args: unknown[]) => unknown): Disposable {
  return registry.registerCommand(id, (...args: unknown[]) => attempt(id, () => run(...args)));
}

/**
 * Does what the user asked for. A failure is logged and shown once, with the way to the log; it never ends as an unhandled
 * rejection.
 */
export async function attempt(what: string, run: () => unknown): Promise<unknown> {
  try {
    return await run();
  } catch (error) {
    const message = error instanceof Error ? error.message : String(error);
    log().error(`${what}: ${message}`);
    void window.showErrorMessage(message);
    return undefined;
  }
}
