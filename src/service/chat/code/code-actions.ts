/** Actions on code blocks of answers. Every change is confirmed in a diff or can be undone. */

import { l10n, languages, Range, type TextDocument, type TextEditor, Uri, window, workspace } from 'vscode';
import { lookUp } from '../../../../common/guards.ts';
import { replaceSelection } from '../../../shared/editing/replace-selection.ts';
import { copyText, showInformation, showWarning } from '../../../shared/notifications.ts';
import { oneLine } from '../../../shared/text/format.ts';
import { nameOf } from '../context/collect.ts';
import type { AboutChat } from '../messages.ts';
import { applyHunks, createdText, parseDiff } from './diff.ts';
import { proposeChange } from './proposal.ts';

export async function runCode({ action, text, language }: AboutChat & { kind: 'code' }): Promise<void> {
  switch (action) {
    case 'copy':
      return copyText(text, l10n.t('Copied.'));
    case 'insert':
      return insert(text);
    case 'newFile':
      return newFile(text, language);
    case 'apply':
      return /^(diff|patch)$/i.test(language) ? applyDiff(text) : apply(text);
  }
}

/**
 * Returns the active editor, or a visible writable one if an editor panel with the chat is active. Shows a message if
 * the editor isn't writable.
 */
function targetEditor(): TextEditor | undefined {
  const editor = window.activeTextEditor ?? window.visibleTextEditors.find(({ document }) => isWritable(document));
  if (!editor || !isWritable(editor.document)) void showInformation(l10n.t('Open a file beside the chat first.'));
  return editor && isWritable(editor.document) ? editor : undefined;
}

function isWritable({ uri }: TextDocument): boolean {
  return uri.scheme !== 'output' && workspace.fs.isWritableFileSystem(uri.scheme) !== false;
}

async function insert(text: string): Promise<void> {
  const editor = targetEditor();
  if (!editor) return;
  await replaceSelection(editor, text.replace(/\n$/, ''));
  await window.showTextDocument(editor.document, editor.viewColumn);
}

/** Opens an untitled document, so that the user decides whether and where to save it. */
async function newFile(content: string, language: string): Promise<void> {
  const known = await languageNamed(language);
  const document = await workspace.openTextDocument({ content, ...(known !== undefined && { language: known }) });
  await window.showTextDocument(document, { preview: false });
}

/** Returns the editor's ID of a language that models call by its file extension or a common short name. */
async function languageNamed(name: string): Promise<string | undefined> {
  const lower = name.toLowerCase();
  const wanted = lookUp(shortNames, lower) ?? lower;
  return (await languages.getLanguages()).find((id) => id.toLowerCase() === wanted);
}

const shortNames: Readonly<Record<string, string>> = {
  bash: 'shellscript',
  cs: 'csharp',
  js: 'javascript',
  jsx: 'javascriptreact',
  md: 'markdown',
  py: 'python',
  rb: 'ruby',
  rs: 'rust',
  sh: 'shellscript',
  shell: 'shellscript',
  ts: 'typescript',
  tsx: 'typescriptreact',
  yml: 'yaml',
  zsh: 'shellscript',
};

/** Shows the change in a diff and applies it only after confirmation. */
async function apply(code: string): Promise<void> {
  const editor = targetEditor();
  if (!editor) return;
  const { document, selection } = editor;
  if (selection.isEmpty) return applyWithoutSelection(code, document, selection.active.line);
  const text = selection.end.character === 0 ? code : code.replace(/\n$/, '');
  await proposeChange(document, new Range(selection.start, selection.end), text);
}

