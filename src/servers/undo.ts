/** Taking an edit of files back, as long as nobody has changed them since. */
import { l10n, Range, type TextDocument, type Uri, WorkspaceEdit, window, workspace } from 'vscode';
import { attempt } from '../shared/commands.ts';

export interface FileText {
  readonly uri: Uri;
  readonly text: string;
}

/** What an edit has made of the files that were there. */
export interface Edited {
  readonly before: readonly FileText[];
  readonly after: readonly FileText[];
  /** All files that were written, new ones too. */
  readonly written: readonly Uri[];
  /** They had unsaved changes before, and are left unsaved. */
  readonly dirty: readonly Uri[];
}

export async function textOf(uri: Uri): Promise<FileText> {
  return { uri, text: (await workspace.openTextDocument(uri)).getText() };
}

/** Offers to take back what was done; the message can be left alone. @param then called when it was taken back */
export async function offerUndo(done: string, edited: Edited, then: () => unknown): Promise<void> {
  const undo = l10n.t('Undo');
  // A file that was created has no text to go back to.
  if (edited.before.length === 0) return void window.showInformationMessage(done);
  if ((await window.showInformationMessage(done, undo)) !== undo) return;
  await attempt('Undo', async () => {
    await takeBack(edited);
    await then();
  });
}

/** Puts the texts back, all or none. */
export async function takeBack({ before, after, dirty }: Edited): Promise<void> {
  const edit = new WorkspaceEdit();
  const documents: TextDocument[] = [];
  for (const [index, { uri, text }] of before.entries()) {
    const document = await workspace.openTextDocument(uri);
    if (document.getText() !== after[index]?.text)
      throw new Error(l10n.t('The file has changed. Use Undo in the editor, or edit the file.'));
    const { start, end, newText } = difference(document.getText(), text);
    edit.replace(uri, new Range(document.positionAt(start), document.positionAt(end)), newText);
    if (!dirty.some((one) => one.toString() === uri.toString())) documents.push(document);
  }
  if (!(await workspace.applyEdit(edit)))
    throw new Error(l10n.t("VS Code couldn't apply the edit. Nothing was changed."));
  for (const document of documents) await document.save();
}

/** The one stretch in which two texts differ. */
function difference(from: string, to: string): { start: number; end: number; newText: string } {
  let start = 0;
  while (start < from.length && start < to.length && from[start] === to[start]) start++;
  let back = 0;
  const limit = Math.min(from.length, to.length) - start;
  while (back < limit && from[from.length - 1 - back] === to[to.length - 1 - back]) back++;
  // Between the two halves of a line break or of a character an editor has no place.
  if (/[\r\ud800-\udbff]/.test(from[start - 1] ?? '')) start--;
  if (/[\n\udc00-\udfff]/.test(from[from.length - back] ?? '')) back--;
  return { start, end: from.length - back, newText: to.slice(start, to.length - back) };
}
