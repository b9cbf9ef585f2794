/** Move Servers to .mcp.json…: preview, what happens to the old file, and Undo, with the edits of the language server. */
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { ServerMigration } from '../../../../common/messages/tool-servers.ts';
import type { ConfigLanguage } from '../../../../src/config/client/index.ts';
import { Migrations } from '../../../../src/config/servers/changing/migrate.ts';
import type { ServerStore } from '../../../../src/config/servers/store.ts';
import { chosen, commands, contentProviders, opened, shown, Uri, window, workspace } from '../../fake-vscode.ts';
import { FakeFiles } from './fake-files.ts';

const source = '/p/.vscode/mcp.json';
const target = '/p/.mcp.json';
const before = '{ "a" }';
const after = '{ }';

let files = new FakeFiles();
let migrations: Migrations;
/** What the user selects in each Quick Pick, by a part of the label; undefined: cancels. */
let picks: (string | undefined)[] = [];
let offered: string[][] = [];
let diffs: Uri[][] = [];
let change: Partial<ServerMigration> = {};
let others: ServerMigration[] = [];
let requests = 0;

beforeEach(() => {
  [picks, offered, diffs, change, others, requests] = [[], [], [], {}, [], 0];
  files = new FakeFiles();
  files.disk.set(source, before);
  files.install();
  files.skipPauses();
  const { openTextDocument } = workspace;
  Object.assign(workspace, {
    workspaceFolders: [{ uri: Uri.file('/p'), name: 'p' }],
    // Read-only documents.
    openTextDocument: async (uri: Uri) => (uri.scheme === 'file' ? openTextDocument(uri) : { uri }),
    get textDocuments() {
      return [source, target].flatMap((path) => (files.disk.has(path) ? [files.document(Uri.file(path))] : []));
    },
  });
  Object.assign(window, {
    tabGroups: { all: [], close: async () => true },
    showQuickPick: async (items: readonly { label: string }[]) => {
      offered.push(items.map(({ label }) => label));
      const pick = picks.shift();
      return items.find(({ label }) => pick !== undefined && label.includes(pick));
    },
  });
  Object.assign(commands, {
    executeCommand: async (id: string, ...args: unknown[]) => void (id === 'vscode.diff' && diffs.push(args as Uri[])),
  });
  const config = {
    sendRequest: async () => {
      requests++;
      return [...others, migration()];
    },
  };
  const store = { refresh: async () => undefined };
  migrations = new Migrations(config as unknown as ConfigLanguage, store as unknown as ServerStore);
});
afterEach(() => migrations.dispose());

const edit = (path: string, start: number, end: number, newText: string) => {
  const range = { start: { line: 0, character: start }, end: { line: 0, character: end } };
  return { textDocument: { uri: `file://${path}`, version: null }, edits: [{ range, newText }] };
};

function migration(): ServerMigration {
  const exists = files.disk.has(target);
  const added = exists ? edit(target, 2, 2, '"a" ') : edit(target, 0, 0, before);
  return {
    source: { uri: `file://${source}`, label: '.vscode/mcp.json', tool: 'VS Code', count: 1 },
    target: { uri: `file://${target}`, label: '.mcp.json' },
    problem: null,
    moved: ['a'],
    left: [],
    report: 'In .mcp.json\n  a\n',
    targetEdit: { documentChanges: [...(exists ? [] : [{ kind: 'create' as const, uri: `file://${target}` }]), added] },
    sourceEdit: { documentChanges: [edit(source, 2, 6, '')] },
    isEmptied: true,
    ...change,
  };
}

const onDisk = () => [source, target].map((path) => files.disk.get(path));
const settled = () => new Promise((resolve) => setTimeout(resolve));
const textAt = (uri: Uri | undefined) =>
  contentProviders.get('switchyard-migration')?.provideTextDocumentContent(uri as Uri);

