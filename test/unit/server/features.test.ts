// biome-ignore-all lint/suspicious/noTemplateCurlyInString: that is how the agent's variables look
/** Symbols, links, folding, selection, formatting, tokens, hints and lenses; further tests of hover and completion. */

import { describe, expect, test } from 'vitest';
import { CompletionItemKind, type DocumentSymbol, type SelectionRange, SymbolKind } from 'vscode-languageserver';
import { TextDocument } from 'vscode-languageserver-textdocument';
import type { Agent } from '../../../server/agents/agent.ts';
import { agents } from '../../../server/agents/all-agents.ts';
import { ohMyPiAgent } from '../../../server/agents/oh-my-pi.ts';
import { OpenDocument } from '../../../server/config/servers/open-document.ts';
import type { Span } from '../../../server/config/text/json.ts';
import { tokenTypes } from '../../../server/features/announced-kinds.ts';
import { lensesOf } from '../../../server/features/code-lenses.ts';
import { completionsAt } from '../../../server/features/completion/completion.ts';
import { withoutTabStops } from '../../../server/features/completion/completion-snippets.ts';
import { linksOf } from '../../../server/features/document-links.ts';
import { formattingEdits } from '../../../server/features/edits/formatting.ts';
import { foldingRanges, selectionRangeAt } from '../../../server/features/folding.ts';
import { hoverAt } from '../../../server/features/hover.ts';
import { hintsOf } from '../../../server/features/inlay-hints.ts';
import { escapeMarkdown } from '../../../server/features/markdown.ts';
import { semanticTokensOf } from '../../../server/features/semantic-tokens.ts';
import type { DocumentContext } from '../../../server/features/server-status.ts';
import { documentSymbols } from '../../../server/features/symbols.ts';
import { chainContext } from '../../../server/workspace/chain-context.ts';
import { corpus } from '../../corpus.ts';
import { fc, runs } from '../random-runs.ts';
import { assertRanges, config, home, markdownOf, openIn, project, rejectOutside, workspaceWith } from './files.ts';
import { fileWith, serverWith, withCursor } from './support.ts';

const own = `${project}/.omp/mcp.json`;
const user = `${home}/.omp/agent/mcp.json`;
const standalone = `${project}/.mcp.json`;
const whole = (text: string): Span => ({ offset: 0, length: text.length });
const open = (text: string) => new OpenDocument(standalone, 'json', 1, text);

describe('symbols', () => {
  test('show servers with transports and fields, and lists with names, without secrets', () => {
    const text = config(
      { a: { command: 'x', env: { KEY: 'secret' } }, b: { type: 'http', url: 'https://example.com/?key=secret' } },
      { disabledServers: ['a'], $schema: 's' },
    );
    const lines: string[] = [];
    const kinds = new Map<SymbolKind, string>([
      [SymbolKind.Namespace, 'map'],
      [SymbolKind.Module, 'server'],
      [SymbolKind.Array, 'list'],
      [SymbolKind.Property, 'field'],
      [SymbolKind.String, 'name'],
    ]);
    const document = open(text);
    const visit = (items: readonly DocumentSymbol[], depth: number) => {
      for (const { name, detail, kind, children = [], range, selectionRange } of items) {
        lines.push(`${'-'.repeat(depth)}${kinds.get(kind)} ${name}${detail === '' ? '' : ` (${detail})`}`);
        const [start, keyStart, keyEnd, end] = [range.start, selectionRange.start, selectionRange.end, range.end].map(
          (position) => document.text.offsetAt(position),
        );
        expect(keyStart).toBeGreaterThanOrEqual(start ?? Number.NaN);
        expect(keyEnd).toBeLessThanOrEqual(end ?? Number.NaN);
        visit(children, depth + 1);
      }
    };
    visit(documentSymbols(document), 0);
    expect(lines).toEqual([
      'map mcpServers (2 servers)',
      '-server a (stdio)',
      '--field command (x)',
      '--field env (1 property)',
      '-server b (http)',
      '--field type (http)',
      '--field url',
      'list disabledServers (1 name)',
      '-name a',
      'field $schema (s)',
    ]);
    expect(lines.join()).not.toContain('secret');
  });
});

