import { beforeEach, describe, expect, test } from 'vitest';
import type { Uri as VsCodeUri } from 'vscode';
import { ChatStore } from '../../../src/service/chat/stored/chat-store.ts';
import { PayloadStore } from '../../../src/service/workflows/webhook/payloads.ts';
import { EditorFolder } from '../../../src/shared/editing/editor-folder.ts';
import { FileSystemError, Uri, workspace } from '../fake-vscode.ts';
import { settle } from '../settle.ts';

const files = new Map<string, Uint8Array>();
const fs = {
  readFile: async ({ path }: Uri) => {
    const bytes = files.get(path);
    if (bytes === undefined) throw FileSystemError.FileNotFound();
    return bytes;
  },
  writeFile: async ({ path }: Uri, bytes: Uint8Array) => void files.set(path, bytes),
  delete: async ({ path }: Uri) => void files.delete(path),
};
const bytesOf = (text: string) => new TextEncoder().encode(text);

beforeEach(() => {
  files.clear();
  Object.assign(workspace, { fs });
});

describe('a log in the storage of the editor', () => {
  test('is written again as a whole after another window has deleted it', async () => {
    const folder = () => new EditorFolder(Uri.file('/chats') as unknown as VsCodeUri);
    const [one, two] = [folder().log('a'), folder().log('a')];
    one.append('1\n');
    await settle();
    expect(await two.read()).toBe('1\n');
    two.append('2\n');
    await settle();
    files.clear();
    two.append('3\n');
    await settle();
    expect((await two.read()).split('\n').filter(Boolean)).toEqual(['1', '2', '3']);
  });

  test('is completed after another window has written it again with other text', async () => {
    const log = new EditorFolder(Uri.file('/chats') as unknown as VsCodeUri).log('a');
    log.append('1\n');
    await settle();
    files.set('/chats/a', bytesOf('other\n'));
    log.append('2\n');
    await settle();
    expect((await log.read()).split('\n').filter(Boolean)).toEqual(['other', '1', '2']);
  });
});

test('a payload or a draft that could not be written is not said to be kept', async () => {
  const folder = new EditorFolder(Uri.file('/payloads') as unknown as VsCodeUri);
  const full = async () => {
    throw new Error('storage is full');
  };
  Object.assign(workspace, { fs: { ...fs, writeFile: full } });
  const sent = { connection: 'c', workflow: 'w', body: '{}', contentType: '', at: 1, response: '' };
  await expect(new PayloadStore(folder).add(sent, 'a key')).rejects.toThrow('storage is full');
  await expect(new ChatStore(folder).writeComposed('a', { text: 'unsent' })).rejects.toThrow('storage is full');
});

test("a deleted chat that another window continued can be restored later if its messages can't be written", async () => {
  const store = new ChatStore(new EditorFolder(Uri.file('/chats') as unknown as VsCodeUri));
  const [deleted, continued] = [bytesOf('1\n'), bytesOf('2\n')];
  files.set('/chats/a.deleted', deleted).set('/chats/a.jsonl', continued);
  const full = async () => {
    throw new Error('storage is full');
  };
  Object.assign(workspace, { fs: { ...fs, writeFile: full } });
  await expect(store.restore('a')).rejects.toThrow();
  expect(files.get('/chats/a.deleted')).toBe(deleted);
  Object.assign(workspace, { fs });
  await store.restore('a');
  expect([...files.keys()]).toEqual(['/chats/a.jsonl']);
  expect(new TextDecoder().decode(files.get('/chats/a.jsonl'))).toBe('2\n\n1\n');
});