describe('the preview', () => {
  test('shows the result as a diff with the report beside it, and changes nothing until the user chooses', async () => {
    files.disk.set(target, '{ }');
    await migrations.run();
    expect(diffs.map(([left]) => left?.path)).toEqual([target]);
    expect(await textAt(diffs[0]?.[1])).toBe('{ "a" }');
    expect(await textAt(opened.at(-1))).toContain('In .mcp.json');
    expect(offered).toEqual([
      ['Leave .vscode/mcp.json as It Is', 'Remove the Servers from .vscode/mcp.json', 'Delete .vscode/mcp.json'],
    ]);
    expect(onDisk()).toEqual([before, '{ }']);
    expect(shown).toEqual([]);
  });

  test('compares a new file with an empty text', async () => {
    await migrations.run();
    expect(await textAt(diffs[0]?.[0])).toBe('');
    expect(await textAt(diffs[0]?.[1])).toBe(before);
    expect(onDisk()).toEqual([before, undefined]);
  });

  test('offers to delete only a file in which nothing is left', async () => {
    change = { isEmptied: false, left: ['b'] };
    await migrations.run();
    expect(offered[0]).toEqual(['Leave .vscode/mcp.json as It Is', 'Remove the Servers from .vscode/mcp.json']);
  });

  test('is only a report if no server can be moved', async () => {
    change = { moved: [], left: ['a'], targetEdit: null, sourceEdit: null, report: 'Skipped' };
    await migrations.run();
    expect([diffs, offered]).toEqual([[], []]);
    expect(await textAt(opened.at(-1))).toBe('Skipped');
    expect(shown).toEqual(['No tool server in .vscode/mcp.json can be moved to .mcp.json. The report says why.']);
  });

  test('asks for the source if there are several', async () => {
    const cursor = { uri: 'file:///p/.cursor/mcp.json', label: '.cursor/mcp.json', tool: 'Cursor', count: 2 };
    others = [{ ...migration(), source: cursor, problem: 'Broken.' }];
    picks = ['Cursor'];
    await expect(migrations.run()).rejects.toThrow('Broken.');
    expect(offered).toEqual([['Cursor', 'VS Code']]);
  });
});

describe('the old file', () => {
  const both = async (path: string) => {
    picks = [path];
    await migrations.run();
    await settled();
    return onDisk();
  };

  test('is left as it is', async () => {
    expect(await both('Leave')).toEqual([before, before]);
    expect(shown).toEqual([
      'Copied 1 tool server to .mcp.json. .vscode/mcp.json is unchanged. Claude Code asks for approval first.',
    ]);
  });

  test('loses the servers after they are saved in .mcp.json', async () => {
    files.disk.set(target, '{ }');
    const saved: string[] = [];
    const set = files.disk.set.bind(files.disk);
    files.disk.set = (path, text) => {
      saved.push(path);
      return set(path, text);
    };
    expect(await both('Remove')).toEqual([after, before]);
    expect(saved).toEqual([target, source]);
    expect(shown).toEqual(['Moved 1 tool server to .mcp.json. Claude Code asks for approval first.']);
  });

  test('is deleted after the servers are saved in .mcp.json', async () => {
    expect(await both('Delete')).toEqual([undefined, before]);
  });

  test.each(['Leave', 'Remove', 'Delete'])('is as before after Undo (%s)', async (choice) => {
    files.disk.set(target, '{ }');
    chosen.push('Undo');
    expect(await both(choice)).toEqual([before, '{ }']);
  });

  test('stays if .mcp.json can’t be saved', async () => {
    files.disk.set(target, '{ }');
    files.unsavable.add(target);
    picks = ['Delete'];
    await expect(migrations.run()).rejects.toThrow(`Couldn't save ${target}. Nothing was changed.`);
    expect(onDisk()).toEqual([before, '{ }']);
  });

  test('isn’t deleted while it has unsaved changes', async () => {
    files.document(Uri.file(source)).replace(7, 7, ' ');
    picks = ['Delete'];
    await expect(migrations.run()).rejects.toThrow(`${source} has unsaved changes. Nothing was changed.`);
    expect(onDisk()).toEqual([before, undefined]);
  });

  test.each<[string, string, Partial<ServerMigration>]>([
    ['the servers have changed', 'Remove', { moved: ['a', 'b'] }],
    ['something was added to a file to delete', 'Delete', { isEmptied: false }],
  ])('and .mcp.json stay if %s since the preview', async (_what, choice, later) => {
    const pick = window as unknown as { showQuickPick: (items: readonly { label: string }[]) => Promise<unknown> };
    const { showQuickPick } = pick;
    pick.showQuickPick = (items) => {
      change = later;
      return showQuickPick(items);
    };
    picks = [choice];
    await expect(migrations.run()).rejects.toThrow('.vscode/mcp.json changed while it was being converted. Try again.');
    expect(onDisk()).toEqual([before, undefined]);
    expect(requests).toBe(2);
  });
});
