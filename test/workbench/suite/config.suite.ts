import assert from 'node:assert/strict';
import {
  type CodeAction,
  CodeActionKind,
  type CompletionList,
  type Diagnostic,
  DiagnosticSeverity,
  type Hover,
  languages,
  type MarkdownString,
  Position,
  commands as registry,
  type Uri,
  window,
  workspace,
} from 'vscode';
import { realClock, wait } from '../../../common/clock.ts';
import { configLanguage } from '../../../common/messages/config-place.ts';
import { until } from '../../until.ts';
import { create, documentAt, open } from './workspace-files.ts';

const ours = (uri: Uri): Diagnostic[] =>
  languages.getDiagnostics(uri).filter((diagnostic) => diagnostic.source === 'switchyard');

describe('config files', () => {
  it('have their language for .mcp.json and mcp.json, but not for .vscode/mcp.json', async () => {
    assert.equal((await open('.mcp.json')).languageId, configLanguage);
    await open('.omp/mcp.json');
    await until('the language of .omp/mcp.json', () =>
      workspace.textDocuments.some(
        (document) => document.uri.path.endsWith('.omp/mcp.json') && document.languageId === configLanguage,
      ),
    );
    assert.equal((await open('.vscode/mcp.json')).languageId, 'jsonc');
  });

  it('keep another language that the user selects', async () => {
    const document = await create('mcp.json', '{"mcpServers":{}}', configLanguage);
    await languages.setTextDocumentLanguage(document, 'json');
    await wait(realClock, 500);
    assert.equal(documentAt(document.uri)?.languageId, 'json');
    await workspace.fs.delete(document.uri);
  });

  it('show each mistake once, from one source', async () => {
    const document = await open('.mcp.json');
    const errors = () => ours(document.uri).filter((diagnostic) => diagnostic.severity === DiagnosticSeverity.Error);
    await until('five mistakes', () => errors().length >= 5);
    const found = errors();
    assert.equal(found.length, 5, found.map((diagnostic) => diagnostic.message).join('\n'));
    assert.ok(found.every((diagnostic) => typeof diagnostic.code === 'object' && diagnostic.code.target.path));
    assert.equal(new Set(found.map((diagnostic) => diagnostic.range.start.line)).size, 5, 'one a line');
    // VS Code's MCP feature reports variables in a .mcp.json of any language. Other sources must report nothing.
    const others = languages.getDiagnostics(document.uri).filter((diagnostic) => diagnostic.source !== 'switchyard');
    assert.ok(
      others.every((diagnostic) => /^Variable `/.test(diagnostic.message)),
      others.map((other) => other.message).join('\n'),
    );
  });

  it('have no problems when they conform to the spec', async () => {
    const good = await open('.omp/mcp.json');
    const bad = await create('packages/api/mcp.json', '{ "mcpServers": { "a": {} } }');
    await until('the other file to be diagnosed', () => ours(bad.uri).length > 0);
    const severe = ours(good.uri).filter((diagnostic) => diagnostic.severity <= DiagnosticSeverity.Warning);
    assert.deepEqual(severe, []);
  });

  it('have quick fixes that change nothing else', async () => {
    const document = await create('packages/fix/mcp.json', '{\n  "mcpServers": { "a": { "comand": "npx" } }\n}\n');
    const [diagnostic] = await until('the typo', () =>
      ours(document.uri).length > 0 ? ours(document.uri) : undefined,
    );
    assert.ok(diagnostic);
    const actions = await registry.executeCommand<CodeAction[]>(
      'vscode.executeCodeActionProvider',
      document.uri,
      diagnostic.range,
      CodeActionKind.QuickFix.value,
    );
    const preferred = actions.find((action) => action.isPreferred && action.edit);
    assert.ok(preferred?.edit, actions.map((action) => action.title).join('\n'));
    assert.ok(await workspace.applyEdit(preferred.edit));
    const text = workspace.textDocuments.find((one) => one.uri.path === document.uri.path)?.getText();
    assert.equal(text, '{\n  "mcpServers": { "a": { "command": "npx" } }\n}\n');
  });

  it('are checked again after an edit', async () => {
    const document = await create('packages/web/mcp.json', '{ "mcpServers": { "a": { "comand": "npx" } } }');
    await until('the typo', () => ours(document.uri).length === 1);
    const editor = await window.showTextDocument(document);
    await editor.edit((edit) => edit.insert(document.positionAt(document.getText().indexOf('mand"')), 'm'));
    await until('the mended file', () => ours(document.uri).length === 0);
  });

  it('complete the properties of the transport', async () => {
    const document = await create('packages/complete/mcp.json', '{ "mcpServers": { "a": { "type": "http",  } } }');
    await until('the language', () =>
      workspace.textDocuments.some((one) => one.uri.path === document.uri.path && one.languageId === configLanguage),
    );
    const at = document.positionAt(document.getText().indexOf('"http",') + 8);
    const labels = await until('the completions', async () => {
      const list = await registry.executeCommand<CompletionList>(
        'vscode.executeCompletionItemProvider',
        document.uri,
        at,
      );
      const found = list.items.map((item) => (typeof item.label === 'string' ? item.label : item.label.label));
      return found.includes('url') ? found : undefined;
    });
    assert.ok(labels.includes('headers') && labels.includes('timeout') && labels.includes('oauth'));
    assert.ok(!labels.includes('command') && !labels.includes('type'));
  });

  it('explain a property on hover', async () => {
    const document = await open('.omp/mcp.json');
    const at = document.positionAt(document.getText().indexOf('"timeout"') + 3);
    const text = await until('the hover', async () => {
      const hovers = await registry.executeCommand<Hover[]>('vscode.executeHoverProvider', document.uri, at);
      return hovers.flatMap((hover) => hover.contents.map((content) => (content as MarkdownString).value)).join('\n');
    });
    assert.match(text, /milliseconds/i);
  });

  it('get diagnostics even for binary, truncated or deeply nested text', async () => {
    const cases: Record<string, string> = {
      'bad/empty/mcp.json': '',
      'bad/truncated/mcp.json': '{ "mcpServers": { "a": { "command": "np',
      'bad/bom/mcp.json': '\ufeff{ "mcpServers": { } }',
      'bad/binary/mcp.json': '\u0001\u0002\u0003\u0004PNG\u001a',
      'bad/deep/mcp.json': '['.repeat(10_000),
      'bad/list/mcp.json': '[1, 2, 3]',
    };
    for (const [name, text] of Object.entries(cases)) {
      const document = await create(name, text);
      await until(`a diagnostic in ${name}`, () => ours(document.uri).length > 0 || name.includes('bom'));
    }
    const document = await create('bad/after/mcp.json', '{ "mcpServer": {} }');
    await until('the server to be alive after all that', () => ours(document.uri).length === 1);
    assert.ok(ours(document.uri)[0]?.range.contains(new Position(0, 4)));
  });
});
