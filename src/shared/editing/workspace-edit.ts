/** Applies edits of files, and undoes them as long as the files haven't changed since. */
import { l10n, Range, type TextDocument, type Uri, WorkspaceEdit, workspace } from 'vscode';
import { realClock, wait } from '../../../common/clock.ts';
import { offerUndo } from './undo.ts';

/** A file that an edit has changed or created. */
export interface EditedFile {
  readonly uri: Uri;
  /** Undefined if the edit created the file. */
  readonly before: string | undefined;
  readonly after: string;
  /** True if it had unsaved changes before the edit. It stays unsaved. */
  readonly isDirty: boolean;
}

/** A file before its text is known that an edit and saving result in. */
type FileBefore = Omit<EditedFile, 'after'>;

/** @throws Error with the reason, localized */
export async function applyEdit(edit: WorkspaceEdit): Promise<void> {
  if (!(await workspace.applyEdit(edit)))
    throw new Error(l10n.t("VS Code couldn't apply the edit. Nothing was changed."));
}

export async function documentText(uri: Uri): Promise<string> {
  return (await workspace.openTextDocument(uri)).getText();
}

/**
 * Saves the files of an edit in this order, except those that had unsaved changes before the edit.
 * @param held files that stay unsaved, too
 * @throws Error if a file can't be saved; the whole edit is undone in that case
 */
export async function saveEdit(
  files: readonly FileBefore[],
  held: readonly FileBefore[] = [],
): Promise<readonly EditedFile[]> {
  // Read after saving, which can format a text.
  const edited = () => Promise.all(files.map(async (file) => ({ ...file, after: await documentText(file.uri) })));
  for (const file of files) {
    if (file.isDirty || held.includes(file)) continue;
    const document = await workspace.openTextDocument(file.uri);
    if (await save(document)) continue;
    await undoEdit(await edited(), document);
    const name = workspace.asRelativePath(file.uri);
    throw new Error(
      l10n.t("Couldn't save {0}. Nothing was changed. Check whether the file is read-only, then try again.", name),
    );
  }
  return edited();
}

/** Attempts to save a file while VS Code itself saves it, and milliseconds between them. */
const maxSaves = 6;
const pauseBetweenSaves = 300;

/** Returns false if a document can't be saved. */
async function save(document: TextDocument): Promise<boolean> {
  for (let left = maxSaves; left > 1; left--) {
    if (await document.save()) return true;
    // VS Code also returns false at once while it saves the document itself (`files.autoSave`). Then it's done soon.
    if (!document.isDirty) break;
    await wait(realClock, pauseBetweenSaves);
  }
  // The document of a read-only file never has unsaved changes, but it can't be saved.
  return document.save();
}

/** Offers to undo an edit. @param then called after the undo */
export function offerUndoOf(done: string, edited: readonly EditedFile[], then: () => unknown): Promise<void> {
  return offerUndo(done, async () => {
    await undoEdit(edited);
    await then();
  });
}

/** Restores the texts and deletes the created files, all or none. @param unsavable is saved without a wait @throws Error if a text has changed */
async function undoEdit(edited: readonly EditedFile[], unsavable?: TextDocument): Promise<void> {
  const edit = new WorkspaceEdit();
  const documents: TextDocument[] = [];
  for (const { uri, before, after, isDirty } of edited) {
    const document = await workspace.openTextDocument(uri);
    const text = document.getText();
    // VS Code itself restores the document of a read-only file at some point.
    if (text !== after && text !== before)
      throw new Error(l10n.t('The file has changed. Use Undo in the editor, or edit the file.'));
    if (before === undefined) {
      edit.deleteFile(uri);
      continue;
    }
    const { start, end, newText } = textDifference(text, before);
    edit.replace(uri, new Range(document.positionAt(start), document.positionAt(end)), newText);
    if (!isDirty) documents.push(document);
  }
  await applyEdit(edit);
  for (const document of documents) await (document === unsavable ? document.save() : save(document));
}

/** Returns the range in which two texts differ, and its new text. */
export function textDifference(from: string, to: string): { start: number; end: number; newText: string } {
  let start = 0;
  while (start < from.length && start < to.length && from[start] === to[start]) start++;
  let back = 0;
  const limit = Math.min(from.length, to.length) - start;
  while (back < limit && from[from.length - 1 - back] === to[to.length - 1 - back]) back++;
  // An editor has no position inside a line break or a surrogate pair.
  if (/[\r\ud800-\udbff]/.test(from[start - 1] ?? '')) start--;
  if (/[\n\udc00-\udfff]/.test(from[from.length - back] ?? '')) back--;
  return { start, end: from.length - back, newText: to.slice(start, to.length - back) };
}
