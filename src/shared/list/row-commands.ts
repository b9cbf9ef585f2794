/** Decides to which row of a view a command applies: the row on which it was invoked, or the row that the user picks. */
import { type Disposable, l10n } from 'vscode';
import { type CommandHandler, registerCommand } from '../commands.ts';
import type { Command } from '../generated/names.ts';
import { showInformation } from '../notifications.ts';
import type { UnlistedCommand } from '../unlisted-commands.ts';

/** Passed to a command instead of a row if the user has to pick one. */
export class AskForRow {
  /** The row to offer first: what was passed, or the selected row. The user may have moved the focus to another one. */
  readonly first: unknown;
  /** The user isn't asked if there is only one row. */
  readonly mayTakeOnly: boolean;

  constructor(first: unknown, mayTakeOnly: boolean) {
    this.first = first;
    this.mayTakeOnly = mayTakeOnly;
  }
}

const knownRows = new WeakSet<object>();

/** Marks a row of a view, or a row that a button of a panel passes to a command. Commands run on it without a question. */
export function knownRow<Row extends object>(row: Row): Row {
  knownRows.add(row);
  return row;
}

/** A view, or what else knows the selected row. */
export interface SelectedRow {
  readonly selectedRow: unknown;
  /** All selected rows of a view in which several can be. */
  readonly selectedRows?: readonly unknown[];
}

/**
 * Returns the handler of a command for a row of a view. The Command Palette passes no row, and other extensions can pass
 * anything. VS Code doesn't tell which row has the focus, and the selected row can be another one. `run` therefore gets an
 * `AskForRow` instead. Only a keyboard shortcut can name the focused row: VS Code replaces the arguments
 * `{ "$treeViewId": …, "$focusedTreeItem": true }` with it, as it does for the buttons of a view's title.
 * @param effect a command that changes something always asks, unless it was invoked on a row of ours
 */
export function rowHandler(
  tree: SelectedRow,
  run: (argument: unknown, selection: unknown) => unknown,
  effect: 'shows' | 'changes' = 'shows',
): CommandHandler {
  return (...args) => {
    const [row, selection] = args;
    const isMissing = row === undefined || row === null;
    // Menus and buttons of rows pass two arguments, and the row may be gone since they were opened. So do titles of views,
    // which have no command of a row.
    if (isMissing && args.length > 1)
      return void showInformation(l10n.t('The list has changed. Open the menu of the row again.'));
    const isKnown = effect === 'shows' ? !isMissing : isKnownRow(row);
    return isKnown
      ? run(row, effect === 'changes' && args.length === 1 ? selectionAt(tree, row) : selection)
      : run(new AskForRow(row ?? tree.selectedRow, effect === 'shows'), undefined);
  };
}

/** Menus pass the selection. A keyboard shortcut passes only the focused row, which comes first. */
function selectionAt({ selectedRows = [] }: SelectedRow, row: unknown): readonly unknown[] | undefined {
  return selectedRows.includes(row) ? [row, ...selectedRows.filter((each) => each !== row)] : undefined;
}

export function registerRowCommand(id: Command | UnlistedCommand, ...row: Parameters<typeof rowHandler>): Disposable {
  return registerCommand(id, rowHandler(...row));
}

function isKnownRow(row: unknown): boolean {
  return typeof row === 'object' && row !== null && knownRows.has(row);
}
