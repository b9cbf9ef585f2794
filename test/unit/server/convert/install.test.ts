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

  test('convert from a link of Cursor', async () => {
    const url = 'https://example.com/mcp?größe=1';
    const encoded = base64({ url, headers: { A: '${env:TOKEN}' } });
    for (const text of [encoded, encodeURIComponent(encoded)])
      expect(
        (await read(`cursor://anysphere.cursor-deeplink/mcp/install?name=my%20docs&config=${text}`)).servers,
      ).toEqual({
        'my-docs': { type: 'http', url, headers: { A: '${TOKEN}' } },
      });
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

describe('a server.json file of a registry', () => {
  test('is converted with its packages and remotes', async () => {
    const file = {
      $schema: 'https://static.modelcontextprotocol.io/schemas/2025-12-11/server.schema.json',
      name: 'io.github.example/weather',
      description: 'Weather',
      version: '1.2.0',
      packages: [
        {
          registryType: 'npm',
          identifier: '@example/weather',
          version: '1.2.0',
          transport: { type: 'stdio' },
          packageArguments: [
            { type: 'positional', value: 'serve' },
            { type: 'named', name: '--mode', default: 'local' },
            { type: 'named', name: '--city', isRequired: true, description: 'City' },
            { type: 'named', name: '--port', format: 'number', description: 'Port' },
            { type: 'named', name: '--quiet' },
          ],
          environmentVariables: [
            { name: 'WEATHER_KEY', isRequired: true, isSecret: true, description: 'Key' },
            { name: 'UNITS', default: 'celsius' },
            { name: 'LANG' },
          ],
        },
        { registryType: 'mcpb', identifier: 'https://example.com/weather.mcpb' },
        { registryType: 'npm', identifier: 'x', transport: { type: 'streamable-http', url: 'http://localhost:1' } },
      ],
      remotes: [
        {
          type: 'streamable-http',
          url: 'https://{tenant}.example.com/mcp',
          variables: { tenant: { default: 'public' } },
          headers: [
            { name: 'X-API-Key', value: 'Key {key}', variables: { key: { isRequired: true, isSecret: true } } },
          ],
        },
      ],
    };
    const { servers, remarks, dialect } = await read(file);
    expect(dialect).toBe('registry');
    expect(servers).toEqual({
      weather: {
        command: 'npx',
        args: ['-y', '@example/weather@1.2.0', 'serve', '--mode', 'local', '--city', '${CITY}', '--quiet'],
        env: { WEATHER_KEY: '${WEATHER_KEY}', UNITS: 'celsius', LANG: '${LANG:-}' },
      },
      'weather-2': { type: 'http', url: 'https://public.example.com/mcp', headers: { 'X-API-Key': 'Key ${KEY}' } },
    });
    expect(remarks).toEqual([
      'changed weather packages[0].WEATHER_KEY',
      'changed weather packages[0].--city',
      'lost weather packages[0].--port',
      'skipped - packages[1]',
      'skipped - packages[2]',
      'changed weather-2 remotes[0].X-API-Key',
      'renamed weather-2 -',
    ]);
  });

  test('is converted from the first version with its property names', async () => {
    const one = { registry_type: 'oci', identifier: 'example/db', version: '3.1.0' };
    const file = {
      name: 'io.github.example/db',
      packages: [
        {
          ...one,
          runtime_arguments: [{ type: 'named', name: '--network', value: 'host' }],
          package_arguments: [{ type: 'positional', value_hint: 'database', is_required: true }],
          environment_variables: [{ name: 'DB_USER', is_required: true }],
        },
        { registry_type: 'pypi', identifier: 'db-server', version: '1.0', runtime_hint: 'uvx' },
        { registry_type: 'nuget', identifier: 'Db.Server', version: '2.0', package_arguments: [{ value: 'start' }] },
      ],
      remotes: [{ transport_type: 'sse', url: 'https://example.com/events' }],
    };
    expect((await read(file)).servers).toEqual({
      db: {
        command: 'docker',
        args: ['run', '-i', '--rm', '-e', 'DB_USER', '--network', 'host', 'example/db:3.1.0', '${DATABASE}'],
        env: { DB_USER: '${DB_USER}' },
      },
      'db-2': { command: 'uvx', args: ['db-server@1.0'] },
      'db-3': { command: 'dnx', args: ['Db.Server@2.0', '--', 'start'] },
      'db-4': { type: 'sse', url: 'https://example.com/events' },
    });
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

test('converts the manifest of an MCP bundle to one server', async () => {
  const file = {
    manifest_version: '0.3',
    name: 'notes',
    server: {
      type: 'node',
      entry_point: 'server/index.js',
      mcp_config: {
        command: 'node',
        args: ['${__dirname}/server/index.js', '${user_config.folder}'],
        env: { KEY: '${user_config.api_key}' },
        platform_overrides: { win32: { command: 'node.exe' } },
      },
    },
    user_config: { api_key: { type: 'string', title: 'API key', sensitive: true }, folder: { type: 'directory' } },
  };
  const { servers, remarks, dialect, reasons } = await read(file, '/p/manifest.json');
  expect(dialect).toBe('mcpb');
  expect(servers).toEqual({
    notes: { command: 'node', args: ['${__dirname:-.}/server/index.js', '${FOLDER:-}'], env: { KEY: '${API_KEY:-}' } },
  });
  expect(remarks).toEqual([
    'lost notes platform_overrides',
    'changed notes args[0]',
    'changed notes args[1]',
    'changed notes env.KEY',
  ]);
  expect(reasons.at(-1)).toContain('"API key"');
});

test('rejects package.json and lock files', async () => {
  await expect(convert('{"name": "x", "lockfileVersion": 3, "packages": []}')).rejects.toThrow();
  await expect(convert('{"name": "x", "manifest_version": 3, "version": "1"}')).rejects.toThrow();
});
