import { describe, expect, it } from 'vitest';
import { runCode } from '../../../src/chat/code-actions.ts';
import { opened, shown, window } from '../fake-vscode.ts';

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

  it('continues with the next file if one is missing', async () => {
    await apply('--- a/gone.ts\n+++ b/gone.ts\n@@ -1 +1 @@\n-a\n+b\n--- /dev/null\n+++ b/new.ts\n@@ -0,0 +1 @@\n+c\n');
    expect(shown).toEqual(["gone.ts isn't in this workspace."]);
    expect(opened).toEqual([{ content: 'c\n', language: 'typescript' }]);
  });
});
