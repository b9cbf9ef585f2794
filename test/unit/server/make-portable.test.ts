/** Make Portable: one file in the spelling that all of its readers accept. */
// biome-ignore-all lint/suspicious/noTemplateCurlyInString: that is how variables look
import { beforeAll, describe, expect, test } from 'vitest';
import type { AgentId } from '../../../common/messages/agents.ts';
import { agents } from '../../../server/agents/all-agents.ts';
import { loadToml } from '../../../server/config/servers/source-file.ts';
import { parseText } from '../../../server/config/text/parse.ts';
import { plainValue, valueIn } from '../../../server/convert/value.ts';
import { defaultReaders, makePortable } from '../../../server/editing/portable/make-portable.ts';
import { wholeCorpus } from '../../corpus.ts';

beforeAll(loadToml);

const made = (text: string, ...readers: readonly AgentId[]) =>
  makePortable(text, readers, agents) ?? expect.fail('not readable');
const all: readonly AgentId[] = ['oh-my-pi', 'claude-code', 'vscode', 'copilot-cli', 'qwen-code'];

describe('the spelling', () => {
  test('of a URL gets the type that all readers need, and keeps comments, order, and indentation', () => {
    const text =
      '{\n\t// ours\n\t"mcpServers": {\n\t\t"web": { "url": "https://a.example/mcp" }, // why\n\t\t"old": {"url": "https://a.example/sse"}\n\t}\n}\n';
    const { text: after, left } = made(text, ...all);
    expect(after).toBe(text.replace('{ "url"', '{ "type": "http", "url"').replace('{"url"', '{"type": "sse", "url"'));
    expect(left.find(({ reader }) => reader === 'VS Code')).toBeUndefined();
    expect(left.find(({ reader }) => reader === 'Oh My Pi')?.problems).toEqual([
      'Accepts only JSON without comments and trailing commas.',
    ]);
  });

  test.each([
    ['{"type": "streamable-http", "url": "https://a.example"}', '{"type": "http", "url": "https://a.example"}'],
    ['{"httpUrl": "https://a.example"}', '{"type": "http", "url": "https://a.example"}'],
    ['{"type": "local", "command": "x"}', '{"type": "stdio", "command": "x"}'],
    ['{"command": "x", "env": {"A": "b ${env:A}"}}', '{"command": "x", "env": {"A": "b ${A}"}}'],
  ])('of %s becomes %s', (entry, expected) => {
    const wrap = (value: string) => `{"mcpServers": {"a": ${value}}}`;
    expect(made(wrap(entry), 'oh-my-pi', 'claude-code', 'copilot-cli').text).toBe(wrap(expected));
  });

  test.each([
    '{"command": "x"}',
    '{"command": "x", "url": "https://a.example"}',
    '{"type": "websocket", "url": "wss://a.example"}',
    '{"command": "x", "args": ["${A:-b}", "$B"]}',
    '{"command": 3}',
    'null',
  ])('of %s stays', (entry) => {
    const text = `{"mcpServers": {"a": ${entry}}}`;
    expect(made(text, ...all).text).toBe(text);
  });

  test('of names that VS Code mixes up, or that an agent reserves, is changed, in the lists too', () => {
    const entry = '{"command": "x"}';
    const text = `{"mcpServers": {"docs": ${entry}, "Docs": ${entry}, "workspace": ${entry}}, "disabledServers": ["Docs"]}`;
    const { text: after, renamed } = made(text, 'claude-code', 'vscode');
    expect(renamed.map(([from]) => from)).toEqual(['docs', 'workspace']);
    expect(JSON.parse(after).disabledServers).toEqual(['Docs']);
    expect(Object.keys(JSON.parse(after).mcpServers)).toEqual(['docs-server', 'Docs', 'workspace-server']);
    expect(made(after, 'claude-code', 'vscode').renamed).toEqual([]);
  });
});

test("what can't be had is listed by reader", () => {
  const { left } = made(
    '{"mcpServers": {"a": {"command": "x", "args": ["${A:-b}"], "cwd": "sub"}, "b": {"command": "x", "url": "https://a.example"}}}',
    'claude-code',
    'vscode',
    'cursor',
  );
  expect(left.find(({ reader }) => reader === 'VS Code')?.problems).toContain('Passes "${A:-b}" of "a" on as text.');
  expect(left.find(({ reader }) => reader === 'Claude Code')?.problems).toContain('Ignores "cwd" of "a".');
  expect(left.find(({ reader }) => reader === 'Cursor')?.problems).toEqual([
    'Cursor doesn\'t read .mcp.json. "mcp-config sync" writes its own file.',
  ]);
});