describe('links', () => {
  const linked = (server: object, others: Record<string, string> = {}) => {
    const text = fileWith(server);
    const workspace = workspaceWith({ [standalone]: text, ...others });
    const view = workspace.view(openIn(workspace, standalone));
    return linksOf(view, workspace.machine.files).map(({ range, target }) => [
      view.document.text.getText(range),
      target,
    ]);
  };

  test.each([
    [{ type: 'http', url: 'https://example.com/mcp' }, 'https://example.com/mcp → https://example.com/mcp'],
    [{ type: 'http', url: 'https://${HOST}/mcp' }, ''],
    [{ type: 'http', url: 'https://me:secret@example.com/mcp' }, ''],
    [{ type: 'http', url: 'command:evil' }, ''],
    [
      { command: 'npx', args: ['-y', '@scope/name@1.2.3', '.'] },
      '@scope/name@1.2.3 → https://www.npmjs.com/package/@scope/name',
    ],
    [{ command: 'npx', args: ['--package', 'tool@1', 'run'] }, 'tool@1 → https://www.npmjs.com/package/tool'],
    [{ command: 'cmd', args: ['/c', 'npx', 'tool'] }, 'tool → https://www.npmjs.com/package/tool'],
    [{ command: 'pnpm', args: ['dlx', 'tool@latest'] }, 'tool@latest → https://www.npmjs.com/package/tool'],
    [{ command: 'pnpm', args: ['tool'] }, ''],
    [{ command: 'npx', args: ['./tool'] }, ''],
    [{ command: 'npx', args: ['${TOOL}'] }, ''],
    [{ command: 'npx', args: ['github:a/b'] }, ''],
    [{ command: 'uvx', args: ['tool==1.0'] }, 'tool==1.0 → https://pypi.org/project/tool/'],
    [
      { command: 'uvx', args: ['--python', '3.12', '--from', 'tool[x]>=1', 'run'] },
      'tool[x]>=1 → https://pypi.org/project/tool/',
    ],
    [{ command: 'uv', args: ['tool', 'run', 'tool@1.0'] }, 'tool@1.0 → https://pypi.org/project/tool/'],
    [{ command: '/usr/bin/pipx', args: ['run', 'tool'] }, 'tool → https://pypi.org/project/tool/'],
    [{ command: 'docs-server', args: ['tool'] }, ''],
  ])('of %j are %s', (server, expected) => {
    expect(linked(server).map(([text, target]) => `${text} → ${target}`)).toEqual(expected === '' ? [] : [expected]);
  });

  test('open existing folders and scripts', () => {
    const server = { command: './bin/run', cwd: 'to ols', args: ['x.py'] };
    const files = { [`${project}/to%20ols/bin/run`]: '', [`${project}/to%20ols/x.py`]: '' };
    expect(linked(server, files)).toEqual([
      ['to ols', `${project}/to%20ols`],
      ['./bin/run', `${project}/to%20ols/bin/run`],
    ]);
    expect(linked({ ...server, command: 'python' }, files)).toEqual([
      ['to ols', `${project}/to%20ols`],
      ['x.py', `${project}/to%20ols/x.py`],
    ]);
    expect(linked(server)).toEqual([]);
  });

  test('open the URL of $schema', () => {
    const text = '{"$schema": "https://example.com/s.json"}';
    const workspace = workspaceWith({ [standalone]: text });
    const view = workspace.view(openIn(workspace, standalone));
    expect(linksOf(view, workspace.machine.files)).toMatchObject([{ target: 'https://example.com/s.json' }]);
  });
});

