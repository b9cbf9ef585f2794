/** Hover: descriptions of fields and values from the schema, and the transport of servers. */
import { describe, expect, test } from 'vitest';
import { fieldSet, type SetName } from '../../../server/config/format.ts';
import { rangeOf } from '../../../server/documents.ts';
import { hoverAt } from '../../../server/features/hover.ts';
import { code } from '../../../server/features/markdown.ts';
import { contextOf, markdownOf } from './files.ts';
import { marked, serverWith, withCursor } from './support.ts';

function hover(source: string): string | undefined {
  const { text, offset } = withCursor(source);
  return markdownOf(hoverAt(contextOf(text), offset));
}

describe('fields', () => {
  const files: Record<SetName, (field: object) => object> = {
    top: (field) => field,
    stdio: (field) => ({ mcpServers: { docs: { command: 'x', ...field } } }),
    http: (field) => ({ mcpServers: { docs: { type: 'http', url: 'x', ...field } } }),
    sse: (field) => ({ mcpServers: { docs: { type: 'sse', url: 'x', ...field } } }),
    auth: (field) => ({ mcpServers: { docs: { command: 'x', auth: field } } }),
    oauth: (field) => ({ mcpServers: { docs: { command: 'x', oauth: field } } }),
  };
  const cases = (Object.keys(files) as SetName[]).flatMap((set) =>
    fieldSet(set).fields.map((field) => {
      const text = JSON.stringify(files[set]({ [field.name]: field.examples[0] }));
      return [`${set} ${field.name}`, { field, text }] as const;
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

  test.each([
    [
      'requestIdFormat defaults to number',
      serverWith('"command": "x", "reques|tIdFormat": "string"'),
      'Default: `"number"`',
    ],
    ['instructions defaults to true', serverWith('"command": "x", "instru|ctions": false'), 'Default: `true`'],
    [
      'the type of a stdio server defaults to stdio',
      serverWith('"ty|pe": "stdio", "command": "x"'),
      'Default: `"stdio"`',
    ],
    [
      'enabled has no default in the format, and behaves as true',
      serverWith('"command": "x", "ena|bled": true'),
      'if omitted, Oh My Pi uses `true`',
    ],
    [
      'timeout has no default in the format, and behaves as 30000',
      serverWith('"command": "x", "time|out": 1'),
      'if omitted, Oh My Pi uses 30000',
    ],
    [
      'timeout is in milliseconds, 0 means no limit',
      serverWith('"command": "x", "time|out": 1'),
      'in milliseconds (0: no limit)',
    ],
    [
      'requestIdFormat is ignored by imported servers',
      serverWith('"command": "x", "reques|tIdFormat": "string"'),
      'gnored in files imported from other tools',
    ],
    [
      'instructions is ignored by imported servers',
      serverWith('"command": "x", "instru|ctions": false'),
      'gnored in files imported from other tools',
    ],
    ['the denylist takes precedence', '{"disab|ledServers": []}', 'Takes precedence over `enabledServers`'],
    ['the allowlist overrides enabled: false', '{"enab|ledServers": []}', '`disabledServers` takes precedence'],
    [
      'prompt describes the value sent if omitted',
      serverWith('"command": "x", "oauth": {"pro|mpt": ""}'),
      '`consent` is sent if `scope` contains `offline_access`',
    ],
    [
      'clientSecret is a secret',
      serverWith('"command": "x", "auth": {"type": "oauth", "client|Secret": "x"}'),
      '<CLIENT_SECRET>',
    ],
    ['callbackPort has a range', serverWith('"command": "x", "oauth": {"callback|Port": 1}'), '1 to 65535'],
    ['command is required and applies to stdio', serverWith('"com|mand": "x"'), 'Required · Transports: stdio'],
    ['headers apply to http and sse', serverWith('"type": "sse", "url": "x", "head|ers": {}'), 'Transports: http, sse'],
  ])('%s', (_name, source, text) => {
    expect(hover(source)).toContain(text);
  });

  test('sse is described as legacy in the type', () => {
    expect(hover(serverWith('"type": "s|se", "url": "x"'))).toContain('Legacy');
    expect(hover(serverWith('"type": "ht|tp", "url": "x"'))).toContain('streamable HTTP');
  });
});

describe('servers', () => {
  test.each([
    ['{"mcpServers": {"do|cs": {"command": "x"}}}', '**stdio server** (default `type`): `docs`'],
    ['{"mcpServers": {"do|cs": {"type": "stdio", "command": "x"}}}', '**stdio server**: `docs`'],
    ['{"mcpServers": {"do|cs": {"type": "http", "url": "x"}}}', '**http server**: `docs`'],
    [
      '{"mcpServers": {"do|cs": {"url": "https://example.com/sse"}}}',
      '**sse server** (inferred from `url`; `type` is missing)',
    ],
    [
      '{"mcpServers": {"do|cs": {"type": "http", "command": "x"}}}',
      '**stdio server** (inferred from other properties; `type` conflicts)',
    ],
    ['{"mcpServers": {"docs": {"type": "http", "url": "x"}}, "disabledServers": ["do|cs"]}', '**http server**: `docs`'],
  ])('%s', (source, text) => {
    expect(hover(source)).toContain(text);
  });

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