/** Replaces the lines that the code is a version of, or the whole file; new code is inserted. @param line of the cursor */
async function applyWithoutSelection(code: string, document: TextDocument, line: number): Promise<void> {
  const file = document.getText().replaceAll('\r\n', '\n');
  const name = nameOf(document.uri);
  const lines = matchingLines(code, file);
  const whole = document.validateRange(new Range(0, 0, document.lineCount, 0));
  if (lines) {
    const range = document.validateRange(new Range(lines.start, 0, lines.end, 0));
    return proposeChange(document, range, code);
  }
  if (isVersionOf(code, file)) {
    const count = whole.end.character === 0 ? document.lineCount - 1 : document.lineCount;
    const question =
      count === 1
        ? l10n.t('Replace the only line of {0}?', name)
        : l10n.t('Replace all {0} lines of {1}?', count, name);
    return proposeChange(document, whole, code, question);
  }
  const isBlank = document.lineAt(line).isEmptyOrWhitespace && line < document.lineCount - 1;
  if (isBlank) {
    const question = l10n.t('Insert this code at the cursor, in line {0} of {1}?', line + 1, name);
    return proposeChange(document, new Range(line, 0, line, 0), code, question);
  }
  const before = file === '' || file.endsWith('\n\n') ? '' : file.endsWith('\n') ? '\n' : '\n\n';
  const question = l10n.t('Insert this code at the end of {0}?', name);
  return proposeChange(document, new Range(whole.end, whole.end), before + code, question);
}

/** True if the code has at least half of the lines of a file, so it's the file with changes. */
export function isVersionOf(code: string, file: string): boolean {
  const linesOf = (text: string) => text.split('\n').map((line) => line.trim());
  // A bracket says nothing: most files have the same ones.
  const told = linesOf(file).filter((line) => /[\p{L}\p{N}]/u.test(line));
  const known = new Set(linesOf(code));
  return told.length > 0 && told.filter((line) => known.has(line)).length * 2 >= told.length;
}

/** Each changed file of a diff is compared and confirmed separately. Created files open as untitled documents. */
async function applyDiff(diff: string): Promise<void> {
  const files = parseDiff(diff);
  if (files.length === 0) void showWarning(l10n.t("Couldn't find any changes in this diff."));
  for (const file of files) {
    if (file.change === 'delete') {
      void showWarning(
        l10n.t("Didn't delete {0}: a diff can't delete files here. Delete it yourself.", oneLine(file.path ?? '')),
      );
      continue;
    }
    if (file.change === 'create') {
      await newFile(createdText(file), /\.([^./]+)$/.exec(file.path ?? '')?.[1] ?? '');
      continue;
    }
    const document = file.path === undefined ? targetEditor()?.document : await documentNamed(file.path);
    if (!document) continue;
    const after = applyHunks(document.getText(), file);
    if (after === undefined) {
      void showWarning(l10n.t("Couldn't apply the diff: its lines don't match {0}.", nameOf(document.uri)));
      continue;
    }
    await proposeChange(document, new Range(0, 0, document.lineCount, 0), after);
  }
}

/** Opens a file in the workspace by a relative path from a model's answer. */
async function documentNamed(name: string): Promise<TextDocument | undefined> {
  for (const { uri } of workspace.workspaceFolders ?? []) {
    const file = Uri.joinPath(uri, name);
    // The path may lead out of the workspace.
    if (workspace.getWorkspaceFolder(file) === undefined) continue;
    try {
      return await workspace.openTextDocument(file);
    } catch {
      // Try the next folder.
    }
  }
  void showWarning(l10n.t("{0} isn't in this workspace.", oneLine(name)));
  return undefined;
}

/** Lines from `start` up to, not including, `end`. */
export interface Lines {
  readonly start: number;
  readonly end: number;
}

/**
 * Returns the lines of the file that begin and end like the code; undefined if there is no unique match or the code is
 * too short to match.
 */
export function matchingLines(code: string, file: string): Lines | undefined {
  const wanted = code.split('\n').map((line) => line.trim());
  const first = wanted.find((line) => line !== '');
  const last = wanted.findLast((line) => line !== '');
  if (first === undefined || last === undefined || first === last) return undefined;
  const lines = file.split('\n').map((line) => line.trim());
  const start = lines.indexOf(first);
  if (start === -1 || lines.indexOf(first, start + 1) !== -1) return undefined;
  // A closing brace occurs in many places: use the first one with the indentation of the first line.
  const indent = (line: string | undefined) => /^\s*/.exec(line ?? '')?.[0] ?? '';
  const all = file.split('\n');
  const end = lines.findIndex(
    (line, index) => index > start && line === last && indent(all[index]) === indent(all[start]),
  );
  return end === -1 ? undefined : { start, end: end + 1 };
}