describe('what strict readers reject', () => {
  const text = '{\n  // ours\n  "mcpServers": {\n    /* one */ "a": {"command": "x",}, // why\n  },\n}\n';

  test('is removed if nothing is lost, and counted if a comment would be', () => {
    const { text: after, comments } = made(text, 'oh-my-pi', 'vscode');
    expect(after).toBe(text.replaceAll(/,(?=\}|, |\n\}|\n {2}\})/g, '').replace('}, // why', '} // why'));
    expect(comments).toEqual({ count: 3, readers: ['Oh My Pi'] });
    expect(made(text, 'vscode')).toMatchObject({ text, comments: { count: 0, readers: [] } });
  });

  test('can be a byte order mark, which is no comment', () => {
    const marked = '\ufeff{"mcpServers": {"a": {"command": "x"}}}';
    expect(made(marked, 'claude-code', 'vscode')).toMatchObject({ text: marked, left: [] });
    expect(made(marked, 'oh-my-pi')).toMatchObject({ text: marked.slice(1), left: [], comments: { count: 0 } });
  });

  test('is removed with the comments on request', () => {
    const { text: after, comments, left } = makePortable(text, ['oh-my-pi'], agents, true) ?? expect.fail('none');
    expect(JSON.parse(after)).toEqual({ mcpServers: { a: { command: 'x' } } });
    expect([comments.count, left]).toEqual([0, []]);
  });
});

describe('both roots', () => {
  test('are written where Visual Studio is a reader, and only there', () => {
    const text = '{\n  "mcpServers": {\n    "a": { "type": "stdio", "command": "x" }\n  }\n}\n';
    expect(made(text, 'vscode').text).toBe(text);
    const { text: after } = made(text, 'vscode', 'visual-studio');
    const { mcpServers, servers } = JSON.parse(after);
    expect(servers).toEqual(mcpServers);
    expect(after.startsWith(text.slice(0, -4))).toBe(true);
    expect(made(after, 'vscode', 'visual-studio').text).toBe(after);
  });

  test('get what only the other one has, and stay equal after a change', () => {
    const text =
      '{"mcpServers": {"a": {"url": "https://a.example"}}, "servers": {"a": {"url": "https://a.example"}, "b": {"command": "y"}}}';
    const { mcpServers, servers } = JSON.parse(made(text, 'claude-code', 'visual-studio').text);
    expect(mcpServers).toEqual({ a: { type: 'http', url: 'https://a.example' }, b: { command: 'y' } });
    expect(servers).toEqual(mcpServers);
  });

  test('come from "servers" alone, too', () => {
    const { mcpServers, servers } = JSON.parse(made('{"servers": {"a": {"command": "x"}}}', 'visual-studio').text);
    expect(mcpServers).toEqual(servers);
  });

  test('that differ stay, and are listed', () => {
    const text = '{"mcpServers": {"a": {"command": "x"}}, "servers": {"a": {"command": "y"}}}';
    const { text: after, left } = made(text, 'vscode', 'visual-studio');
    expect(after).toBe(text);
    expect(left).toEqual([{ reader: 'Visual Studio', problems: ['"a" differs in "servers" and "mcpServers".'] }]);
  });
});

const parsed = (text: string) => plainValue(valueIn(parseText(text).root) ?? null) as Record<string, object>;

test('loses no server and no value of real files, and is stable', () => {
  const leaves = (value: unknown): readonly unknown[] =>
    typeof value === 'object' && value !== null ? Object.values(value).flatMap(leaves) : [value];
  for (const { text } of wholeCorpus()) {
    const portable = makePortable(text, [...all, 'visual-studio'], agents);
    if (portable === undefined) continue;
    const [before, after] = [text, portable.text].map(parsed);
    expect(Object.keys(after?.mcpServers ?? {}).length).toBeGreaterThanOrEqual(
      Object.keys(before?.mcpServers ?? {}).length,
    );
    const plain = (leaf: unknown) => String(leaf).replaceAll('${env:', '${');
    const kept = new Set(leaves(after).map(plain));
    expect(
      leaves(before?.mcpServers ?? {}).filter(
        (leaf) => !kept.has(plain(leaf)) && !['streamable-http', 'local'].includes(String(leaf)),
      ),
    ).toEqual([]);
    expect(makePortable(portable.text, [...all, 'visual-studio'], agents)?.text).toBe(portable.text);
  }
});

test.each([
  ['oauth', 'scopes', '"x"', ['claude-code', 'grok'], 'Grok', 'Claude Code'],
  ['oauth', 'scopes', '["x"]', ['claude-code', 'grok'], 'Claude Code', 'Grok'],
] as const)(
  'says that no value of %s.%s serves two readers, written as %s',
  (outer, inner, value, readers, skips, other) => {
    const entry = `{"type": "http", "url": "https://a.example", "${outer}": {"${inner}": ${value}}}`;
    const { left } = made(`{"mcpServers": {"a": ${entry}}}`, ...readers);
    expect(left.map(({ reader, problems }) => [reader, problems.at(-1)])).toEqual([
      [
        skips,
        `No value of "oauth.scopes" serves both ${skips} and ${other}. Remove it, or define the server in a file of each.`,
      ],
    ]);
    // What one of them accepts is a mistake for the other only.
    const timeout = '{"mcpServers": {"a": {"command": "x", "timeout": "y"}}}';
    expect(made(timeout, 'claude-code', 'copilot-cli').left.flatMap(({ problems }) => problems)).toEqual([
      expect.stringContaining('Skips "a"'),
      expect.stringContaining('Skips "a"'),
    ]);
  },
);

test('accepts no file that is broken or has no servers', () => {
  for (const text of ['', '[]', '{', '{"mcpServers": []}', '{"a": 1}', '{"mcpServers": {"a": {"command": "x"'])
    expect(makePortable(text, all, agents)).toBeUndefined();
  expect(defaultReaders(agents)).toEqual(expect.arrayContaining(['claude-code', 'vscode', 'copilot-cli']));
});
