/** Applies changes of servers as one undoable edit. Files without other unsaved changes are saved. */
import { l10n, Range, type TextDocument, Uri, WorkspaceEdit, window, workspace } from 'vscode';
import type { CreateFile, TextDocumentEdit, TextEdit } from 'vscode-languageclient';
import { realClock, wait } from '../../../../common/clock.ts';
import type { ServerChange, ServerEdits } from '../../../../common/messages/tool-servers.ts';
import { runAction } from '../../../shared/commands.ts';
import { applyEdit, documentText, type EditedFile, saveEdit } from '../../../shared/editing/workspace-edit.ts';
import { confirm, showInformation, showWarning } from '../../../shared/notifications.ts';
import { oneLine, plainText } from '../../../shared/text/format.ts';
import type { ConfigLanguage } from '../../client/index.ts';

/** A button below the reason why a change isn't possible. */
export interface NextStep {
  readonly label: string;
  readonly run: () => unknown;
}

interface ChangeOptions {
  /** What the agent needs to use the change. Default: that of the shown agent. */
  readonly reload?: string;
  /** True to show the text first, and to ask. */
  readonly isPreviewed?: boolean;
}

/** Changes servers of the view, and says what was changed, with Undo: see `changeServers`. */
export type ChangeServers = (
  changes: readonly ServerChange[],
  done: (edited: readonly EditedFile[]) => string,
  options?: ChangeOptions,
) => Promise<boolean>;

/** Maximum number of attempts: a file can change while the language server computes the edit. */
export const maxAttempts = 3;

/** Maximum length of what a dialog says is lost, in characters. */
const longestLoss = 1500;

/** Milliseconds to wait for the editor to reload the file from disk. */
const reloadTimeout = 3000;

interface EditOptions {
  /** True to show the text first, and to ask. */
  readonly isPreviewed?: boolean;
  /** Returns what the user can do about a change that a setting of Oh My Pi prevents. */
  readonly stepsFor?: (refused: ServerChange) => readonly NextStep[];
}

/**
 * Applies the changes that are possible, and shows why the others aren't.
 * @returns the edited files; undefined if nothing changed
 */
export async function editServers(
  config: ConfigLanguage,
  changes: readonly ServerChange[],
  { isPreviewed = false, stepsFor = () => [] }: EditOptions = {},
): Promise<readonly EditedFile[] | undefined> {
  const isMove = changes.some(({ kind }) => kind === 'move' || kind === 'relocate');
  let accepted: string | undefined;
  for (let left = maxAttempts; left > 0; left--) {
    const answer = await config.sendRequest('switchyard/editServers', { changes });
    const files = await fileEdits(answer.edit);
    if (files === 'outdated') continue;
    const loss = answer.omitted.join('\n');
    const asked = isPreviewed ? [newTextOf(files), loss].filter(Boolean).join('\n\n') : loss;
    if (files.length > 0 && asked !== '' && asked !== accepted) {
      if (!(await (isPreviewed ? acceptsText(asked, files) : acceptsLoss(asked, changes)))) return undefined;
      // A file may have changed while the user read it.
      accepted = asked;
      left++;
      continue;
    }
    void tell(answer, changes, stepsFor);
    return files.length === 0 ? undefined : applyFileEdits(files, isMove);
  }
  throw keepsChanging();
}

/** Asks before a server is written in another form. @param loss what is left out or written differently, one line each */
async function acceptsLoss(loss: string, changes: readonly ServerChange[]): Promise<boolean> {
  const has = (wanted: ServerChange['kind']): boolean => changes.some(({ kind }) => kind === wanted);
  const action = has('move') ? l10n.t('Move Anyway') : has('copy') ? l10n.t('Copy Anyway') : l10n.t('Add Anyway');
  return confirm(l10n.t("The other file can't have everything as it is."), action, plainText(loss, longestLoss));
}

/** Asks before a converted server is written. @param text of the server, and what is left out or written differently */
function acceptsText(text: string, files: readonly FileEdit[]): Promise<boolean> {
  const extended = files.filter((file) => newTextOf([file]) !== '');
  const names = extended.map(({ uri }) => workspace.asRelativePath(uri)).join(', ');
  return confirm(l10n.t('Insert this into {0}?', oneLine(names, 200)), l10n.t('Insert'), plainText(text, longestLoss));
}

const newTextOf = (files: readonly FileEdit[]): string =>
  files
    .flatMap(({ edits }) => edits.map(({ newText }) => entryIn(newText)))
    .filter(Boolean)
    .join('\n');

/** Returns an inserted entry without the comma before it and the indentation of the file. */
function entryIn(newText: string): string {
  const lines = newText.trim().replace(/^,\s*/, '').split('\n');
  const last = lines.at(-1) ?? '';
  const indent = last.slice(0, last.length - last.trimStart().length);
  return lines.map((line) => (line.startsWith(indent) ? line.slice(indent.length) : line)).join('\n');
}

export const keepsChanging = (): Error =>
  new Error(l10n.t('The config files changed during the edit. Nothing was changed. Try again.'));

export const hasUnsavedChanges = (uri: Uri): Error =>
  new Error(
    l10n.t(
      '{0} has unsaved changes. Nothing was changed. Save the file, then try again.',
      workspace.asRelativePath(uri),
    ),
  );

