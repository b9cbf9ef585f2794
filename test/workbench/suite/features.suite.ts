import assert from 'node:assert/strict';
import {
  type CodeLens,
  type DocumentHighlight,
  type DocumentLink,
  type DocumentSymbol,
  type FoldingRange,
  type InlayHint,
  type Location,
  type LocationLink,
  Position,
  Range,
  commands as registry,
  type SelectionRange,
  type SemanticTokens,
  type SymbolInformation,
  type TextDocument,
  type TextEdit,
  Uri,
  type WorkspaceEdit,
  workspace,
} from 'vscode';
import { configLanguage } from '../../../common/messages/config-place.ts';
import { until } from '../../until.ts';
import { create } from './workspace-files.ts';

const text = `{
  "mcpServers": {
    "docs": { "command": "npx", "args": ["-y", "@example/docs@1.2.0", "\${DOCS_HOME:-docs}"] },
    "web": {
      "enabled": false, "type": "http",
      "url": "https://web.example.com/mcp"
    }
  },
  "disabledServers": ["docs"]
}
`;

describe('language features in the editor', () => {
  let document: TextDocument;
  const at = (piece: string, from = 0) => document.positionAt(text.indexOf(piece, from) + 1);
  const ask = async <T>(command: string, ...args: unknown[]) =>
    until(command, async () => {
      const answer = await registry.executeCommand<T | undefined>(`vscode.${command}`, document.uri, ...args);
      return Array.isArray(answer) && answer.length === 0 ? undefined : answer;
    });
  const lines = (ranges: readonly Range[]) => ranges.map(({ start }) => start.line);

  before(async () => {
    document = await create('packages/features/mcp.json', text, configLanguage);
  });
  after(async () => {
    await registry.executeCommand('workbench.action.closeAllEditors');
    await workspace.fs.delete(Uri.joinPath(document.uri, '..'), { recursive: true });
  });

  it('find references and highlights of a name, in the map and in the list', async () => {
    const references = await ask<Location[]>('executeReferenceProvider', at('"docs"'));
    assert.deepEqual(lines(references.map(({ range }) => range)), [2, 8]);
    const highlights = await ask<DocumentHighlight[]>('executeDocumentHighlights', at('"docs"'));
    assert.deepEqual(lines(highlights.map(({ range }) => range)), [2, 8]);
  });

  it('rename a server everywhere, and go from the list to its definition', async () => {
    const edit = await ask<WorkspaceEdit>('executeDocumentRenameProvider', at('"docs"'), 'papers');
    assert.deepEqual(lines(edit.get(document.uri).map(({ range }) => range)), [2, 8]);
    const inList = at('"docs"', text.indexOf('disabledServers'));
    const [definition] = await ask<(Location | LocationLink)[]>('executeDefinitionProvider', inList);
    assert.ok(definition);
    assert.deepEqual(lines(['range' in definition ? definition.range : definition.targetRange]), [2]);
  });

  it('find symbols of the document and of the workspace', async () => {
    const [map, list] = await ask<DocumentSymbol[]>('executeDocumentSymbolProvider');
    assert.deepEqual([map?.name, list?.name], ['mcpServers', 'disabledServers']);
    assert.deepEqual(
      map?.children.map(({ name }) => name),
      ['docs', 'web'],
    );
    const found = await until('the symbol', async () => {
      const symbols = await registry.executeCommand<SymbolInformation[]>(
        'vscode.executeWorkspaceSymbolProvider',
        'data',
      );
      return symbols.find(({ name }) => name === 'database');
    });
    assert.match(found.location.uri.path, /\.omp\/mcp\.json$/);
  });

  it('link to URLs and to the pages of packages', async () => {
    const links = await ask<DocumentLink[]>('executeLinkProvider');
    const targets = links.map(({ target }) => target?.toString(true));
    assert.ok(targets.includes('https://web.example.com/mcp'), targets.join());
    assert.ok(
      targets.some((target) => target?.includes('@example/docs')),
      targets.join(),
    );
  });

  it('fold ranges, and expand selections', async () => {
    const folds = await ask<FoldingRange[]>('executeFoldingRangeProvider');
    assert.deepEqual(
      folds.map(({ start, end }) => [start, end]).sort(([one = 0], [other = 0]) => one - other),
      [
        [0, 8],
        [1, 6],
        [3, 5],
      ],
    );
    const [selection] = await ask<SelectionRange[]>('executeSelectionRangeProvider', [at('web.example')]);
    const grown: string[] = [];
    for (let one = selection; one !== undefined; one = one.parent) grown.push(document.getText(one.range));
    assert.ok(grown.includes('"https://web.example.com/mcp"'));
    assert.equal(grown.at(-1)?.trim(), text.trim());
  });

  it('change only white space when formatting', async () => {
    const edits = await ask<TextEdit[]>('executeFormatDocumentProvider', { tabSize: 4, insertSpaces: true });
    assert.ok(edits.every(({ newText }) => newText.trim() === ''));
    const range = new Range(new Position(4, 0), new Position(5, 0));
    const some = await ask<TextEdit[]>('executeFormatRangeProvider', range, { tabSize: 8, insertSpaces: true });
    assert.ok(some.every((edit) => edit.range.start.line >= 3 && edit.range.end.line <= 6));
  });

  it('show tokens of variables, hints with states, and lenses with actions', async () => {
    const tokens = await ask<SemanticTokens>('provideDocumentSemanticTokens');
    assert.ok(tokens.data.length >= 5);
    const hints = await ask<InlayHint[]>('executeInlayHintProvider', new Range(0, 0, 9, 0));
    assert.deepEqual(
      hints.map(({ label }) => label),
      ['disabled'],
    );
    const lenses = await ask<CodeLens[]>('executeCodeLensProvider');
    const titles = lenses.map(({ command }) => command?.title ?? '');
    for (const wanted of ['Test', 'Convert to…'])
      assert.ok(titles.includes(wanted), `${wanted} in ${titles.join(', ')}`);
  });
});
