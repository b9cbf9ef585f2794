import assert from 'node:assert/strict';
import {
  type CodeAction,
  CodeActionKind,
  type CodeLens,
  env,
  commands as registry,
  Selection,
  window,
  workspace,
} from 'vscode';
import { configLanguage } from '../../../common/messages/config-place.ts';
import { commands } from '../../../src/shared/generated/names.ts';
import { until } from '../../until.ts';
import { create, documentAt, inWorkspace } from './workspace-files.ts';
import { acceptingAll } from './world.ts';

const report = (): string | undefined =>
  window.visibleTextEditors.find((editor) => editor.document.uri.scheme === 'switchyard-report')?.document.getText();

const servers = (text: string | undefined): Record<string, unknown> => JSON.parse(text ?? '{}').mcpServers;

describe('conversion', () => {
  afterEach(() => registry.executeCommand('workbench.action.closeAllEditors'));

  const kept = new Map<string, Uint8Array>();
  before(async () => {
    for (const name of ['.vscode/mcp.json', '.omp/mcp.json'])
      kept.set(name, await workspace.fs.readFile(inWorkspace(name)));
  });
  // Other suites rely on the original servers of the project.
  after(async () => {
    for (const [name, bytes] of kept) await workspace.fs.writeFile(inWorkspace(name), bytes);
  });

  it("imports another tool's file as one edit that can be undone", async () => {
    await workspace.fs.writeFile(
      inWorkspace('.vscode/mcp.json'),
      new TextEncoder().encode(
        '{ "servers": { "tracker": { "type": "http", "url": "https://tracker.example.com/mcp" } } }',
      ),
    );
    const before = new TextDecoder().decode(await workspace.fs.readFile(inWorkspace('.omp/mcp.json')));
    // Accepting the list of servers before VS Code has filled it selects none.
    const document = await until('the server to be in the target', async () => {
      await acceptingAll(commands.config.import);
      const target = documentAt(inWorkspace('.omp/mcp.json'));
      return target && 'tracker' in servers(target.getText()) ? target : undefined;
    });
    assert.deepEqual(Object.keys(servers(document.getText())), ['database', 'tracker']);
    assert.ok(
      document
        .getText()
        .startsWith(before.slice(0, before.lastIndexOf('}', before.lastIndexOf('}', before.length - 3) - 1))),
    );
    await until('the file to be saved', () => !document.isDirty);
    assert.equal(report(), undefined, 'nothing to report');
    await window.showTextDocument(document);
    await registry.executeCommand('undo');
    assert.equal(document.getText(), before);
    await document.save();
  });

  it("creates a missing file, and reports what couldn't be converted", async () => {
    const source = await create(
      'packages/import/mcp.json',
      '{"mcpServers": {"a b": {"command": "x", "cwd": "/srv", "timeout": 5}}}',
      configLanguage,
    );
    await workspace.fs.delete(inWorkspace('.vscode/mcp.json'));
    const bytes = await until('the file', async () => {
      await acceptingAll(commands.config.convertTo, source.uri);
      return workspace.fs.readFile(inWorkspace('.vscode/mcp.json')).then(undefined, () => undefined);
    });
    const made = new TextDecoder().decode(bytes);
    const expected = { servers: { 'a b': { type: 'stdio', command: 'x', cwd: '/srv' } } };
    assert.equal(made, `${JSON.stringify(expected, null, 2)}\n`);
    assert.match(
      (await until('the report', report)) ?? '',
      /a b › timeout \(line 1\)\n {4}VS Code has no such setting\./,
    );
  });

  it('converts a file in another format in place, by its quick fix', async () => {
    const text = '{\n  "servers": {\n    "a": { "command": "x", "envFile": ".env" }\n  }\n}\n';
    const document = await create('packages/dialect/mcp.json', text, configLanguage);
    const action = await until('the quick fix', async () => {
      const at = document.positionAt(text.indexOf('"servers"') + 2);
      const range = new Selection(at, at);
      const actions = await registry.executeCommand<CodeAction[]>(
        'vscode.executeCodeActionProvider',
        document.uri,
        range,
        CodeActionKind.QuickFix.value,
      );
      return actions.find(({ title }) => title.startsWith('Convert to Oh My Pi format'));
    });
    assert.ok(action.command);
    await registry.executeCommand(action.command.command, ...(action.command.arguments ?? []));
    assert.deepEqual(servers(document.getText()), { a: { command: 'x' } });
    assert.match((await until('the report', report)) ?? '', /a › envFile \(line 3\)/);
  });

  it('copies one server for another tool', async () => {
    const document = await create(
      'packages/copy/mcp.json',
      '{"mcpServers": {"a": {"command": "x"}, "web": {"type": "http", "url": "https://example.com/mcp"}}}',
      configLanguage,
    );
    await acceptingAll(commands.servers.copyAs, document.uri.toString(), 'web');
    assert.deepEqual(JSON.parse(await env.clipboard.readText()), {
      servers: { web: { type: 'http', url: 'https://example.com/mcp' } },
    });
  });

  it("offers an import in another tool's file", async () => {
    const document = await workspace.openTextDocument(inWorkspace('.vscode/mcp.json'));
    const lens = await until('the lens', async () => {
      const lenses = await registry.executeCommand<CodeLens[]>('vscode.executeCodeLensProvider', document.uri);
      return lenses.find(({ command }) => command?.command === commands.config.convert);
    });
    assert.match(lens.command?.title ?? '', /Import/);
  });
});
