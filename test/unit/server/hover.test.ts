/** Hover: descriptions of fields and values from the schema, and the transport of servers. */
import { describe, expect, test } from 'vitest';
import { readText } from '../../../scripts/lib/repository.ts';
import { agents } from '../../../server/agents/all-agents.ts';
import { fieldSet, type SetName } from '../../../server/config/format/format.ts';
import { rangeOf } from '../../../server/config/servers/open-document.ts';
import { hoverAt } from '../../../server/features/hover.ts';
import { code } from '../../../server/features/markdown.ts';
import { contextOf, markdownOf } from './files.ts';
import { fileOf } from './fixture-notation.ts';
import { marked, serverWith, withCursor } from './support.ts';

function hover(source: string): string | undefined {
  const { text, offset } = withCursor(source);
  return markdownOf(hoverAt(contextOf(text), offset));
}

const groups = readText('test/fixtures/hover.txt')
  .split('# ')
  .slice(1)
  .map((block) => {
    const [group = '', ...lines] = block.trimEnd().split('\n');
    return [
      group,
      lines.map((line) => line.split(/: {2}| {2}~ /) as [name: string, source: string, text: string]),
    ] as const;
  });

describe.each(groups)('%s', (_group, cases) => {
  test.each(cases)('%s', (_name, source, text) => {
    expect(hover(fileOf(source))).toContain(text);
  });
});

test('what only Oh My Pi does with a server is said only where its states are shown', () => {
  const claude = agents.find(({ id }) => id === 'claude-code');
  for (const source of [
    '"d|ocs": {"url": "https://docs.example/mcp"}',
    '"d|ocs": {"enabled": false}',
    '"d|o cs": {"command": "x"}',
  ]) {
    const { text, offset } = withCursor(`{"mcpServers": {${source}}}`);
    const context = contextOf(text);
    const [ofOhMyPi, ofClaude] = [
      hoverAt(context, offset),
      hoverAt({ ...context, ...(claude && { agent: claude, effective: undefined }) }, offset),
    ];
    expect(markdownOf(ofOhMyPi)).toContain('Oh My Pi');
    expect(markdownOf(ofClaude)).not.toContain('Oh My Pi');
  }
});

describe('fields', () => {
  const files: Record<SetName, (field: object) => object> = {
    top: (field) => field,
    stdio: (field) => ({ mcpServers: { docs: { command: 'x', ...field } } }),
    http: (field) => ({ mcpServers: { docs: { type: 'http', url: 'x', ...field } } }),
    sse: (field) => ({ mcpServers: { docs: { type: 'sse', url: 'x', ...field } } }),
    auth: (field) => ({ mcpServers: { docs: { command: 'x', auth: field } } }),
    oauth: (field) => ({ mcpServers: { docs: { command: 'x', oauth: field } } }),
  };
  /** Rows of the spec about what a field means. */
  const specRows: Readonly<Record<string, string>> = {
    'top $schema': 'C10',
    'stdio enabled': 'C20',
    'stdio requestIdFormat': 'C26',
    'http instructions': 'C30',
  };
  const cases = (Object.keys(files) as SetName[]).flatMap((set) =>
    fieldSet(set).fields.map((field) => {
      const text = JSON.stringify(files[set]({ [field.name]: field.examples[0] }));
      const name = `${set} ${field.name}`;
      const row = specRows[name];
      return [row === undefined ? name : `${name} [spec ${row}]`, { field, text }] as const;
    }),
  );

  test.each(cases)('%s', (_name, { field, text }) => {
    const found = markdownOf(hoverAt(contextOf(text), text.lastIndexOf(`"${field.name}":`) + 1));
    expect(found).toContain(`**${field.name}**`);
    expect(found).toContain(field.description);
    expect(found).toContain('Type: ');
    for (const { value, description } of field.values ?? [])
      expect(found).toContain(`- \`"${value}"\`: ${description}`);
    expect(found).toContain(JSON.stringify(field.examples[0]));
  });

  test('sse is described as legacy in the type [spec C45]', () => {
    expect(hover(serverWith('"type": "s|se", "url": "x"'))).toContain('Legacy');
    expect(hover(serverWith('"type": "ht|tp", "url": "x"'))).toContain('streamable HTTP');
  });
});

