/** Install links and descriptions of servers are converted to servers of the agent's format. */
// biome-ignore-all lint/suspicious/noTemplateCurlyInString: that is how variables look
import { describe, expect, test } from 'vitest';
import { convert } from '../../../../server/convert/index.ts';
import { errorsOf } from '../support.ts';

async function read(source: unknown, path?: string) {
  const { text, report, dialect } = await convert(typeof source === 'string' ? source : JSON.stringify(source), {
    path,
  });
  expect(errorsOf(text)).toEqual([]);
  const remarks = report.map(({ kind, server, field }) => `${kind} ${server ?? '-'} ${field ?? '-'}`);
  return { servers: JSON.parse(text).mcpServers, remarks, dialect, reasons: report.map(({ reason }) => reason) };
}

describe('install links', () => {
  const inputs = [{ id: 'api_key', type: 'promptString', description: 'Key of the API', password: true }];
  const server = { command: 'npx', args: ['-y', 'docs'], env: { KEY: '${input:api_key}' } };
  const result = { docs: { command: 'npx', args: ['-y', 'docs'], env: { KEY: '${API_KEY}' } } };
  const own = `vscode:mcp/install?${encodeURIComponent(JSON.stringify({ name: 'docs', ...server, inputs }))}`;
  const config = encodeURIComponent(JSON.stringify(server));
  const asked = encodeURIComponent(JSON.stringify(inputs));
  const base64 = (value: unknown): string => Buffer.from(JSON.stringify(value)).toString('base64');

  test.each([
    ['of VS Code', own],
    ['of VS Code Insiders', own.replace('vscode:', 'vscode-insiders:')],
    ['on a page', `https://insiders.vscode.dev/redirect/mcp/install?name=docs&config=${config}&inputs=${asked}`],
    [
      'on a page for Insiders',
      `https://vscode.dev/redirect/mcp/install?name=docs&config=${config}&inputs=${asked}&quality=insiders`,
    ],
    ['that redirects', `https://insiders.vscode.dev/redirect?url=${encodeURIComponent(own)}`],
  ])('convert from a link %s', async (_, link) => {
    const { servers, reasons } = await read(link);
    expect(servers).toEqual(result);
    expect(reasons).toEqual([
      'The source tool prompts for this value ("Key of the API"). Set the environment variable API_KEY.',
    ]);
  });

  test('name a value that is prompted for like the variable that gets it, if its ID says less', async () => {
    const short = { name: 'docs', command: 'docs', env: { API_KEY: '${input:key}' }, inputs: [{ id: 'key' }] };
    const link = `vscode:mcp/install?${encodeURIComponent(JSON.stringify(short))}`;
    expect((await read(link)).servers).toEqual({ docs: { command: 'docs', env: { API_KEY: '${API_KEY}' } } });
  });

  test('convert from a link of Cursor', async () => {
    const url = 'https://example.com/mcp?größe=1';
    const encoded = base64({ url, headers: { A: '${env:TOKEN}' } });
    for (const text of [encoded, encodeURIComponent(encoded)])
      expect(
        (await read(`cursor://anysphere.cursor-deeplink/mcp/install?name=my%20docs&config=${text}`)).servers,
      ).toEqual({ 'my-docs': { type: 'http', url, headers: { A: '${TOKEN}' } } });
  });

  test('split a full command line in a link on a Cursor page', async () => {
    const config = base64({ command: 'npx -y docs@1.0.0 --key "a b"' });
    expect((await read(`https://cursor.com/install-mcp?name=docs&config=${config}`)).servers).toEqual({
      docs: { command: 'npx', args: ['-y', 'docs@1.0.0', '--key', 'a b'] },
    });
  });

  test.each([
    'vscode:mcp/install?%E0%A4%A',
    'vscode:mcp/install?%7B%22name%22%3A%22x%22%7D',
    'https://insiders.vscode.dev/redirect/mcp/install?name=docs&config={',
    'cursor://anysphere.cursor-deeplink/mcp/install?name=x&config=%%%',
  ])('are rejected without a valid server: %s', async (link) => {
    await expect(convert(link)).rejects.toThrow('Unknown format');
  });

  test('redirect only to VS Code', async () => {
    const { servers } = await read('https://insiders.vscode.dev/redirect?url=https%3A%2F%2Fexample.com%2Fmcp');
    expect(Object.values(servers)).toMatchObject([{ type: 'http' }]);
  });
});

test('converts only the selected package or remote, which keeps the name of the server', async () => {
  const file = JSON.stringify({
    name: 'io.github.example/weather',
    packages: [
      { registryType: 'npm', identifier: 'weather', environmentVariables: [{ name: 'KEY', isRequired: true }] },
      { registryType: 'pypi', identifier: 'weather', environmentVariables: [{ name: 'KEY', isRequired: true }] },
    ],
    remotes: [{ type: 'streamable-http', url: 'https://example.com/mcp' }],
  });
  const { servers } = await convert(file);
  expect(servers.map(({ name }) => name)).toEqual(['weather', 'weather-2', 'weather-3']);
  const { text, report } = await convert(file, { only: ['weather-2'] });
  expect(JSON.parse(text).mcpServers).toEqual({
    weather: { command: 'uvx', args: ['weather'], env: { KEY: '${KEY}' } },
  });
  expect(report.map(({ server, field }) => [server, field])).toEqual([['weather-2', 'packages[1].KEY']]);
});

test('rejects package.json and lock files', async () => {
  await expect(convert('{"name": "x", "lockfileVersion": 3, "packages": []}')).rejects.toThrow();
  await expect(convert('{"name": "x", "manifest_version": 3, "version": "1"}')).rejects.toThrow();
});
