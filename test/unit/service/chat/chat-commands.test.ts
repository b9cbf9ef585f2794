import { expect, it } from 'vitest';
import type { Uri as VsCodeUri } from 'vscode';
import { ChatCommands } from '../../../../src/service/chat/host/chat-commands.ts';
import type { OpenChats } from '../../../../src/service/chat/host/open-chats.ts';
import type { ChatStore } from '../../../../src/service/chat/stored/chat-store.ts';
import { ChatTranscript } from '../../../../src/service/chat/transcript.ts';
import { commands, Uri, window, workspace } from '../../fake-vscode.ts';

function commandsOf(transcript: ChatTranscript): ChatCommands {
  const current = { id: 's', conversation: { transcript } };
  return new ChatCommands(
    Uri.file('/chats') as unknown as VsCodeUri,
    {} as ChatStore,
    { current, find: () => current } as unknown as OpenChats,
  );
}

it('proposes a file name for an export that is never cut inside a character', async () => {
  const proposed: string[] = [];
  Object.assign(workspace, { workspaceFolders: [{ uri: Uri.file('/project') }] });
  Object.assign(window, {
    showSaveDialog: async ({ defaultUri }: { defaultUri: Uri }) => void proposed.push(defaultUri.path),
  });
  for (const text of ['a', 'ab'].map((start) => start + '𠮷'.repeat(60))) {
    const transcript = new ChatTranscript([{ kind: 'prompt', id: 'p', text, at: 1, after: '' }]);
    await commandsOf(transcript).export();
  }
  expect(proposed.map((name) => [name.isWellFormed(), name.length > 60])).toEqual([
    [true, true],
    [true, true],
  ]);
});

it('proposes the whole name when a chat is renamed, and the first message if it has none', async () => {
  const proposed: string[] = [];
  Object.assign(window, { showInputBox: async ({ value }: { value: string }) => void proposed.push(value) });
  const prompt = { kind: 'prompt', id: 'p', text: 'Hello', at: 1, after: '' } as const;
  const title = { kind: 'title', text: 'n'.repeat(200) } as const;
  for (const records of [[prompt], [prompt, title]]) await commandsOf(new ChatTranscript(records)).rename();
  expect(proposed).toEqual(['Hello', title.text]);
});

it('opens a file of the folder of chats', async () => {
  const opened: unknown[] = [];
  const executeCommand = async (command: string, uri: Uri) => void opened.push([command, uri.path]);
  Object.assign(commands, { executeCommand });
  await commandsOf(new ChatTranscript([])).openFile('bad.jsonl');
  expect(opened).toEqual([['vscode.open', '/chats/bad.jsonl']]);
});