/** The edits of one file. */
export interface FileEdit {
  readonly uri: Uri;
  /** Undefined if the edit creates the file. */
  readonly document: TextDocument | undefined;
  readonly edits: readonly TextEdit[];
}

/** Splits the edit by file and opens the documents. `outdated` if one differs from what the language server read. */
export async function fileEdits(edit: ServerEdits['edit']): Promise<FileEdit[] | 'outdated'> {
  const files: FileEdit[] = [];
  const steps = (edit?.documentChanges ?? []) as (CreateFile | TextDocumentEdit)[];
  const created = new Set(steps.flatMap((step) => ('kind' in step ? step.uri : [])));
  for (const step of steps) {
    if ('kind' in step) continue;
    const { uri: address, version } = step.textDocument;
    const uri = Uri.parse(address);
    const edits = step.edits as TextEdit[];
    if (created.has(address)) {
      files.push({ uri, document: undefined, edits });
      continue;
    }
    const document = await workspace.openTextDocument(uri);
    if (!document.isDirty && (await reloadFromDisk(document)) === 'changed') return 'outdated';
    if (version === null && document.isDirty) throw hasUnsavedChanges(uri);
    if (version !== null && version !== document.version) return 'outdated';
    files.push({ uri, document, edits });
  }
  return files;
}

/**
 * Reloads a document if it differs from the file on disk. VS Code watches files outside the workspace only while an
 * editor shows them.
 * @returns `changed` if it differed
 */
async function reloadFromDisk(document: TextDocument): Promise<'changed' | undefined> {
  const lines = (text: string) => text.replace(/\r\n?/g, '\n');
  const onDisk = lines(new TextDecoder().decode(await workspace.fs.readFile(document.uri)));
  if (lines(document.getText()) === onDisk || onDisk.includes('\ufffd')) return undefined;
  const reloaded = Promise.withResolvers<void>();
  const listener = workspace.onDidChangeTextDocument((event) => event.document === document && reloaded.resolve());
  try {
    await window.showTextDocument(document, { preserveFocus: true });
    if (lines(document.getText()) !== onDisk) await Promise.race([reloaded.promise, wait(realClock, reloadTimeout)]);
  } finally {
    listener.dispose();
  }
  return 'changed';
}

/**
 * Applies the edits of several files as one, and saves the files.
 * @param isMove a file that gets shorter is saved only after those that get longer
 * @throws Error if a file can't be saved; the whole edit is undone in that case
 */
export async function applyFileEdits(files: readonly FileEdit[], isMove: boolean): Promise<readonly EditedFile[]> {
  const edit = new WorkspaceEdit();
  for (const { uri, document, edits } of files) {
    if (document === undefined) {
      const text = edits.map(({ newText }) => newText).join('');
      edit.createFile(uri, { contents: new TextEncoder().encode(text) });
    } else {
      for (const { range, newText } of edits) {
        const { start, end } = range;
        edit.replace(uri, new Range(start.line, start.character, end.line, end.character), newText);
      }
    }
  }
  const before = files.map(({ uri, document }) => ({
    uri,
    before: document?.getText(),
    isDirty: document?.isDirty === true,
  }));
  await applyEdit(edit);
  const longer: typeof before = [];
  const shorter: typeof before = [];
  for (const file of before) {
    // Opening a new file tells the language server about it, even if its folder isn't watched.
    const { length } = await documentText(file.uri);
    (length > (file.before?.length ?? 0) ? longer : shorter).push(file);
  }
  // Agents read the files on disk, where a moved server must always be in one of the files.
  const held = isMove && longer.some(({ isDirty }) => isDirty) ? shorter : [];
  const edited = await saveEdit([...longer, ...shorter], held);
  tellUnsaved(
    before.filter(({ isDirty }) => isDirty),
    held.filter(({ isDirty }) => !isDirty),
  );
  return edited;
}

/** @param held files without other changes that weren't saved because of those with other changes */
function tellUnsaved(changed: readonly { readonly uri: Uri }[], held: readonly { readonly uri: Uri }[]): void {
  if (changed.length === 0) return;
  const namesOf = (files: typeof changed) => files.map(({ uri }) => workspace.asRelativePath(uri)).join(', ');
  const names = namesOf(changed);
  void showInformation(
    held.length === 0
      ? l10n.t("{0} has other unsaved changes and wasn't saved. Save it to use the change.", names)
      : l10n.t(
          "{0} has other unsaved changes and wasn't saved. {1} wasn't saved either, so that no server is lost. Save {0} first, then {1}.",
          names,
          namesOf(held),
        ),
  );
}

async function tell(
  { refused }: ServerEdits,
  changes: readonly ServerChange[],
  stepsFor: (refused: ServerChange) => readonly NextStep[],
): Promise<void> {
  const [first] = refused;
  if (first === undefined) return;
  const more = refused.length > 1 ? ` ${l10n.t('({0} more not changed.)', refused.length - 1)}` : '';
  const change = changes[first.index];
  const steps = first.isBySetting && change !== undefined ? stepsFor(change) : [];
  const chosen = await showWarning(oneLine(first.reason, 400) + more, ...steps.map(({ label }) => label));
  const step = steps.find(({ label }) => label === chosen);
  if (step) await runAction(step.label, step.run);
}

/** Shows what a copy of servers leaves out or writes differently. @param left one sentence each; may be empty */
export function showOmissions(left: readonly string[]): void {
  if (left.length > 0) void showInformation(oneLine(left.join(' '), 500));
}
