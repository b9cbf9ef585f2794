/** Undo of changes that were made at once. VS Code keeps the notification that offers it until the user closes it. */
import { l10n } from 'vscode';
import { runAction } from '../commands.ts';
import { showInformation, showStatus } from '../notifications.ts';

/** Shows what was done, with a button that undoes it. @param undo returns false if it has shown why not all was undone */
export async function offerUndo(done: string, undo: () => unknown): Promise<void> {
  const button = l10n.t('Undo');
  if ((await showInformation(done, button)) !== button) return;
  await runAction('Undo', async () => {
    if ((await undo()) !== false) showStatus(l10n.t('Undone: {0}', done));
  });
}
