/** Undo of changes that were made at once. It's offered in a notification, and by a command after that was closed. */
import { type Disposable, l10n, commands as registry } from 'vscode';
import { registerCommand, runAction } from '../commands.ts';
import { commands, contextKeys } from '../generated/names.ts';
import { showInformation, showStatus } from '../notifications.ts';

interface UndoableChange {
  /** What was done, as a sentence. */
  readonly done: string;
  /** Returns false if it has already shown why the change wasn't undone completely. */
  readonly undo: () => unknown;
}

let last: UndoableChange | undefined;
/** Changes that were undone already, by the notification or the command. */
const undone = new WeakSet<UndoableChange>();

/** Lets the command undo a change. */
export function rememberUndo(done: string, undo: () => unknown): UndoableChange {
  last = { done, undo };
  void registry.executeCommand('setContext', contextKeys.canUndo, true);
  return last;
}

/** Shows what was done, with a button that undoes it. */
export async function offerUndo(done: string, undo: () => unknown): Promise<void> {
  const change = rememberUndo(done, undo);
  const button = l10n.t('Undo');
  if ((await showInformation(done, button)) === button && !undone.has(change)) await undoChange(change);
}

export function registerUndo(): Disposable {
  return registerCommand(commands.undoLastChange, () => {
    if (last) return undoChange(last);
    void showInformation(l10n.t('No change to undo.'));
    return undefined;
  });
}

async function undoChange(change: UndoableChange): Promise<void> {
  undone.add(change);
  if (last === change) {
    last = undefined;
    void registry.executeCommand('setContext', contextKeys.canUndo, false);
  }
  await runAction('Undo', async () => {
    if ((await change.undo()) !== false) showStatus(l10n.t('Undone: {0}', change.done));
  });
}
