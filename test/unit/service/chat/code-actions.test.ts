import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { runCode } from '../../../../src/service/chat/code/code-actions.ts';
import { decideProposal, proposeChange } from '../../../../src/service/chat/code/proposal.ts';
import { commands, contentProviders, opened, shown, Uri, window, workspace } from '../../fake-vscode.ts';
import { settle } from '../../settle.ts';

const apply = (text: string) => runCode({ kind: 'code', action: 'apply', text, language: 'diff' });

describe('applying a diff', () => {
  it('never deletes a file, and does not use the active editor', async () => {
    Object.defineProperty(window, 'activeTextEditor', {
      configurable: true,
      get: () => expect.fail('used the active editor'),
    });
    await apply('--- a/src/old.ts\n+++ /dev/null\n@@ -1 +0,0 @@\n-one\n');
    expect(shown).toEqual(["Didn't delete src/old.ts: a diff can't delete files here. Delete it yourself."]);
    expect(opened).toEqual([]);
  });

  it('opens a created file as an untitled document', async () => {
    await apply('--- /dev/null\n+++ b/src/new.ts\n@@ -0,0 +1,2 @@\n+one\n+two\n');
    expect(shown).toEqual([]);
    expect(opened).toEqual([{ content: 'one\ntwo\n', language: 'typescript' }]);
  });

  it('shows the changed text of a file in the workspace, but of none outside of it', async () => {
    const text = 'one\ntwo\n';
    const offsetAt = ({ line }: { line: number }) => (line === 0 ? 0 : text.length);
    const before = [{ ...workspace }, { ...window }] as const;
    Object.assign(workspace, {
      workspaceFolders: [{ uri: Uri.file('/p') }],
      getWorkspaceFolder: ({ path }: Uri) => (path.startsWith('/p/') ? { name: 'p' } : undefined),
      asRelativePath: ({ path }: Uri) => path,
      openTextDocument: async (uri: Uri) => ({ uri, lineCount: 3, getText: () => text, offsetAt }),
    });
    const tabGroups = { all: [], close: async () => true, onDidChangeTabs: () => ({ dispose() {} }) };
    Object.assign(window, { tabGroups });
    const diffs: unknown[] = [];
    const execute = vi.spyOn(commands, 'executeCommand') as ReturnType<typeof vi.fn>;
    execute.mockImplementation(async (_id: string, left: Uri, right: Uri) => {
      diffs.push([left.path, await contentProviders.get('switchyard-proposal')?.provideTextDocumentContent(right)]);
    });
    onTestFinished(() => {
      execute.mockRestore();
      Object.assign(workspace, before[0]);
      Object.assign(window, before[1]);
    });
    const diff = (path: string) => `--- a/${path}\n+++ b/${path}\n@@ -1,2 +1,2 @@\n one\n-two\n+2\n`;
    await apply(diff('src/a.ts') + diff('../b.ts'));
    expect(diffs).toEqual([['/p/src/a.ts', 'one\n2\n']]);
    expect(shown).toContain("../b.ts isn't in this workspace.");
  });

  it('continues with the next file if one is missing', async () => {
    await apply('--- a/gone.ts\n+++ b/gone.ts\n@@ -1 +1 @@\n-a\n+b\n--- /dev/null\n+++ b/new.ts\n@@ -0,0 +1 @@\n+c\n');
    expect(shown).toEqual(["gone.ts isn't in this workspace."]);
    expect(opened).toEqual([{ content: 'c\n', language: 'typescript' }]);
  });
});

