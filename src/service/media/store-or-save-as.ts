/** Stores a generated file, elsewhere if the extension's folder fails, because it was paid for. */
import { l10n, type Uri, window, workspace } from 'vscode';
import { showError } from '../../shared/notifications.ts';
import { describeFailure } from '../../shared/text/failure-text.ts';
import { nameFrom } from './file-name.ts';
import type { FileName, GeneratedFiles } from './generated-files.ts';

/**
 * Stores a file in the extension's folder or, if that fails, where the user chooses.
 * @returns undefined if the user didn't choose a place
 */
export async function storeOrSaveAs(
  generated: GeneratedFiles,
  name: FileName,
  extension: string,
  bytes: Uint8Array,
  about?: object,
): Promise<Uri | undefined> {
  try {
    return await generated.store(name, extension, bytes, about);
  } catch (failure) {
    const save = l10n.t('Save As…');
    const text = l10n.t("Couldn't keep the generated file: {0} Save it in another place.", describeFailure(failure));
    while ((await showError(text, save)) === save) {
      const target = await window.showSaveDialog({
        saveLabel: l10n.t('Save'),
        filters: { [extension.toUpperCase()]: [extension] },
        title: nameFrom(name.from, 'untitled'),
      });
      if (target === undefined) continue;
      try {
        await workspace.fs.writeFile(target, bytes);
        return target;
      } catch {
        // Asks again: another place may have enough space.
      }
    }
    return undefined;
  }
}
