/** Handlers of commands that need an account. Their work keeps the session it began with. */
import type { CommandHandler } from '../../shared/commands.ts';
import { rowHandler, type SelectedRow } from '../../shared/list/row-commands.ts';
import type { Accounts } from './accounts/accounts.ts';
import type { ServiceSession } from './session.ts';

export type SessionAction = (session: ServiceSession, ...args: unknown[]) => unknown;

/** @param tree the view of the rows, as for `rowHandler` */
export function sessionCommands(accounts: Accounts, tree: SelectedRow) {
  return {
    onCommand: (run: SessionAction): CommandHandler => accounts.inSession(run),
    /** The action gets the row and the selected rows. */
    onRow: (run: SessionAction, effect?: 'changes'): CommandHandler =>
      rowHandler(tree, accounts.inSession(run), effect),
  };
}
