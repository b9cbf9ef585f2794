import { type Disposable, commands as registry, window } from 'vscode';
import type { Command } from './contract.ts';
import { log } from './log.ts';

/**
 * Registers a command of the contract. A failure is logged and shown once, with the way to the log; it never ends as an
 * unhandled rejection.
 */
export function registerCommand(id: Command, run: (...args: unknown[]) => unknown): Disposable {
  return registry.registerCommand(id, async (...args: unknown[]) => {
    try {
      return await run(...args);
    } catch (error) {
      const message = error instanceof Error ? error.message : String(error);
      log().error(`${id}: ${message}`);
      void window.showErrorMessage(message);
      return undefined;
    }
  });
}
