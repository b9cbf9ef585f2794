import assert from 'node:assert/strict';
import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { homedir } from 'node:os';
import path from 'node:path';
import {
  ConfigurationTarget,
  DataTransfer,
  env,
  languages,
  Position,
  commands as registry,
  type TreeItem,
  Uri,
  WorkspaceEdit,
  window,
  workspace,
} from 'vscode';
import type { AnyRow } from '../../../src/config/servers/rows.ts';
import { commands, views } from '../../../src/shared/generated/names.ts';
import { unlistedCommands } from '../../../src/shared/unlisted-commands.ts';
import { until } from '../../until.ts';
import { inWorkspace } from './workspace-files.ts';
import { accepting, acceptingAll, api } from './world.ts';

const inProject = (name: string) => inWorkspace(name).fsPath;
const inHome = (name: string) => path.join(homedir(), name);
const own = () => inProject('.omp/mcp.json');
const user = () => inHome('.omp/agent/mcp.json');
const cursor = () => inProject('.cursor/mcp.json');
const standalone = () => inProject('.mcp.json');

const read = (file: string) => readFileSync(file, 'utf8');
function write(file: string, text: string): void {
  mkdirSync(path.dirname(file), { recursive: true });
  // Atomic, because the editor must not read a half-written file; it would later take its own state for an older one.
  const fresh = `${file}.fresh`;
  writeFileSync(fresh, text);
  renameSync(fresh, file);
}

const ownText =
  '{\n  "mcpServers": {\n    "database": {\n      "command": "node"\n    },\n    "off": { "command": "off", "enabled": false }\n  }\n}\n';
const userText = '{\n\t"mcpServers": {\n\t\t"mine": { "command": "mine" }\n\t},\n\t"disabledServers": ["denied"]\n}\n';
const cursorText = '{ "mcpServers": { "docs": { "command": "docs" }, "denied": { "command": "denied" } } }\n';
const standaloneText = '{ "mcpServers": { "database": { "command": "other" }, "empty": {} } }\n';