describe('folding and selection', () => {
  test('folds every pair of brackets with lines between them', () => {
    const text = JSON.stringify({ mcpServers: { a: { args: ['x'], env: {} } }, disabledServers: ['y'] }, null, 2);
    const lines = text.split('\n');
    const starts = foldingRanges(open(text)).map(({ startLine }) => lines[startLine]?.trim());
    expect(starts.toSorted()).toEqual(
      ['{', '"mcpServers": {', '"a": {', '"args": [', '"disabledServers": ['].toSorted(),
    );
    for (const { startLine, endLine } of foldingRanges(open(text))) {
      const indent = (line = '') => line.search(/\S/);
      expect(lines[endLine + 1]).toMatch(/^ *[}\]],?$/);
      expect(indent(lines[endLine + 1])).toBe(indent(lines[startLine]));
    }
  });

  test.each([
    [
      '{"a": {"b": "te|xt"}}',
      ['text', '"text"', '"b": "text"', '{"b": "text"}', '"a": {"b": "text"}', '{"a": {"b": "text"}}'],
    ],
    ['{"a": {"b|c": 1}}', ['bc', '"bc"', '"bc": 1', '{"bc": 1}', '"a": {"bc": 1}', '{"a": {"bc": 1}}']],
    ['{"a": [1, 2|2]}', ['22', '1, 22', '[1, 22]', '"a": [1, 22]', '{"a": [1, 22]}']],
    ['|', []],
  ])('expands the selection from the inside out: %s', (source, expected) => {
    const { text, offset } = withCursor(source);
    const document = open(text);
    const spans: { text: string; start: number; end: number }[] = [];
    let at: SelectionRange | undefined = selectionRangeAt(document, offset);
    for (; at !== undefined; at = at.parent) {
      const { start, end } = at.range;
      const offsets = { start: document.text.offsetAt(start), end: document.text.offsetAt(end) };
      spans.push({ text: document.text.getText(at.range), ...offsets });
    }
    for (const part of expected) expect(spans.map((span) => span.text)).toContain(part);
    for (const [index, span] of spans.entries()) {
      const inner = spans[index - 1];
      if (inner === undefined) continue;
      expect(span.text.length).toBeGreaterThan(inner.text.length);
      expect(span.start).toBeLessThanOrEqual(inner.start);
      expect(span.end).toBeGreaterThanOrEqual(inner.end);
    }
  });
});

describe('formatting', () => {
  const options = { tabSize: 2, insertSpaces: true };
  const formatted = (text: string, range?: Span) => {
    const document = open(text);
    return TextDocument.applyEdits(document.text, formattingEdits(document, range, options));
  };

  test.each([
    ['{"a":1}', '{\n  "a": 1\n}'],
    ['{"a":1, // why\r\n"b":[]}', '{\r\n  "a": 1, // why\r\n  "b": []\r\n}'],
    ['', ''],
    ['{"a":1, /* why\r\n', '{"a":1, /* why\r\n'],
    ['{"a":1 /*/', '{"a":1 /*/'],
    ['{"a":1/**/}', '{\n  "a": 1 /**/\n}'],
  ])('formats %j', (text, after) => {
    expect(formatted(text)).toBe(after);
  });

  test('keeps the end of the file, whatever the client sends', () => {
    for (const end of ['', '\n', '\r\n']) expect(formatted(`{}${end}`)).toBe(`{}${end}`);
  });

  test.each([
    ['{"args":["a",  "b"]}', '{\n  "args": ["a", "b"]\n}'],
    ['{"args":[ "a" ,"b" ], "x":[]}', '{\n  "args": ["a", "b"],\n  "x": []\n}'],
    ['{"args": [\n"a"]}', '{\n  "args": [\n    "a"\n  ]\n}'],
    ['{"args": [{"a": 1}]}', '{\n  "args": [\n    {\n      "a": 1\n    }\n  ]\n}'],
    [`{"args": ["${'a'.repeat(66)}"]}`, `{\n  "args": ["${'a'.repeat(66)}"]\n}`],
    [`{"args": ["${'a'.repeat(67)}"]}`, `{\n  "args": [\n    "${'a'.repeat(67)}"\n  ]\n}`],
  ])('keeps a short list on one line: %j', (text, after) => {
    expect(formatted(text)).toBe(after);
    expect(formatted(after)).toBe(after);
  });

  test('of a range changes only its lines', () => {
    const text = '{\n"a":1,\n"b":2\n}';
    const range = { offset: text.indexOf('"b"'), length: 5 };
    expect(formatted(text, range)).toBe('{\n"a":1,\n"b": 2\n}');
  });

  test('changes only whitespace, and nothing when repeated', () => {
    const texts = fc.oneof(
      fc.json(),
      fc
        .array(fc.constantFrom('{', '}', '[', ']', ',', ':', '"a"', ' ', '\n', '// x\n', '1'))
        .map((parts) => parts.join('')),
    );
    fc.assert(
      fc.property(texts, (text) => {
        const once = formatted(text);
        expect(once.replace(/\s/g, '')).toBe(text.replace(/\s/g, ''));
      }),
      { numRuns: runs(100) },
    );
    for (const { text } of corpus()) expect(formatted(formatted(text))).toBe(formatted(text));
  });
});