describe('applying code', () => {
  const file = 'import x from "x";\n\nfunction one() {\n  return 1;\n}\n\n';

  /** Applies code to a file with the cursor in a line, or with a selection. Returns the question and the text after it. */
  async function applyTo(text: string, code: string, line = 0, selected?: object): Promise<unknown> {
    const before = [{ ...workspace }, { ...window }] as const;
    const lines = text.split('\n');
    const offsetAt = (at: { line: number; character: number }) =>
      lines.slice(0, at.line).reduce((sum, one) => sum + one.length + 1, 0) + at.character;
    const last = { line: lines.length - 1, character: lines.at(-1)?.length ?? 0 };
    const clip = (at: { line: number; character: number }) => (at.line > last.line ? last : at);
    const document = {
      ...{ uri: Uri.file('/p/a.ts'), lineCount: lines.length, getText: () => text, offsetAt },
      lineAt: (at: number) => ({ isEmptyOrWhitespace: lines[at]?.trim() === '' }),
      validateRange: ({ start, end }: Record<'start' | 'end', typeof last>) => ({ start: clip(start), end: clip(end) }),
    };
    const selection = selected ?? { isEmpty: true, active: { line, character: 0 } };
    Object.assign(workspace, {
      asRelativePath: () => 'a.ts',
      fs: { isWritableFileSystem: () => true },
    });
    const tabGroups = { all: [], close: async () => true, onDidChangeTabs: () => ({ dispose() {} }) };
    Object.defineProperty(window, 'activeTextEditor', { configurable: true, value: { document, selection } });
    Object.assign(window, { tabGroups });
    let after: unknown;
    const execute = vi.spyOn(commands, 'executeCommand') as ReturnType<typeof vi.fn>;
    execute.mockImplementation(async (_id: string, _left: Uri, right: Uri) => {
      after = await contentProviders.get('switchyard-proposal')?.provideTextDocumentContent(right);
    });
    shown.length = 0;
    await runCode({ kind: 'code', action: 'apply', text: code, language: 'ts' });
    execute.mockRestore();
    Object.assign(workspace, before[0]);
    Object.assign(window, before[1]);
    return [shown[0], after];
  }

  it.each([
    [
      'a new function',
      file,
      'function two() {\n  return 2;\n}\n',
      'Insert this code at the end of a.ts?',
      (code: string) => file + code,
    ],
    ['one line', file, 'export {};\n', 'Insert this code at the end of a.ts?', (code: string) => file + code],
    [
      'code for a file that does not end with a line break',
      'const a = 1;',
      'const b = 2;\n',
      'Insert this code at the end of a.ts?',
      (code: string) => `const a = 1;\n\n${code}`,
    ],
    ['code for an empty file', '', 'const b = 2;\n', 'Insert this code at the end of a.ts?', (code: string) => code],
    [
      'the file with a change',
      file,
      file.replace('import x', 'import y'),
      'Replace all 6 lines of a.ts?',
      (code: string) => code,
    ],
    [
      'a changed function',
      file,
      'function one() {\n  return 5;\n}\n',
      'Apply this change to a.ts?',
      () => file.replace('return 1', 'return 5'),
    ],
  ])('never replaces what the code is not a version of: %s', async (_what, text, code, question, after) => {
    expect(await applyTo(text, code)).toEqual([question, after(code)]);
  });

  it.each([
    ['lines', 0, [2, 0, 5, 0], 'import x from "x";\n\nlet one = 1;\n\n'],
    ['a part of a line', 0, [3, 9, 3, 10], 'import x from "x";\n\nfunction one() {\n  return let one = 1;;\n}\n\n'],
  ])('replaces what is selected: %s', async (_what, line, [startLine, start, endLine, end], after) => {
    const selection = {
      isEmpty: false,
      start: { line: startLine, character: start },
      end: { line: endLine, character: end },
    };
    expect(await applyTo(file, 'let one = 1;\n', line, selection)).toEqual(['Apply this change to a.ts?', after]);
  });

  it('inserts new code at a cursor in an empty line', async () => {
    const [question, after] = (await applyTo(file, 'const z = 1;\n', 1)) as string[];
    expect(question).toBe('Insert this code at the cursor, in line 2 of a.ts?');
    expect(after).toBe(file.replace('\n\n', '\nconst z = 1;\n\n'));
  });
});

it('hides the question when the change is applied or discarded elsewhere', async () => {
  const before = [{ ...workspace }, { ...window }] as const;
  const tabGroups = { all: [], activeTabGroup: {}, close: async () => true, onDidChangeTabs: () => ({ dispose() {} }) };
  Object.assign(workspace, { asRelativePath: () => 'a.ts' });
  Object.assign(window, { tabGroups, showInformationMessage: () => new Promise(() => undefined) });
  const ran: unknown[][] = [];
  const execute = vi.spyOn(commands, 'executeCommand') as ReturnType<typeof vi.fn>;
  execute.mockImplementation(async (...given: unknown[]) => void ran.push(given));
  onTestFinished(() => {
    execute.mockRestore();
    Object.assign(workspace, before[0]);
    Object.assign(window, before[1]);
  });
  const document = { uri: Uri.file('/p/a.ts'), version: 1, getText: () => 'one', offsetAt: () => 0 };
  const proposing = proposeChange(document as never, { start: 0, end: 0 } as never, 'two');
  await settle();
  decideProposal('discard', ran[0]?.[2] as never);
  await proposing;
  expect(ran.map(([id]) => id)).toEqual(['vscode.diff', 'notifications.hideToasts']);
});