describe('the Tool Servers view', () => {
  const kept = new Map<string, string | undefined>();

  const autoSave = (value: string | undefined) =>
    workspace.getConfiguration('files').update('autoSave', value, ConfigurationTarget.Global);

  before(async () => {
    await autoSave('off');
    for (const file of [own(), user(), cursor(), standalone()])
      kept.set(file, existsSync(file) ? read(file) : undefined);
  });
  beforeEach(async () => {
    await registry.executeCommand('workbench.action.closeAllEditors');
    write(own(), ownText);
    write(user(), userText);
    write(cursor(), cursorText);
    write(standalone(), standaloneText);
    await refresh();
  });
  after(async () => {
    await autoSave(undefined);
    await registry.executeCommand('workbench.action.closeAllEditors');
    for (const [file, text] of kept) {
      if (text === undefined) rmSync(file, { force: true });
      else write(file, text);
    }
  });

  /** Refreshes the view once open documents match the disk. Shows those that don't, so that VS Code updates them. */
  async function refresh(): Promise<void> {
    const late = () =>
      workspace.textDocuments.filter(({ uri, getText }) => kept.has(uri.fsPath) && getText() !== read(uri.fsPath));
    for (const document of late()) await window.showTextDocument(document);
    await until('open documents to be what is on the disk', () => late().length === 0);
    await registry.executeCommand('workbench.action.closeAllEditors');
    await registry.executeCommand(commands.servers.refresh);
  }

  const tree = async () => (await api()).servers.tree;
  const item = async (node: AnyRow): Promise<TreeItem> => (await tree()).getTreeItem(node);
  const labelOf = async (node: AnyRow) => String((await item(node)).label);

  async function group(label: string): Promise<AnyRow[]> {
    const view = await tree();
    for (const node of await view.getChildren()) if ((await labelOf(node)) === label) return view.getChildren(node);
    return [];
  }

  async function rows(label: string): Promise<string[]> {
    return Promise.all(
      (await group(label)).map(async (node) => `${await labelOf(node)} | ${(await item(node)).description}`),
    );
  }

  async function row(label: string, name: string): Promise<AnyRow> {
    for (const node of await group(label)) if ((await labelOf(node)) === name) return node;
    throw new Error(`no ${name} in ${label}: ${(await rows(label)).join(', ')}`);
  }

  it('groups all servers of all sources by state, with reason and file', async () => {
    const view = await tree();
    assert.deepEqual(await Promise.all((await view.getChildren()).map(labelOf)), [
      'In Effect',
      'Disabled',
      'Overridden',
      'Invalid',
      'Config Files',
    ]);
    assert.deepEqual(await rows('In Effect'), [
      'database | .omp/mcp.json · stdio',
      'mine | Program "mine" not found on PATH · ~/.omp/agent/mcp.json · stdio',
      'docs | Program "docs" not found on PATH · .cursor/mcp.json · stdio',
    ]);
    assert.deepEqual(await rows('Disabled'), [
      'off | "enabled": false · .omp/mcp.json · stdio',
      'denied | in "disabledServers" · .cursor/mcp.json · stdio',
    ]);
    assert.deepEqual(await rows('Overridden'), ['database | by .omp/mcp.json · .mcp.json · stdio']);
    assert.deepEqual(await rows('Invalid'), ['empty | missing "command" or "url" · .mcp.json']);
    assert.deepEqual(await rows('Config Files'), [
      '.omp/mcp.json | project · 2 servers',
      '~/.omp/agent/mcp.json | user · 1 server',
      '.cursor/mcp.json | project · 2 servers · Cursor',
      '.mcp.json | project · 2 servers',
    ]);
    assert.equal(view.view.description, 'Oh My Pi 18.8.6, 3 of 7 in effect');
    const overridden = await item(await row('Overridden', 'database'));
    assert.equal(overridden.contextValue, 'server overridden project decided');
    assert.match(String(overridden.tooltip), /^database\nOverridden: \.omp\/mcp\.json defines the same name/);
    assert.equal(overridden.resourceUri, undefined);
    assert.equal(
      overridden.accessibilityInformation?.label,
      'database, Overridden, by .omp/mcp.json · .mcp.json · stdio',
    );
  });

  it('keeps its rows over a refresh', async () => {
    const before = await row('In Effect', 'docs');
    await registry.executeCommand(commands.servers.refresh);
    assert.equal(await row('In Effect', 'docs'), before);
  });

  it("creates the user's file if it's missing, and reads it immediately", async () => {
    // VS Code keeps the document of a file that another program deletes open for a while.
    const deletion = new WorkspaceEdit();
    deletion.deleteFile(Uri.file(user()));
    await workspace.applyEdit(deletion);
    await until('the document to close', () => workspace.textDocuments.every(({ uri }) => uri.fsPath !== user()));
    await registry.executeCommand(commands.servers.refresh);
    await registry.executeCommand(unlistedCommands.copyToUser, await row('In Effect', 'docs'));
    assert.deepEqual(JSON.parse(read(user())), { mcpServers: { docs: { command: 'docs' } } });
    assert.ok((await rows('In Effect')).some((each) => each.includes('~/.omp/agent/mcp.json')));
  });

  it("disables and enables a server in the agent's own file, and restores the same text", async () => {
    await registry.executeCommand(commands.servers.disable, await row('In Effect', 'database'));
    assert.equal(read(own()), ownText.replace('"node"', '"node",\n      "enabled": false'));
    await registry.executeCommand(commands.servers.enable, await row('Disabled', 'database'));
    assert.equal(read(own()), ownText);
    await registry.executeCommand(commands.servers.enable, await row('Disabled', 'off'));
    assert.equal(read(own()), ownText.replace(', "enabled": false', ''));
  });

  it('disables an imported server in its project, enables one in the user’s list, and leaves its file alone', async () => {
    await acceptingAll(commands.servers.disable, await row('In Effect', 'docs'));
    assert.deepEqual(JSON.parse(read(own())).mcpServers.docs, { command: 'docs', enabled: false });
    assert.equal(read(user()), userText);
    await registry.executeCommand(commands.servers.enable, await row('Disabled', 'docs'));
    assert.deepEqual(JSON.parse(read(own())).mcpServers.docs, { command: 'docs' });
    await registry.executeCommand(commands.servers.enable, await row('Disabled', 'denied'));
    assert.equal(read(user()), userText.replace('["denied"]', '[]'));
    assert.equal(read(cursor()), cursorText);
  });

  it('changes several rows in one edit that one undo reverts', async () => {
    const nodes = [
      await row('In Effect', 'database'),
      await row('In Effect', 'docs'),
      await row('Overridden', 'database'),
    ];
    await window.showTextDocument(Uri.file(own()));
    let changes = 0;
    const listener = workspace.onDidChangeTextDocument(({ document, contentChanges }) => {
      if (document.uri.fsPath === own() && contentChanges.length > 0) changes++;
    });
    await acceptingAll(commands.servers.disable, nodes[0], nodes);
    listener.dispose();
    assert.equal(changes, 1);
    assert.match(read(own()), /"node",\n {6}"enabled": false/);
    assert.deepEqual(JSON.parse(read(own())).mcpServers.docs, { command: 'docs', enabled: false });
    await registry.executeCommand('undo');
    await until('the text of before', () => window.activeTextEditor?.document.getText() === ownText);
    await window.activeTextEditor?.document.save();
  });

  it('undoes a change from its notification, unless another program has changed the file since', async () => {
    await registry.executeCommand('notifications.clearAll');
    await registry.executeCommand(commands.servers.disable, await row('In Effect', 'database'));
    await registry.executeCommand('notification.acceptPrimaryAction');
    await until('the text of before', () => read(own()) === ownText);
    await until('the row of before', async () => (await rows('In Effect')).some((each) => each.startsWith('database')));
    await registry.executeCommand(commands.servers.disable, await row('In Effect', 'database'));
    const changed = read(own()).replace('"off"', '"other"');
    write(own(), changed);
    const document = await workspace.openTextDocument(own());
    await until('the editor to notice', () => document.getText() === changed);
    await registry.executeCommand('notification.acceptPrimaryAction');
    await registry.executeCommand(commands.servers.refresh);
    assert.equal(document.getText(), changed);
    assert.equal(read(own()), changed);
  });

  it('rejects changes without an effect, and edits no file', async () => {
    await registry.executeCommand(commands.servers.disable, await row('Overridden', 'database'));
    await registry.executeCommand(commands.servers.enable, await row('Invalid', 'empty'));
    assert.deepEqual([own(), user(), cursor(), standalone()].map(read), [
      ownText,
      userText,
      cursorText,
      standaloneText,
    ]);
  });

  it("doesn't edit a file that isn't strict JSON", async () => {
    const broken = `${userText}// mine\n`;
    write(user(), broken);
    await refresh();
    assert.deepEqual(await rows('Config Files'), [
      '.omp/mcp.json | project · 2 servers',
      '~/.omp/agent/mcp.json | user · syntax not valid; skipped',
      '.cursor/mcp.json | project · 2 servers · Cursor',
      '.mcp.json | project · 2 servers',
    ]);
    assert.deepEqual(await rows('Invalid'), [
      "mine | file isn't valid · ~/.omp/agent/mcp.json · stdio",
      'empty | missing "command" or "url" · .mcp.json',
    ]);
    await acceptingAll(commands.servers.disable, await row('In Effect', 'docs'));
    await registry.executeCommand(commands.servers.remove, await row('Invalid', 'mine'));
    assert.equal(read(user()), broken);
  });

  it('edits a document with unsaved changes without saving it', async () => {
    const editor = await window.showTextDocument(Uri.file(own()));
    await editor.edit((edit) => edit.insert(new Position(0, 1), ' '));
    await registry.executeCommand(commands.servers.disable, await row('In Effect', 'database'));
    assert.ok(editor.document.isDirty);
    assert.equal(read(own()), ownText);
    assert.equal(
      editor.document.getText(),
      ownText.replace('{', '{ ').replace('"node"', '"node",\n      "enabled": false'),
    );
    await registry.executeCommand('workbench.action.files.revert');
  });

  it('removes a server, and one undo restores it', async () => {
    await window.showTextDocument(Uri.file(own()));
    await registry.executeCommand(commands.servers.remove, await row('In Effect', 'database'));
    assert.equal(read(own()), '{\n  "mcpServers": {\n    "off": { "command": "off", "enabled": false }\n  }\n}\n');
    assert.deepEqual(await rows('Overridden'), []);
    await registry.executeCommand('undo');
    assert.equal(window.activeTextEditor?.document.getText(), ownText);
    await window.activeTextEditor?.document.save();
  });

  it('moves and copies servers between the levels', async () => {
    await registry.executeCommand(unlistedCommands.moveToUser, await row('In Effect', 'database'));
    assert.equal(
      read(user()),
      userText.replace('"mine" }', '"mine" },\n\t\t"database": {\n\t\t\t"command": "node"\n\t\t}'),
    );
    assert.equal(read(own()), '{\n  "mcpServers": {\n    "off": { "command": "off", "enabled": false }\n  }\n}\n');
    await registry.executeCommand(unlistedCommands.copyToProject, await row('In Effect', 'mine'));
    assert.match(read(own()), /"enabled": false },\n {4}"mine": { "command": "mine" }\n/);
    assert.deepEqual(await rows('Overridden'), [
      'mine | by .omp/mcp.json · ~/.omp/agent/mcp.json · stdio',
      'database | by ~/.omp/agent/mcp.json · .mcp.json · stdio',
    ]);
  });

  it("doesn't save the file that a server is moved from if the other file has unsaved changes", async () => {
    const editor = await window.showTextDocument(Uri.file(user()));
    await editor.edit((edit) => edit.insert(new Position(0, 1), ' '));
    await registry.executeCommand(unlistedCommands.moveToUser, await row('In Effect', 'database'));
    assert.match(editor.document.getText(), /"database"/);
    assert.deepEqual([own(), user()].map(read), [ownText, userText]);
    // One undo reverts both files.
    await registry.executeCommand('undo');
    const other = await workspace.openTextDocument(own());
    await until('the file of before', () => other.getText() === ownText);
    assert.doesNotMatch(editor.document.getText(), /"database"/);
    await registry.executeCommand('workbench.action.files.revert');
    await window.showTextDocument(other);
    await registry.executeCommand('workbench.action.files.revert');
  });

  it("doesn't move a server to a read-only file, or from one", async () => {
    const readOnly = (files: object | undefined) =>
      workspace.getConfiguration('files').update('readonlyInclude', files, ConfigurationTarget.Global);
    try {
      for (const file of [user(), own()]) {
        await readOnly({ [file]: true });
        // VS Code applies the setting a moment later. From then on it refuses to save the document, changed or not.
        const document = await workspace.openTextDocument(file);
        await until('a read-only document', async () => !(await document.save()));
        await registry.executeCommand(unlistedCommands.moveToUser, await row('In Effect', 'database'));
        const documents = await Promise.all([own(), user()].map((one) => workspace.openTextDocument(one)));
        assert.deepEqual([own(), user()].map(read), [ownText, userText]);
        assert.deepEqual(
          documents.map((document) => document.getText()),
          [ownText, userText],
        );
      }
    } finally {
      await readOnly(undefined);
    }
  });

  it('moves a server when it is dragged onto a file or a server of the other level', async () => {
    const { drag } = (await api()).servers;
    const dropped = async (source: AnyRow, target: AnyRow | undefined) => {
      const transfer = new DataTransfer();
      drag.handleDrag([source], transfer);
      await drag.handleDrop(target, transfer);
    };
    await dropped(await row('In Effect', 'database'), await row('Config Files', '~/.omp/agent/mcp.json'));
    assert.ok((await rows('In Effect')).includes('database | ~/.omp/agent/mcp.json · stdio'));
    await dropped(await row('In Effect', 'mine'), await row('Disabled', 'off'));
    assert.ok((await rows('In Effect')).includes('mine | Program "mine" not found on PATH · .omp/mcp.json · stdio'));
    const before = [own(), user(), cursor()].map(read);
    await dropped(await row('In Effect', 'mine'), undefined);
    await dropped(await row('In Effect', 'mine'), await row('Disabled', 'off'));
    assert.deepEqual([own(), user(), cursor()].map(read), before);
  });

  it("copies a server when it is dragged from another tool's file, which stays unchanged", async () => {
    const { drag } = (await api()).servers;
    const before = [own(), cursor()].map(read);
    const transfer = new DataTransfer();
    // The type that VS Code gives to rows of this view.
    assert.deepEqual(drag.dropMimeTypes, [`application/vnd.code.tree.${views.servers}`]);
    drag.handleDrag([await row('In Effect', 'docs')], transfer);
    const target = await row('Disabled', 'off');
    await accepting('the drop', () => drag.handleDrop(target, transfer));
    assert.deepEqual(JSON.parse(read(own())).mcpServers.docs, { command: 'docs' });
    assert.equal(read(cursor()), before[1]);
    await row('Overridden', 'docs');
    await registry.executeCommand(commands.servers.remove, await row('In Effect', 'docs'));
    assert.deepEqual(JSON.parse(read(own())), JSON.parse(before[0] ?? ''));
    await registry.executeCommand('notifications.clearAll');
  });

  it('copies a server as its name, as JSON and as a command line', async () => {
    const node = await row('In Effect', 'mine');
    await registry.executeCommand(unlistedCommands.copyName, node);
    assert.equal(await env.clipboard.readText(), 'mine');
    await registry.executeCommand(unlistedCommands.copyJson, node);
    assert.deepEqual(JSON.parse(await env.clipboard.readText()), { mcpServers: { mine: { command: 'mine' } } });
    await registry.executeCommand(unlistedCommands.copyCommandLine, node);
    assert.equal(await env.clipboard.readText(), 'claude mcp add --scope user --transport stdio mine -- mine');
  });

  it('opens a definition, the overriding one, and the list entry', async () => {
    const shown = () => {
      const editor = window.activeTextEditor;
      return `${editor && path.basename(path.dirname(editor.document.uri.fsPath))} ${editor?.document.getText(editor.selection)}`;
    };
    const { command } = await item(await row('In Effect', 'mine'));
    assert.ok(command);
    await registry.executeCommand(command.command, ...(command.arguments ?? []));
    assert.equal(shown(), 'agent "mine"');
    await registry.executeCommand(unlistedCommands.openOverriding, await row('Overridden', 'database'));
    assert.equal(shown(), '.omp "database"');
    await registry.executeCommand(unlistedCommands.openListEntry, await row('Disabled', 'denied'));
    assert.equal(shown(), 'agent "denied"');
  });

  it('refreshes when files change', async () => {
    const editor = await window.showTextDocument(Uri.file(own()));
    await registry.executeCommand('switchyard.servers.focus');
    await editor.edit((edit) => edit.insert(new Position(2, 5), 'x'));
    await until('the new name', async () => (await rows('In Effect')).some((text) => text.startsWith('xdatabase')));
    await window.showTextDocument(editor.document);
    await registry.executeCommand('workbench.action.files.revert');
  });

  it("shows the policy's verdict on each server, and a problem in the file", async () => {
    const file = inHome('policy.json');
    write(file, '{ "deniedMcpServers": [{ "serverName": "mine" }, { "serverCommand": ["docs"] }] }\n');
    const policyFile = (value: string | undefined) =>
      workspace.getConfiguration('switchyard.config').update('policyFile', value, ConfigurationTarget.Global);
    try {
      await policyFile(file);
      await until('the verdicts', async () => {
        await registry.executeCommand(commands.servers.refresh);
        return (await rows('In Effect')).some((text) => text.startsWith('mine | denied by policy · '));
      });
      const docs = await item(await row('In Effect', 'docs'));
      assert.match(String(docs.description), /^denied by policy · /);
      assert.match(String(docs.tooltip), /Denied by the policy in policy\.json \(not enforced by Switchyard\)$/);
      const database = await item(await row('In Effect', 'database'));
      assert.doesNotMatch(String(database.description), /policy/);
      assert.match(String(database.tooltip), /Allowed by the policy in policy\.json$/);
      await window.showTextDocument(Uri.file(user()));
      await until('the finding', () =>
        languages
          .getDiagnostics(Uri.file(user()))
          .some(({ relatedInformation }) => relatedInformation?.[0]?.location.uri.fsPath === file),
      );
    } finally {
      await policyFile(undefined);
      rmSync(file);
    }
    await until('no verdicts', async () => {
      await registry.executeCommand(commands.servers.refresh);
      return (await rows('In Effect')).every((text) => !text.includes('policy'));
    });
  });

  it('says that nothing is known while terminals set a variable on which the files of the agent depend', async () => {
    const system = { win32: 'windows', darwin: 'osx' }[String(process.platform)] ?? 'linux';
    const terminals = (value: unknown) =>
      workspace.getConfiguration('terminal.integrated.env').update(system, value, ConfigurationTarget.Global);
    const inEffect = async () => {
      await registry.executeCommand(commands.servers.refresh);
      return (await group('In Effect')).length;
    };
    try {
      await terminals({ OMP_PROFILE: 'work', OTHER: 'x' });
      await until('the reason', async () => (await inEffect()) === 0 && (await group('Not Known')).length === 7);
      const { description, tooltip } = await item(await row('Not Known', 'docs'));
      assert.equal(description, 'other files in terminals · .cursor/mcp.json · stdio');
      assert.match(String(tooltip), /^docs\nNot known: terminals set OMP_PROFILE to another value than VS Code has, /);
      assert.match(String((await tree()).view.description), /, in effect: not known$/);
      await terminals({ OTHER: 'x' });
      await until('the states', async () => (await inEffect()) === 3);
    } finally {
      await terminals(undefined);
    }
  });

  it('comes from a process that has no variables of Switchyard, which can contain a key', async () => {
    process.env.SWITCHYARD_API_KEY ??= 'sk-secret';
    await api();
    // Other workbenches of this machine have another home folder.
    const isOurs = (environment: string) => environment.split('\0').includes(`HOME=${homedir()}`);
    const servers = () => environments().filter(([command, all]) => command.includes('dist/server.js') && isOurs(all));
    await until('the language server', () => servers().length > 0);
    for (const [, environment] of servers()) assert.ok(!/^SWITCHYARD_/m.test(environment.replaceAll('\0', '\n')));
  });
});

/** Returns the command line and the environment of each process that this extension host has started. */
function environments(): readonly (readonly [command: string, environment: string])[] {
  return readdirSync('/proc').flatMap((id) => {
    try {
      if (!/^\d+$/.test(id)) return [];
      const [, parent] = /^PPid:\s*(\d+)$/m.exec(readFileSync(`/proc/${id}/status`, 'utf8')) ?? [];
      if (Number(parent) !== process.pid) return [];
      return [[readFileSync(`/proc/${id}/cmdline`, 'utf8'), readFileSync(`/proc/${id}/environ`, 'utf8')] as const];
    } catch {
      // The process has ended, or belongs to another user.
      return [];
    }
  });
}
