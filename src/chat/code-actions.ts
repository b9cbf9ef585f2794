/** What is done with a block of code out of an answer. Nothing is written that the user has not seen or cannot undo. */

import {
  l10n,
  languages,
  Range,
  commands as registry,
  type TextDocument,
  type TextEditor,
  Uri,
  WorkspaceEdit,
  window,
  workspace,
} from 'vscode';
import { copyText } from '../shared/clipboard.ts';
import { inert } from '../shared/format.ts';
import { applyEdit } from '../shared/workspace-edit.ts';
import { nameOf } from './context/collect.ts';
import type { ToHost } from './messages.ts';

export async function runCode({ action, text, language }: ToHost & { kind: 'code' }): Promise<void> {
  switch (action) {
    case 'copy':
      return copyText(text, l10n.t('Copied.'));
    case 'insert':
      return insert(text);
    case 'newFile':
      return newFile(text, language);
    case 'apply':
      return apply(text);
  }
}

/** The editor that the user last wrote in: the chat may be in front of it. */
function editorInSight(): TextEditor | undefined {
  const editor = window.activeTextEditor ?? window.visibleTextEditors.find(({ document }) => isWritable(document));
  if (!editor || !isWritable(editor.document))
    void window.showInformationMessage(l10n.t('Open a file beside the chat first.'));
  return editor && isWritable(editor.document) ? editor : undefined;
}

function isWritable({ uri }: TextDocument): boolean {
  return uri.scheme !== 'output' && workspace.fs.isWritableFileSystem(uri.scheme) !== false;
}

async function insert(text: string): Promise<void> {
  const editor = editorInSight();
  if (!editor) return;
  await editor.edit((edit) => edit.replace(editor.selection, text.replace(/\n$/, '')));
  await window.showTextDocument(editor.document, editor.viewColumn);
}

/** An untitled document: it becomes a file when and where the user saves it. */
async function newFile(content: string, language: string): Promise<void> {
  const known = await languageNamed(language);
  const document = await workspace.openTextDocument({ content, ...(known !== undefined && { language: known }) });
  await window.showTextDocument(document, { preview: false });
}

/** The editor's name of a language that models name by its extension or its usual short name. */
async function languageNamed(name: string): Promise<string | undefined> {
  const wanted = SHORT_NAMES[name.toLowerCase()] ?? name.toLowerCase();
  return (await languages.getLanguages()).find((id) => id.toLowerCase() === wanted);
}

const SHORT_NAMES: Readonly<Record<string, string>> = {
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

const SCHEME = 'switchyard-proposal';
let proposals = 0;

/** Shows what would become of the file, beside what it is; only after that, and a yes, is it changed. */
async function apply(code: string): Promise<void> {
  const editor = editorInSight();
  if (!editor) return;
  const { document, selection } = editor;
  const range = selection.isEmpty ? rangeFor(code, document) : new Range(selection.start, selection.end);
  const text = selection.isEmpty || selection.end.character === 0 ? code : code.replace(/\n$/, '');
  const before = document.getText();
  const [start, end] = [document.offsetAt(range.start), document.offsetAt(range.end)];
  const after = before.slice(0, start) + text + before.slice(end);
  if (after === before) {
    void window.showInformationMessage(l10n.t('{0} already contains this code.', inert(nameOf(document.uri))));
    return;
  }
  const proposal = Uri.from({ scheme: SCHEME, path: document.uri.path, query: String(++proposals) });
  const provider = workspace.registerTextDocumentContentProvider(SCHEME, {
    provideTextDocumentContent: (uri) => (uri.toString() === proposal.toString() ? after : undefined),
  });
  try {
    const { version } = document;
    const name = nameOf(document.uri);
    await registry.executeCommand('vscode.diff', document.uri, proposal, l10n.t('{0}: proposed change', name));
    const yes = l10n.t('Apply');
    const answer = await window.showInformationMessage(
      l10n.t('Apply this change to {0}?', inert(name)),
      yes,
      l10n.t('Discard'),
    );
    if (answer === yes) await write(document, version, range, text);
    await closeProposal(proposal);
  } finally {
    provider.dispose();
  }
}

async function write(document: TextDocument, version: number, range: Range, text: string): Promise<void> {
  if (document.version !== version) {
    void window.showWarningMessage(
      l10n.t('{0} has changed. Nothing was applied. Compare again.', inert(nameOf(document.uri))),
    );
    return;
  }
  const edit = new WorkspaceEdit();
  edit.replace(document.uri, range, text);
  await applyEdit(edit);
  await window.showTextDocument(document);
}

async function closeProposal(proposal: Uri): Promise<void> {
  const tabs = window.tabGroups.all.flatMap((group) => group.tabs);
  const ours = tabs.filter(({ input }) => {
    const modified = typeof input === 'object' && input !== null && 'modified' in input ? input.modified : undefined;
    return modified instanceof Uri && modified.toString() === proposal.toString();
  });
  await window.tabGroups.close(ours);
}

function rangeFor(code: string, document: TextDocument): Range {
  const place = placeOf(code, document.getText().replaceAll('\r\n', '\n'));
  const whole = new Range(0, 0, document.lineCount, 0);
  return document.validateRange(place ? new Range(place.start, 0, place.end, 0) : whole);
}

/** Lines from `start` up to, not including, `end`. */
export interface Lines {
  readonly start: number;
  readonly end: number;
}

/**
 * The lines that begin and end as the code does, when there is just one such place; undefined when there is none, or the
 * code is too short to tell: then it stands for the whole file.
 */
export function placeOf(code: string, file: string): Lines | undefined {
  const wanted = code.split('\n').map((line) => line.trim());
  const first = wanted.find((line) => line !== '');
  const last = wanted.findLast((line) => line !== '');
  if (first === undefined || last === undefined || first === last) return undefined;
  const lines = file.split('\n').map((line) => line.trim());
  const start = lines.indexOf(first);
  if (start === -1 || lines.indexOf(first, start + 1) !== -1) return undefined;
  // A closing brace stands in many places: the one is meant that closes what was begun, at the same depth.
  const indent = (line: string | undefined) => /^\s*/.exec(line ?? '')?.[0] ?? '';
  const all = file.split('\n');
  const end = lines.findIndex(
    (line, index) => index > start && line === last && indent(all[index]) === indent(all[start]),
  );
  return end === -1 ? undefined : { start, end: end + 1 };
}
