/** Differences between formats that would change a value silently: units, defaults, and settings of one tool. */
// biome-ignore-all lint/suspicious/noTemplateCurlyInString: that is how variables look
import { describe, expect, test } from 'vitest';
import type { Remark } from '../../../../common/conversion.ts';
import { ConfigDocument } from '../../../../server/config/document.ts';
import { convertInPlace } from '../../../../server/convert/in-place.ts';
import { type ConvertOptions, convert } from '../../../../server/convert/index.ts';
import { pasteInto } from '../../../../server/convert/paste.ts';
import { applyChanges } from '../../../../server/fixes/fix.ts';

const inShort = ({ kind, server, field }: Remark): string => `${kind} ${server ?? '-'} ${field ?? '-'}`;

async function read(file: unknown, options: ConvertOptions = {}) {
  const { text, report, dialect } = await convert(typeof file === 'string' ? file : JSON.stringify(file), options);
  return { dialect, servers: JSON.parse(text).mcpServers, report: report.map(inShort) };
}

describe('timeouts', () => {
  const power = (timeout: unknown, more: object = {}) => ({
    mcpServers: { health: { command: 'uvx', args: ['health'], timeout, disabled: false, autoApprove: [], ...more } },
  });
  const timeoutOf = async (file: unknown, path?: string) => (await read(file, { path })).servers.health.timeout;

  test.each(['/p/aws-healthomics/mcp.json', '/p/.kiro/settings/mcp.json', undefined])(
    'in milliseconds of Kiro are kept: %s',
    async (path) => {
      for (const timeout of [300_000, 60_000, 3601]) expect(await timeoutOf(power(timeout), path)).toBe(timeout);
    },
  );

  test('in milliseconds are kept by a paste and by the conversion in place', async () => {
    const text = JSON.stringify(power(300_000), null, 2);
    const before = '{"mcpServers": {}}';
    const paste = await pasteInto(new ConfigDocument(before), before.indexOf('}'), text);
    expect(JSON.parse(applyChanges(before, paste?.changes ?? [])).mcpServers.health.timeout).toBe(300_000);
    expect(JSON.parse(convertInPlace(text, '/p/mcp.json')?.text ?? '').mcpServers.health.timeout).toBe(300_000);
  });

  test('that could be in seconds are converted with a remark', async () => {
    expect(await read(power(60))).toEqual({
      dialect: 'cline',
      servers: { health: { command: 'uvx', args: ['health'], timeout: 60_000 } },
      report: ['changed health timeout'],
    });
  });

  test('in files of Cline are seconds without a remark', async () => {
    expect(await read(power(7200), { path: '/x/cline_mcp_settings.json' })).toMatchObject({
      servers: { health: { timeout: 7_200_000 } },
      report: [],
    });
  });

  test('do not turn the URL of a Kiro server into an sse server', async () => {
    const file = { mcpServers: { web: { url: 'https://example.com/mcp', disabled: true, autoApprove: ['a'] } } };
    expect(await read(file)).toMatchObject({
      servers: { web: { type: 'http', enabled: false } },
      report: ['lost web autoApprove'],
    });
  });
});

test('files of Pi are read in its own format', async () => {
  const file = {
    mcpServers: {
      web: {
        url: 'https://example.com/sse',
        timeout: 60,
        exposure: 'deferred',
        oauth: { clientId: 'c', clientName: 'n', authServerMetadataUrl: 'https://a' },
        auth: { provider: 'p' },
      },
      local: { command: 'x', timeout: 1.5 },
    },
  };
  const result = {
    dialect: 'pi',
    servers: {
      web: { type: 'http', url: 'https://example.com/sse', timeout: 60_000, oauth: { clientId: 'c' } },
      local: { command: 'x', timeout: 1500 },
    },
  };
  const lost = ['auth', 'auth.provider', 'exposure', 'oauth.authServerMetadataUrl', 'oauth.clientName'];
  for (const path of ['/p/.pi/mcp.json', '/home/me/.pi/agent/mcp.json']) {
    const { report, ...rest } = await read(file, { path });
    expect(rest).toEqual(result);
    expect(report.sort()).toEqual(lost.map((field) => `lost web ${field}`));
  }
});

describe('Codex', () => {
  test('callback settings are converted in both directions', async () => {
    const toml = `[mcp_servers.a]
url = "https://example.com/mcp"
oauth = { client_id = "c", callback_port = 8080, callback_url = "http://localhost:8080/cb" }
`;
    const oauth = { clientId: 'c', callbackPort: 8080, redirectUri: 'http://localhost:8080/cb' };
    const { servers, report } = await read(toml);
    expect([servers.a.oauth, report]).toEqual([oauth, []]);
    const { text, report: back } = await convert(JSON.stringify({ mcpServers: servers }), { to: 'codex' });
    expect((await read(text)).servers).toEqual(servers);
    expect(back).toEqual([]);
  });

  test('settings of one server that Oh My Pi does not have, and callback settings of all servers, are reported', async () => {
    const toml = `mcp_oauth_callback_port = 8080
mcp_oauth_callback_url = "http://localhost:8080/cb"

[mcp_servers.a]
url = "https://example.com/mcp"
auth = "chatgpt"
http_headers_helper = "x"
experimental_environment = "remote"

[mcp_servers.a.tools.search]
output_token_limit = 100
`;
    expect((await read(toml)).report.sort()).toEqual([
      'lost - mcp_oauth_callback_port',
      'lost - mcp_oauth_callback_url',
      'lost a auth',
      'lost a experimental_environment',
      'lost a http_headers_helper',
      'lost a tools',
    ]);
  });

  test('a header with an empty default stays optional', async () => {
    const headers = { 'X-Org': '${ORG:-}', Authorization: 'Bearer ${TOKEN}' };
    const file = { mcpServers: { a: { type: 'http', url: 'https://example.com/mcp', headers } } };
    const { text, report } = await convert(JSON.stringify(file), { to: 'codex' });
    expect(report).toEqual([]);
    expect((await read(text)).servers).toEqual(file.mcpServers);
  });

  test('a token with a default is reported, because Codex refuses to start without a value', async () => {
    const headers = { Authorization: 'Bearer ${TOKEN:-}' };
    const file = { mcpServers: { a: { type: 'http', url: 'https://example.com/mcp', headers } } };
    const { text, report } = await convert(JSON.stringify(file), { to: 'codex' });
    expect(report.map(inShort)).toEqual(['changed a headers.Authorization']);
    expect(text).toContain('Bearer ${TOKEN:-}');
  });
});

test('headers in "requestInit" of GitHub Copilot for JetBrains are converted', async () => {
  const file = { servers: { a: { url: 'https://example.com/mcp', requestInit: { headers: { A: 'b' }, mode: 'x' } } } };
  const path = '/home/me/.config/github-copilot/intellij/mcp.json';
  expect(await read(file, { path })).toEqual({
    dialect: 'copilot',
    servers: { a: { type: 'http', url: 'https://example.com/mcp', headers: { A: 'b' } } },
    report: ['lost a requestInit.mode'],
  });
});
