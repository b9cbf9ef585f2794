import { expect, it } from 'vitest';
import type { TextEditor, Uri as VscodeUri } from 'vscode';
import { activeUri, fromSelection, fromUri, fromUris } from '../../../../src/service/chat/context/collect.ts';
import { env, FileType, Position, shown, Uri, window, workspace } from '../../fake-vscode.ts';

const added = {
  textDocuments: [],
  asRelativePath: ({ path }: Uri) => path,
  fs: { stat: async () => ({ type: FileType.File, size: 6_000_000 }) },
};

it.each([
  ['large.PNG', 'large.PNG is too large to attach: 6,000,000 bytes. The limit for images is 5,000,000 bytes.'],
  [
    'large.log',
    'large.log is too large to attach: 6,000,000 characters (about 1,500,000 tokens). The limit is 1,000,000 characters.',
  ],
])('rejects a file that is too large, with the limit for its kind: %s', async (name, why) => {
  Object.assign(workspace, added);
  const attachment = await fromUri(Uri.file(name) as unknown as VscodeUri);
  expect([attachment, shown]).toEqual([undefined, [why]]);
});

it.each([
  ['ssh-remote', 'vscode-remote://ssh-remote%2Bbox/p/a.txt', true],
  ['wsl', 'vscode-remote://wsl+Ubuntu/p/a.txt', true],
  ['localhost:8080', 'vscode-remote://localhost:8080/p/a.txt', true],
  ['ssh-remote', 'vscode-remote://ssh-remote+box/etc/passwd', false],
  ['ssh-remote', 'vscode-remote://dev-container+box/p/a.txt', false],
  [undefined, 'vscode-remote://ssh-remote+box/p/a.txt', false],
  [undefined, 'file:///p/a.txt', true],
])('in the remote window %s, the dropped file %s is read: %s', async (remoteName, address, isRead) => {
  Object.assign(env, { remoteName });
  Object.assign(workspace, {
    ...added,
    getWorkspaceFolder: ({ scheme, path }: Uri) => (scheme === 'file' && path.startsWith('/p/') ? {} : undefined),
    fs: { stat: async () => ({ type: FileType.File, size: 2 }), readFile: async () => new TextEncoder().encode('ok') },
  });
  shown.length = 0;
  const found = await fromUris([address]);
  expect(found.map(({ label, text }) => [label, text])).toEqual(isRead ? [['/p/a.txt', 'ok']] : []);
  expect(shown).toHaveLength(isRead ? 0 : 1);
});

it('reads an open file with its unsaved changes', async () => {
  const open = { uri: Uri.file('/p/a.ts'), languageId: 'typescript', getText: () => 'unsaved' };
  const other = { ...open, uri: Uri.file('/p/b.ts'), getText: () => 'other' };
  Object.assign(workspace, { ...added, textDocuments: [other, open] });
  expect(await fromUri(Uri.file('/p/a.ts') as unknown as VscodeUri)).toMatchObject({
    kind: 'file',
    text: 'unsaved',
    language: 'typescript',
  });
});

it.each([
  ['in one line', [0, 1, 0, 3], ':1', 'ne'],
  ['at the end of a line', [0, 0, 1, 3], ':1-2', 'one\ntwo'],
  ['at the beginning of a line, which is left out', [0, 0, 2, 0], ':1-2', 'one\ntwo'],
  ['where it begins, so that it is none', [1, 0, 1, 0], undefined, undefined],
])('attaches a selection that ends %s', (_where, [fromLine = 0, from = 0, toLine = 0, to = 0], lines, text) => {
  Object.assign(workspace, added);
  const start = new Position(fromLine, from);
  const end = new Position(toLine, to);
  const texts = ['one', 'two', 'three'];
  const getText = ({ start: a, end: b }: { start: Position; end: Position }) =>
    texts
      .slice(a.line, b.line + 1)
      .map((line, at) => line.slice(at === 0 ? a.character : 0, at === b.line - a.line ? b.character : undefined))
      .join('\n');
  const attached = fromSelection({
    document: { uri: Uri.file('/p/a.ts'), languageId: 'typescript', getText, validateRange: (range: unknown) => range },
    selection: { start, end, isEmpty: start.line === end.line && from === to },
  } as unknown as TextEditor);
  expect(attached && [attached.label, attached.text]).toEqual(lines && [`/p/a.ts${lines}`, text]);
});

it.each([
  ['the tab of an image', { uri: Uri.file('/p/a.png') }, undefined, '/p/a.png'],
  ['the active editor, not one beside it', undefined, '/p/active.txt', '/p/active.txt'],
  ['a visible editor, if the chat is the active one', { viewType: 'chat' }, undefined, '/p/visible.txt'],
])('takes %s as the active file', (_of, input, active, file) => {
  const editorOf = (path: string) => ({ document: { uri: Uri.file(path) } });
  Object.assign(window, {
    tabGroups: { activeTabGroup: { activeTab: { input } } },
    activeTextEditor: active && editorOf(active),
    visibleTextEditors: ['/p/visible.txt', '/p/active.txt'].map(editorOf),
  });
  expect(activeUri()?.path).toBe(file);
});
