import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { runCode } from '../../../src/chat/code-actions.ts';
import { commands, contentProviders, opened, shown, Uri, window, workspace } from '../fake-vscode.ts';

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
