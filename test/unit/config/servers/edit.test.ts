/** Changes of servers never lose one: a file that a server leaves is saved only after the file that it moves to. */
import { beforeEach, describe, expect, test, vi } from 'vitest';
import type { ServerChange, ServerEdits } from '../../../../common/messages/tool-servers.ts';
import type { ConfigLanguage } from '../../../../src/config/client/index.ts';
import { editServers } from '../../../../src/config/servers/changing/edit.ts';
import { chosen, shown, Uri } from '../../fake-vscode.ts';
import { FakeFiles } from './fake-files.ts';

const source = '/project/.omp/mcp.json';
const target = '/home/.omp/agent/mcp.json';
let files = new FakeFiles();

beforeEach(() => {
  files = new FakeFiles();
  files.disk.set(source, '{ "a" }').set(target, '{ }');
  files.install();
  files.skipPauses();
  omitted = [];
});

/** Replaces characters of a file. */
const replaced = (path: string, start: number, end: number, newText: string) => {
  const range = { start: { line: 0, character: start }, end: { line: 0, character: end } };
  return {
    textDocument: { uri: `file://${path}`, version: files.document(Uri.file(path)).version },
    edits: [{ range, newText }],
  };
};

const server = { folder: null, uri: `file://${source}`, name: 'a' };
const to = { folder: null, uri: `file://${target}` };

/** Moves the server from one file to the other, with the file that it leaves first. */
const move = () => apply({ kind: 'move', server, to });

/** What the other file can't have. */
let omitted: readonly string[] = [];

/** Applies an edit that makes one file shorter and the other one longer. */
function apply(...changes: readonly ServerChange[]) {
  const config = {
    sendRequest: async (): Promise<ServerEdits> => ({
      edit: { documentChanges: [replaced(source, 2, 6, ''), replaced(target, 2, 2, '"a" ')] },
      refused: [],
      omitted,
    }),
  };
  return editServers(config as unknown as ConfigLanguage, changes);
}

const onDisk = () => [source, target].map((path) => files.disk.get(path));
const inEditor = () => [source, target].map((path) => files.document(Uri.file(path)).getText());

describe('a server that is moved', () => {
  test('is saved in the other file', async () => {
    await move();
    expect(onDisk()).toEqual(['{ }', '{ "a" }']);
    expect(shown).toEqual([]);
  });

  test('is saved even if VS Code is saving the files itself', async () => {
    files.saving.add(source).add(target);
    await move();
    expect(onDisk()).toEqual(['{ }', '{ "a" }']);
  });

  test('stays on disk if the other file has unsaved changes', async () => {
    files.document(Uri.file(target)).replace(3, 3, ' ');
    await move();
    expect(onDisk()).toEqual(['{ "a" }', '{ }']);
    expect(inEditor()).toEqual(['{ }', '{ "a" } ']);
    expect(shown).toEqual([
      `${target} has other unsaved changes and wasn't saved. ${source} wasn't saved either, so that no server is lost. Save ${target} first, then ${source}.`,
    ]);
  });

  test('is saved in the other file even if its own file has unsaved changes', async () => {
    files.document(Uri.file(source)).replace(7, 7, ' ');
    await move();
    expect(onDisk()).toEqual(['{ "a" }', '{ "a" }']);
    expect(shown).toEqual([`${source} has other unsaved changes and wasn't saved. Save it to use the change.`]);
  });

  test.each(['readOnly', 'unsavable'] as const)('stays where it was if the other file is %s', async (kind) => {
    files[kind].add(target);
    await expect(move()).rejects.toThrow(
      `Couldn't save ${target}. Nothing was changed. Check whether the file is read-only, then try again.`,
    );
    expect(onDisk()).toEqual(['{ "a" }', '{ }']);
    expect(inEditor()).toEqual(['{ "a" }', '{ }']);
  });

  test('stays where it was if no agent reads its file, and the other one is read-only', async () => {
    files.readOnly.add(target);
    const from = { folder: null, uri: `file://${source}`, path: [] };
    const to = { folder: null, uri: `file://${target}` };
    await expect(apply({ kind: 'relocate', from, names: ['a'], to })).rejects.toThrow(`Couldn't save ${target}.`);
    expect(onDisk()).toEqual(['{ "a" }', '{ }']);
    expect(inEditor()).toEqual(['{ "a" }', '{ }']);
  });

  test('stays in a file that no agent reads until the other file, with unsaved changes, is saved', async () => {
    files.document(Uri.file(target)).replace(3, 3, ' ');
    const from = { folder: null, uri: `file://${source}`, path: [] };
    await apply({ kind: 'relocate', from, names: ['a'], to: { folder: null, uri: `file://${target}` } });
    expect(onDisk()).toEqual(['{ "a" }', '{ }']);
  });

  test('stays where it was if VS Code restores the other file, which is read-only, during the undo', async () => {
    const document = files.document(Uri.file(target));
    const getText = document.getText.bind(document);
    let isRejected = false;
    vi.spyOn(document, 'save').mockImplementation(async () => {
      isRejected = true;
      return false;
    });
    vi.spyOn(document, 'getText').mockImplementation(() => {
      const text = getText();
      if (isRejected && text !== '{ }') document.replace(0, text.length, '{ }');
      return text;
    });
    await expect(move()).rejects.toThrow(`Couldn't save ${target}. Nothing was changed.`);
    expect(inEditor()).toEqual(['{ "a" }', '{ }']);
  });

  test('is moved back without another wait if the other file is unsavable', async () => {
    files.unsavable.add(target);
    const save = vi.spyOn(files.document(Uri.file(target)), 'save');
    await expect(move()).rejects.toThrow();
    // Six attempts of the move, and one of the undo.
    expect(save).toHaveBeenCalledTimes(7);
  });

  test.each(['readOnly', 'unsavable'] as const)('stays where it was if its own file is %s', async (kind) => {
    files[kind].add(source);
    await expect(move()).rejects.toThrow(`Couldn't save ${source}. Nothing was changed.`);
    expect(onDisk()).toEqual(['{ "a" }', '{ }']);
    expect(inEditor()).toEqual(['{ "a" }', '{ }']);
  });
});

test('a file is saved if servers of another file with unsaved changes are changed with it, but not moved', async () => {
  files.document(Uri.file(target)).replace(3, 3, ' ');
  const server = (path: string) => ({ folder: null, uri: `file://${path}`, name: 'a' });
  await apply({ kind: 'remove', server: server(source) }, { kind: 'disable', server: server(target) });
  expect(onDisk()).toEqual(['{ }', '{ }']);
  expect(shown).toEqual([`${target} has other unsaved changes and wasn't saved. Save it to use the change.`]);
});

test.each<[string, ServerChange]>([
  ['Move Anyway', { kind: 'move', server, to }],
  ['Copy Anyway', { kind: 'copy', server, to }],
  ['Add Anyway', { kind: 'add', to, name: 'a', server: {} }],
])('what the other file cannot have is asked about: %s', async (button, change) => {
  omitted = ['a: "tools"'];
  expect(await apply(change)).toBeUndefined();
  expect(onDisk()).toEqual(['{ "a" }', '{ }']);
  chosen.push(button);
  await apply(change);
  expect(onDisk()).toEqual(['{ }', '{ "a" }']);
  expect(chosen).toEqual([]);
});
