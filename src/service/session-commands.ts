/** Commands that need an account. Their work keeps the session it began with. */
import type { Disposable } from 'vscode';
import { registerCommand } from '../shared/commands.ts';
import type { Command } from '../shared/generated/names.ts';
import { registerRowCommand } from '../shared/row-commands.ts';
import type { Accounts } from './accounts.ts';
import type { ServiceSession } from './session.ts';

type RowTree = Parameters<typeof registerRowCommand>[1];
export type SessionAction = (session: ServiceSession, ...args: unknown[]) => unknown;

/** @param tree the view of the rows, as for `registerRowCommand` */
export function sessionCommands(accounts: Accounts, tree: RowTree) {
  return {
    onCommand: (id: Command, run: SessionAction): Disposable => registerCommand(id, accounts.inSession(run)),
    /** The action gets the row and the selected rows. */
    onRow: (id: Command, run: SessionAction, effect?: 'changes'): Disposable =>
      registerRowCommand(id, tree, accounts.inSession(run), effect),
  };
}
