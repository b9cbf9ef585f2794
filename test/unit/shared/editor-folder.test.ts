import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { Uri as VsCodeUri } from 'vscode';
import { EditorFolder } from '../../../src/shared/editor-folder.ts';
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
};

beforeEach(() => {
  files.clear();
  Object.assign(workspace, { fs });
});
afterEach(() => Reflect.deleteProperty(workspace, 'fs'));

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
});
