import { type Disposable, commands as registry, window } from 'vscode';
import type { Command } from './contract.ts';
import { log } from './log.ts';

type Run = (...args: unknown[]) => unknown;

/** What commands do whose room was read after they had been registered; undefined until then. */
const later = new Map<Command, Run | undefined>();

/** Registers a command of the contract; its failures are those of `attempt`. */
export function registerCommand(id: Command, run: Run): Disposable {
  if (!later.has(id)) return registry.registerCommand(id, (...args: unknown[]) => attempt(id, () => run(...args)));
  later.set(id, run);
  return { dispose: () => later.set(id, undefined) };
}

/**
 * Registers commands whose room is read when the first of them is run.
 * @param open reads the room, which then calls `registerCommand` for each of them
 */
export function commandsLater(ids: readonly Command[], open: () => Promise<unknown>): Disposable {
  const registered = ids.map((id) => {
    later.set(id, undefined);
    return registry.registerCommand(id, (...args: unknown[]) =>
      attempt(id, async () => {
        if (later.get(id) === undefined) await open();
        return later.get(id)?.(...args);
      }),
    );
  });
  return {
    dispose: () => {
      for (const one of registered) one.dispose();
      for (const id of ids) later.delete(id);
    },
  };
}

/**
 * Does what the user asked for. A failure is logged and shown once, with the way to the log; it never ends as an unhandled
 * rejection.
 */
export async function attempt(what: string, run: () => unknown): Promise<unknown> {
  try {
    return await run();
  } catch (error) {
    // Read when it is needed: activation does without.
    const { describeFailure, failureFacts } = await import('./messages.ts');
    log().error(`${what}: ${failureFacts(error)}`);
    void window.showErrorMessage(describeFailure(error));
    return undefined;
  }
}