describe('semantic tokens', () => {
  /** Decodes the tokens of a file with a single line. */
  const tokens = (server: object) => {
    const text = fileWith(server);
    const data = semanticTokensOf(open(text));
    const found: string[] = [];
    let start = 0;
    for (let at = 0; at < data.length; at += 5) {
      const [line, delta = 0, length = 0, type = -1] = data.slice(at, at + 5);
      expect(line).toBe(0);
      start += delta;
      found.push(`${tokenTypes[type]} ${text.slice(start, start + length)}`);
    }
    return found;
  };

  test('mark a variable with or without a default', () => {
    expect(tokens({ command: '${A}' })).toEqual(['operator ${', 'variable A', 'operator }']);
    expect(tokens({ command: '${MY-VAR}' })).toEqual(['operator ${', 'variable MY-VAR', 'operator }']);
    expect(tokens({ command: '${A_1:-x}' })).toEqual(['operator ${', 'variable A_1', 'operator :-', 'operator }']);
    expect(tokens({ command: '${A:-"x"}' })).toEqual(['operator ${', 'variable A', 'operator :-', 'operator }']);
  });

  test.each<[string, object, number]>([
    ['command, args, cwd', { command: '${A}', args: ['${B}', 'x${C}y${D:-}'], cwd: '${E}' }, 5],
    ['env values, not names', { command: 'x', env: { '${A}': '${B}' } }, 1],
    ['url and headers', { type: 'http', url: '${A}', headers: { B: 'Bearer ${B}' } }, 2],
    ['auth and oauth', { command: 'x', auth: { type: 'oauth', clientId: '${A}' }, oauth: { scope: '${B}' } }, 2],
    ['fields that are not expanded', { command: 'x', type: '${A}', other: '${B}' }, 0],
    ['text that the agent does not expand', { command: '$A ${env:B} ${input:c} ${} ${C:?} {D}' }, 0],
  ])('mark only variables that are expanded: %s', (_name, server, count) => {
    expect(tokens(server).filter((token) => token.startsWith('variable'))).toHaveLength(count);
  });

  test('are encoded relative to each other', () => {
    const text = '{"mcpServers": {"a": {\n"command": "${A}${B}"}}}';
    expect(semanticTokensOf(open(text))).toEqual([
      ...[1, 12, 2, 1, 0],
      ...[0, 2, 1, 0, 0],
      ...[0, 1, 1, 1, 0],
      ...[0, 1, 2, 1, 0],
      ...[0, 2, 1, 0, 0],
      ...[0, 1, 1, 1, 0],
    ]);
  });
});

describe('hints and lenses', () => {
  const x = { command: 'x' };
  const texts = {
    [own]: config({ a: { type: 'stdio', command: 'x' }, off: { command: 'y', enabled: false } }),
    [standalone]: config({ a: x, off: x, b: { command: 'z' }, c: {} }),
  };
  const view = (uri: string) => {
    const workspace = workspaceWith(texts);
    return workspace.view(openIn(workspace, uri));
  };
  const hintsIn = (uri: string, within?: Span, shown: Agent = ohMyPiAgent, all: Record<string, string> = texts) => {
    const workspace = workspaceWith(all);
    const seen = workspace.view(openIn(workspace, uri), shown);
    const context = chainContext(workspace, seen.place, shown, undefined);
    return hintsOf(seen, within ?? whole(seen.document.text.getText()), context);
  };

  test('hints show the state of each server that is not in effect', () => {
    const hints = (uri: string) => hintsIn(uri).map(({ label, tooltip }) => [label, tooltip]);
    expect(hints(own)).toEqual([['disabled', 'Disabled in Oh My Pi: "enabled": false in this entry.']]);
    const overridden = ['overridden by .omp/mcp.json', 'Overridden in Oh My Pi: .omp/mcp.json defines the same name.'];
    expect(hints(standalone)).toEqual([
      overridden,
      overridden,
      ['invalid', 'Invalid in Oh My Pi: missing "command" or "url".'],
    ]);
  });

  test('hints are limited to the requested range', () => {
    const offset = texts[standalone]?.indexOf('"off"') ?? -1;
    const labels = hintsIn(standalone, { offset, length: 3 }).map(({ label }) => label);
    expect(labels).toEqual(['overridden by .omp/mcp.json']);
  });

  test('hints show what an agent makes of a server that it uses otherwise than it is written', () => {
    const vscode = agents.find(({ id }) => id === 'vscode') ?? expect.fail();
    const entries = { a: { command: 'x', env: { TOKEN: '${TOKEN}' } }, b: { command: 'x' } };
    const hints = hintsIn(standalone, undefined, vscode, { [standalone]: config(entries) });
    expect(hints.map(({ label, tooltip }) => [label, tooltip])).toEqual([
      [
        'in effect, but …',
        expect.stringMatching(/^VS Code: In effect, but: VS Code [\d.]+ passes "\$\{TOKEN\}" on as text\.$/),
      ],
    ]);
  });

  test('lenses do not repeat the state', () => {
    expect(lensesOf(view(standalone), false, true)).toEqual([]);
  });
});