describe('servers', () => {
  test('an entry with only "enabled": false is an off switch', () => {
    const found = hover('{"mcpServers": {"do|cs": {"enabled": false}}}');
    expect(found).toContain('**Off switch**: `docs`\n\nDisables `docs` in all files with lower precedence.');
    expect(found).toContain('Oh My Pi accepts this entry.');
    expect(hover('{"mcpServers": {"do|cs": {"disabled": true}}}')).not.toContain('Off switch');
    expect(hover('{"mcpServers": {"do|cs": {"command": "x", "enabled": false}}}')).not.toContain('Off switch');
  });

  test.each(['a b', 'plugin:docs'])('the name %s is loaded although the format does not allow it', (name) => {
    expect(hover(`{"mcpServers": {"|${name}": {"command": "x"}}}`)).toContain(
      "The format doesn't allow this name, but Oh My Pi loads the server.",
    );
  });

  test('a URL without a type is http, even if it ends in /sse', () => {
    expect(hover('{"mcpServers": {"|a": {"url": "https://example.com/sse"}}}')).toContain('Oh My Pi assumes http.');
  });

  test('a name from the file is shown as text, never as markup', () => {
    const name = '[x](command:evil) `a` <b>\\n**';
    expect(hover(`{"mcpServers": {"|${name}": {"command": "x"}}}`)).toContain('``[x](command:evil) `a` <b> **``');
  });
});

describe('hover positions', () => {
  test('return the range of the whole token for each of its characters', () => {
    const { text, offset, length } = marked(serverWith('«"command"»: "x"'));
    const context = contextOf(text);
    for (let at = offset; at < offset + length; at++)
      expect(hoverAt(context, at)?.range).toEqual(rangeOf(context.document, { offset, length }));
  });

  test.each([
    ['{ | }'],
    [serverWith('"command"|: "x"').replace(':', ' :')],
    [serverWith('"command": "|x"')],
    [serverWith('"oth|er": 1')],
    ['|'],
    ['[1|]'],
  ])('return no hover: %s', (source) => {
    expect(hover(source)).toBeUndefined();
  });
});

describe('inline code', () => {
  test.each([
    ['a', '`a`'],
    ['a`b', '``a`b``'],
    ['`', '`` ` ``'],
    ['', '`  `'],
    ['a\n\nb', '`a b`'],
    [' a ', '`  a  `'],
  ])('encloses %j in enough backticks', (text, markdown) => {
    expect(code(text)).toBe(markdown);
  });
});

describe('what the format does not have', () => {
  test.each([
    ['"command": "x", "dis|abled": true', /Kiro property.*Use "enabled": false/],
    ['"command": "x", "auto|Approve": []', /Cline and Kiro property.*Remove it/],
  ])('%s: the tool, and what to use instead', (members, text) => {
    expect(hover(serverWith(members))?.replaceAll('\\', '')).toMatch(text);
  });

  test.each([
    [
      '"command": "npx", "args": ["-y", "@play|wright/mcp@1.2.3"]',
      'Package from npm',
      'npmjs.com/package/@playwright/mcp>',
    ],
    ['"command": "uvx", "args": ["mcp-server-|time"]', 'Package from PyPI', 'pypi.org/project/mcp-server-time/>'],
    ['"command": "docker", "args": ["run", "-i", "mcp/fe|tch"]', 'Container image', '`mcp/fetch`'],
  ])('%s: the package', (members, registry, page) => {
    const found = hover(serverWith(members));
    expect(found).toContain(registry);
    expect(found).toContain(page);
  });
});
