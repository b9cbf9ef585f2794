import { Disposable, commands as registry } from 'vscode';
import { lazy } from '../../common/lazy.ts';
import type { EarlierCommand } from './earlier-commands.ts';
import type { Command } from './generated/names.ts';
import { log } from './log.ts';
import { showError } from './notifications.ts';
import { describeFailure, failureFacts } from './text/failure-text.ts';

export type CommandHandler = (...args: unknown[]) => unknown;

/** Registers a command of the contract, or of an earlier one. A failure is shown once and logged. */
export function registerCommand(id: Command | EarlierCommand, run: CommandHandler): Disposable {
  return registry.registerCommand(id, (...args: unknown[]) => runAction(id, () => run(...args)));
}

/** Registers commands whose module is loaded when the first of them runs. */
export function registerLazily<Id extends Command | EarlierCommand>(
  ids: readonly Id[],
  load: () => Promise<Readonly<Record<Id, CommandHandler>>>,
): Disposable {
  const handlers = lazy(load);
  return Disposable.from(...ids.map((id) => registerCommand(id, async (...args) => (await handlers())[id](...args))));
}

/** Returns the IDs of a group of commands, except for those that other features handle. */
export function idsExcept<Group extends Readonly<Record<string, Command>>, Other extends keyof Group = never>(
  group: Group,
  ...others: readonly Other[]
): readonly Exclude<Group[keyof Group], Group[Other]>[] {
  const own = Object.entries(group).filter(([name]) => !others.some((other) => other === name));
  return own.map(([, id]) => id as Exclude<Group[keyof Group], Group[Other]>);
}

/** Runs an action of the user. A failure is shown once and logged. Never rejects. */
export async function runAction(what: string, run: () => unknown): Promise<unknown> {
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