const knowing = (
  texts: Record<string, string>,
  uri: string,
  variables: string[] = [],
  roots?: string[],
): DocumentContext => {
  const workspace = workspaceWith(texts, roots && { roots });
  return { ...workspace.view(openIn(workspace, uri)), variables };
};

describe('hover', () => {
  const hover = (source: string, around: Record<string, string> = {}, uri = standalone, variables: string[] = []) => {
    const { text, offset } = withCursor(source);
    const context = knowing({ ...around, [uri]: text }, uri, variables);
    const found = hoverAt(context, offset);
    return found && { markdown: markdownOf(found), text: context.document.text.getText(found.range) };
  };
  const around = { [own]: config({ docs: { command: 'y' } }) };

  test('on a server shows its transport, state with reason, source, and other definitions', () => {
    const found = hover('{"mcpServers": {"do|cs": {"command": "x"}}}', around);
    expect(found?.text).toBe('"docs"');
    expect(found?.markdown).toContain('**stdio server** (default `type`): `docs`');
    expect(found?.markdown).toContain('Overridden in Oh My Pi: .omp/mcp.json defines the same name');
    expect(found?.markdown).toContain('Source: `.mcp.json` (project level, Oh My Pi file)');
    expect(found?.markdown).toContain('Other definitions:\n- `.omp/mcp.json`: In effect');
  });

  test('on a timeout shows that a variable replaces it', () => {
    const source = '{"mcpServers": {"docs": {"command": "x", "time|out": 1000}}}';
    const replaced = 'In Oh My Pi, it replaces this value.';
    expect(hover(source, {}, standalone, ['OMP_MCP_TIMEOUT_MS'])?.markdown).toContain(replaced);
    expect(hover(source)?.markdown).not.toContain(replaced);
  });

  test.each([
    ['disabledServers', 'Disables all servers named `docs`, wherever they are defined.'],
    ['enabledServers', 'Enables `docs` even if its entry has `"enabled": false`. `disabledServers` takes precedence.'],
  ])('on a name in %s describes the effect', (list, words) => {
    const source = `{"${list}": ["do|cs"]}`;
    expect(hover(source, around, user)?.markdown).toContain(words);
    expect(hover(source, around, user)?.markdown).toContain('Defined in:\n- `.omp/mcp.json`: ');
    expect(hover(source, around, user)?.markdown).not.toContain('no effect');
    expect(hover(source, around, standalone)?.markdown).toContain('This list has no effect here');
    expect(hover(source, around, `${home}/.omp/agent/.mcp.json`)?.markdown).toContain('This list has no effect here');
    expect(hover(source, {}, user)?.markdown).toContain('Not defined in any file that Oh My Pi reads here.');
  });

  test('on a name in a list shows its definitions in all workspace folders, each once', () => {
    const text = '{"mcpServers": {"web": {"command": "x"}}, "disabledServers": ["docs", "web"]}';
    const context = knowing({ ...around, [user]: text }, user, [], [project, 'file:///other']);
    const words = (name: string) => markdownOf(hoverAt(context, text.lastIndexOf(name)));
    expect(words('docs')).toContain('Defined in:\n- `.omp/mcp.json`: Disabled');
    expect(words('web')?.split('~/.omp/agent/mcp.json`: Disabled')).toHaveLength(2);
  });

  test.each([
    ['"${TO|KEN}"', ['TOKEN'], '`${TOKEN}` is set in the environment of the editor.', '${TOKEN}'],
    [
      '"${TO|KEN}"',
      [],
      "`${TOKEN}` isn't set in the environment of the editor. Without a default, the text is passed on unchanged.",
      '${TOKEN}',
    ],
    ['"a ${TO|KEN:-x}"', [], 'The default after `:-` is used', '${TOKEN:-x}'],
  ])('on a variable shows whether it is set: %s', (value, variables, words, text) => {
    const found = hover(`{"mcpServers": {"docs": {"command": ${value}}}}`, {}, standalone, variables);
    expect(found?.markdown).toContain(words);
    expect(found?.text).toBe(text);
  });

  test('shows names from files as plain text', () => {
    const name = '[x](command:evil) `a` <b>';
    const texts = { [own]: config({ [name]: { command: 'x' } }) };
    const found = hover('{"mcpServers": {"do|cs": {"command": "x"}}}', texts)?.markdown ?? '';
    expect(found).toContain('\\[x\\]\\(command:evil\\) \\`a\\` \\<b\\>');
    expect(escapeMarkdown('a\n\n# b')).toBe('a \\# b');
  });
});

describe('completion', () => {
  const offered = (source: string, around: Record<string, string> = {}, uri = standalone, variables: string[] = []) => {
    const { text, offset } = withCursor(source);
    return { text, proposals: completionsAt(knowing({ ...around, [uri]: text }, uri, variables), offset) };
  };
  const take = (source: string, label: string, variables: string[] = []) => {
    const { text, proposals } = offered(source, {}, standalone, variables);
    const found = proposals.find((proposal) => proposal.label === label);
    if (found === undefined)
      throw new Error(`${label} is not offered, only ${proposals.map((one) => one.label).join()}`);
    const { offset, length } = found.replace;
    return text.slice(0, offset) + withoutTabStops(found.snippet) + text.slice(offset + length);
  };

  test('suggests names of variables after ${, without their values', () => {
    const variables = ['HOME', 'TOKEN', 'ProgramFiles(x86)', '=C:', '1'];
    const { proposals } = offered(serverWith('"command": "x${|}"'), {}, standalone, variables);
    expect(proposals.map(({ label, kind }) => [label, kind])).toEqual([
      ['HOME', CompletionItemKind.Variable],
      ['TOKEN', CompletionItemKind.Variable],
      ['ProgramFiles(x86)', CompletionItemKind.Variable],
    ]);
  });

  test.each([
    ['"command": "${|"', '"command": "${TOKEN}"'],
    ['"command": "${|}"', '"command": "${TOKEN}"'],
    ['"command": "a${TO|}b"', '"command": "a${TOKEN}b"'],
    ['"command": "${MY-|VAR}.sh"', '"command": "${TOKEN}.sh"'],
    ['"command": "${|.sh"', '"command": "${TOKEN}.sh"'],
    ['"command": "x", "args": ["${T|OK"]', '"command": "x", "args": ["${TOKEN}"]'],
    ['"command": "x", "env": {"A": "${|"}', '"command": "x", "env": {"A": "${TOKEN}"}'],
    [
      '"type": "http", "url": "x", "headers": {"A": "Bearer ${|}"}',
      '"type": "http", "url": "x", "headers": {"A": "Bearer ${TOKEN}"}',
    ],
  ])('inserts a variable: %s', (before, after) => {
    expect(take(serverWith(before), 'TOKEN', ['TOKEN'])).toBe(serverWith(after));
  });

  test.each([['"type": "${|"'], ['"command": "$|"'], ['"command": "${A}|"'], ['"env": {"${|": "x"}']])(
    'suggests no variables outside ${ or in text that is not expanded: %s',
    (before) => {
      const { proposals } = offered(serverWith(before), {}, standalone, ['TOKEN']);
      expect(proposals.filter(({ kind }) => kind === CompletionItemKind.Variable)).toEqual([]);
    },
  );

  test("suggests servers of all workspace folders for the user's lists", () => {
    const { text, offset } = withCursor('{"disabledServers": [|]}');
    const texts = { 'file:///other/.mcp.json': config({ docs: { command: 'x' } }), [user]: text };
    const context = knowing(texts, user, [], [project, 'file:///other']);
    expect(completionsAt(context, offset).map(({ label }) => label)).toEqual(['"docs"']);
  });

  test('suggests missing headers, with a value', () => {
    const { proposals } = offered(serverWith('"type": "http", "url": "x", "headers": {"authorization": "x", |}'));
    expect(proposals.map(({ label }) => label)).toEqual(['X-API-Key', 'Accept', 'Content-Type', 'User-Agent']);
    expect(take(serverWith('"type": "http", "url": "x", "headers": {|}'), 'Authorization')).toBe(
      serverWith('"type": "http", "url": "x", "headers": {"Authorization": "Bearer ${TOKEN}"}'),
    );
  });

  test('suggests values for known headers', () => {
    const http = '"type": "http", "url": "x"';
    expect(take(serverWith(`${http}, "headers": {"Authorization": |}`), '"Bearer ${TOKEN}"')).toBe(
      serverWith(`${http}, "headers": {"Authorization": "Bearer ${'${TOKEN}'}"}`),
    );
    expect(offered(serverWith(`${http}, "headers": {"X-Other": |}`)).proposals).toEqual([]);
  });

  test('suggests servers from all sources in lists, those of this file first', () => {
    const texts = { [own]: config({ a: {} }), [`${home}/.cursor/mcp.json`]: config({ b: {} }) };
    const { proposals } = offered('{"mcpServers": {"c": {}}, "disabledServers": ["a", |]}', texts, user);
    expect(proposals.map(({ label, markdown }) => [label, markdown])).toEqual([
      ['"c"', 'Defined in this file.'],
      ['"b"', 'Defined in `~/.cursor/mcp.json`.'],
    ]);
  });

  test('suggests the URL of the published schema for $schema', () => {
    expect(take('{"$schema": |}', offered('{"$schema": |}').proposals[0]?.label ?? '')).toMatch(
      /^\{"\$schema": "https:/,
    );
  });
});

describe('features for arbitrary text', () => {
  test('do not throw, return only ranges inside the document, and replace text at the cursor', () => {
    const base = config(
      {
        a: { command: 'npx', args: ['-y', 'x@1'], env: { A: '${B:-c}' } },
        b: { type: 'http', url: 'https://x', headers: { C: 'd' } },
      },
      { disabledServers: ['a'] },
    );
    const pieces = fc.array(
      fc.constantFrom('{', '}', '[', ']', ',', ':', '"', '${', '\\', '\n', '//', '"a"', '\ud800', '\0'),
      { maxLength: 4 },
    );
    fc.assert(
      fc.property(fc.nat(), fc.nat({ max: 20 }), pieces, fc.nat(), (at, length, insert, cursor) => {
        const place = at % (base.length + 1);
        const text = base.slice(0, place) + insert.join('') + base.slice(place + length);
        const workspace = workspaceWith({ [user]: text });
        const document = openIn(workspace, standalone, text);
        const seen = workspace.view(document);
        const offset = cursor % (text.length + 1);
        const context = { ...seen, variables: ['A'] };
        rejectOutside(document);
        semanticTokensOf(document);
        foldingRanges(document);
        assertRanges([
          linksOf(seen, workspace.machine.files),
          lensesOf(seen, true, true),
          selectionRangeAt(document, offset),
          documentSymbols(document),
          hoverAt(context, offset),
          hintsOf(seen, whole(text), chainContext(workspace, seen.place, seen.agent, undefined)),
        ]);
        for (const { replace, comma } of completionsAt(context, offset)) {
          expect(replace.offset).toBeGreaterThanOrEqual(0);
          expect(replace.offset).toBeLessThanOrEqual(offset);
          expect(replace.offset + replace.length).toBeGreaterThanOrEqual(offset);
          expect(replace.offset + replace.length).toBeLessThanOrEqual(text.length);
          if (comma !== undefined) expect(comma).toBeLessThanOrEqual(replace.offset);
        }
      }),
      { numRuns: runs(700) },
    );
  });
});
