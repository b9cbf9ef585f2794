/** Differences between formats that would change a value silently: units, defaults, and settings of one tool. */
// biome-ignore-all lint/suspicious/noTemplateCurlyInString: that is how variables look
import { describe, expect, test } from 'vitest';
import type { Remark } from '../../../../common/conversion.ts';
import { ConfigDocument } from '../../../../server/config/document.ts';
import { variableOfServer } from '../../../../server/config/variable-syntax.ts';
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
    // Codex can append an ID to the URL.
    expect([servers.a.oauth, report]).toEqual([oauth, ['changed a oauth.callback_url']]);
    const { text, report: back } = await convert(JSON.stringify({ mcpServers: servers }), { to: 'codex' });
    expect((await read(text)).servers).toEqual(servers);
    expect(back.map(inShort)).toEqual(['changed a oauth.redirectUri']);
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

describe('values that a tool reads from elsewhere', () => {
  test.each(['${file:/run/secrets/api-key}', '${file:~/api-key}', '{file:~/api-key}'])(
    'become a variable with a remark: %s',
    async (written) => {
      const file = { mcpServers: { a: { serverUrl: 'https://example.com/mcp', headers: { A: `Bearer ${written}` } } } };
      const { servers, report } = await read(file, { path: '/home/me/.codeium/windsurf/mcp_config.json' });
      expect(servers.a.headers).toEqual({ A: 'Bearer ${API_KEY}' });
      expect(report).toEqual(['changed a headers.A']);
    },
  );

  test('keep the defaults of MCP bundles', async () => {
    const setting = (more: object) => ({ type: 'string', title: 't', ...more });
    const file = {
      manifest_version: '0.4',
      name: 'notes',
      server: {
        type: 'node',
        mcp_config: {
          command: 'node',
          args: ['${user_config.port}', '${user_config.folders}', '${user_config.home}', '${user_config.one}'],
          env: {
            TOOLS: '${user_config.tools}',
            EMPTY: '${user_config.empty}',
            OPTIONAL: '${user_config.optional}',
            DEBUG: '${user_config.debug}',
            KEY: '${user_config.KEY}',
            RUN: '${user_config.run}',
          },
        },
      },
      user_config: {
        tools: setting({ default: 'all' }),
        empty: setting({ default: '' }),
        optional: setting({}),
        debug: setting({ type: 'boolean', default: false }),
        KEY: setting({ required: true }),
        port: setting({ type: 'number', default: 8080 }),
        folders: setting({ type: 'directory', multiple: true, default: ['a', 'b'] }),
        one: setting({ type: 'directory', multiple: true, default: ['a'] }),
        home: setting({ type: 'directory', default: '${HOME}/Documents' }),
        run: setting({ default: '!date' }),
      },
    };
    const { servers, report } = await read(file);
    expect(servers.notes).toEqual({
      command: 'node',
      args: ['${PORT:-8080}', '${FOLDERS}', '${HOME}', '${ONE:-a}'],
      env: {
        TOOLS: '${TOOLS:-all}',
        EMPTY: '${EMPTY:-}',
        OPTIONAL: '${OPTIONAL:-}',
        DEBUG: '${DEBUG:-false}',
        KEY: '${KEY}',
        RUN: '${RUN}',
      },
    });
    for (const field of ['args[1]', 'args[2]', 'env.RUN'])
      expect(
        report.filter((remark) => remark === `changed notes ${field}`),
        field,
      ).toHaveLength(2);
  });

  test('keep the defaults of the inputs of VS Code', async () => {
    const inputs = [{ id: 'region', type: 'promptString', default: 'eu' }];
    const file = { inputs, servers: { a: { command: 'x', env: { REGION: '${input:region}' } } } };
    expect((await read(file)).servers.a.env).toEqual({ REGION: '${REGION:-eu}' });
  });

  test('are required by a registry only if it says so', async () => {
    const variables = { token: { description: 'Token', isSecret: true } };
    const packages = [
      {
        registryType: 'oci',
        identifier: 'terraform:1.0',
        transport: { type: 'stdio' },
        runtimeArguments: [{ type: 'named', name: '-e', value: 'TFE_TOKEN={token}', variables }],
        environmentVariables: [
          { name: 'TFE_ADDRESS', value: '{address}', variables: { address: {} } },
          { name: 'TFE_ORG', value: '{org}', isRequired: true, variables: { org: {} } },
          { name: 'TFE_ID', value: '{id}', variables: { id: { isRequired: true } } },
        ],
      },
    ];
    const remotes = [{ type: 'streamable-http', url: 'https://{tenant}.example.com', variables: { tenant: {} } }];
    const { text, report } = await convert(JSON.stringify({ name: 'a/terraform', packages, remotes }));
    const { terraform, 'terraform-2': remote } = JSON.parse(text).mcpServers;
    expect(terraform.args).toContain('TFE_TOKEN=${TFE_TOKEN:-}');
    expect(terraform.env).toEqual({ TFE_ADDRESS: '${TFE_ADDRESS:-}', TFE_ORG: '${TFE_ORG}', TFE_ID: '${TFE_ID}' });
    expect(remote.url).toBe('https://${TENANT}.example.com');
    expect(report.filter(({ reason }) => reason.startsWith('The value is optional'))).toHaveLength(2);
    expect(report.filter(({ reason }) => reason.startsWith('A value is required'))).toHaveLength(3);
  });
});

describe('names of variables', () => {
  test.each([
    ['NEO4J_AURA_CLIENT_ID', 'NEO4J_AURA_CLIENT_ID'],
    ['N8N_API_KEY', 'N8N_API_KEY'],
    ['K8S_TOKEN', 'K8S_TOKEN'],
    ['__A', '__A'],
    ['neo4jPassword', 'NEO4J_PASSWORD'],
    ['n8nApiKey', 'N8N_API_KEY'],
    ['s3BucketUrl', 'S3_BUCKET_URL'],
    ['oauth2Token', 'OAUTH2_TOKEN'],
    ['clientSecret', 'CLIENT_SECRET'],
    ['github-pat', 'GITHUB_PAT'],
  ])('are kept, or built from the words of %s', async (id, name) => {
    const file = { servers: { a: { command: 'x', env: { A: `\${input:${id}}` } } } };
    expect((await read(file)).servers.a.env.A).toBe(`\${${name}}`);
  });

  test.each([
    ['neo4j', 'neo4j-password', 'NEO4J_PASSWORD'],
    ['context7', 'CONTEXT7_API_KEY', 'CONTEXT7_API_KEY'],
    ['context7-mcp', 'context7-api-key', 'CONTEXT7_API_KEY'],
    ['github-token', 'token', 'GITHUB_TOKEN'],
    ['docs', 'api-key', 'DOCS_API_KEY'],
    ['api', 'api-key', 'API_KEY'],
    ['doc', 'docs-key', 'DOC_DOCS_KEY'],
    ['文書', 'api-key', 'API_KEY'],
  ])('of the server %s start with its name unless they contain it: %s', (server, name, variable) => {
    expect(variableOfServer(server, name)).toBe(variable);
  });
});

describe('names of servers that Claude Code skips', () => {
  const file = (name: string) => JSON.stringify({ mcpServers: { [name]: { command: 'x' } } });

  test.each(['workspace', 'computer-use', 'claude-in-chrome', 'Claude Preview', 'Claude_Browser'])(
    'are renamed: %s',
    async (name) => {
      const { text, report } = await convert(file(name), { to: 'claude-code' });
      expect(Object.keys(JSON.parse(text).mcpServers)).toEqual([`${name}-2`]);
      expect(report).toMatchObject([{ kind: 'renamed', server: name }]);
      expect(report[0]?.reason).toContain('Claude Code skips servers with this name');
      const line = await convert(file(name), { to: 'command' });
      expect(line.text).toContain(`${name}-2`);
      expect(line.report).toMatchObject([{ kind: 'renamed', server: name }]);
    },
  );

  test('are kept for other tools', async () => {
    expect((await convert(file('workspace'), { to: 'cursor' })).report).toEqual([]);
  });
});

test('a server of Zed always has arguments', async () => {
  const { text } = await convert('{"mcpServers": {"a": {"command": "x"}}}', { to: 'zed' });
  expect(JSON.parse(text)).toEqual({ context_servers: { a: { command: 'x', args: [] } } });
  const listed = await convert('{"mcpServers": {"a": {"command": "x", "args": ["y"]}}}', { to: 'zed' });
  expect(JSON.parse(listed.text).context_servers.a.args).toEqual(['y']);
});

test('servers of the SDK of Claude Code are skipped', async () => {
  const file = { mcpServers: { a: { type: 'sdk', name: 'x' }, b: { command: 'x' } } };
  expect(await read(file, { path: '/home/me/.claude.json' })).toMatchObject({ report: ['lost a name', 'skipped a -'] });
});

test('an extension of Gemini CLI is read by its name, with its variables', async () => {
  const file = {
    name: 'docs',
    version: '1.0.0',
    contextFileName: 'GEMINI.md',
    mcpServers: { docs: { command: 'node', args: ['${extensionPath}${/}server.js', '${workspacePath}', '$DOCS_KEY'] } },
  };
  const { dialect, servers, report } = await read(file, { path: '/p/gemini-extension.json' });
  expect(dialect).toBe('gemini');
  expect(servers.docs.args).toEqual(['${extensionPath:-.}/server.js', '${workspacePath:-.}', '${DOCS_KEY}']);
  expect(report).toEqual(['changed docs args[0]', 'changed docs args[1]']);
});

test('variables of Cursor are kept for Cursor and resolved or reported for Oh My Pi', async () => {
  const args = ['${workspaceFolderBasename}', 'a${pathSeparator}b', 'a${/}b'];
  const file = { mcpServers: { a: { command: 'x', args } } };
  const path = '/p/.cursor/mcp.json';
  expect(await read(file, { path })).toMatchObject({
    servers: { a: { args: ['${WORKSPACE_FOLDER_BASENAME}', 'a/b', 'a/b'] } },
    report: ['changed a args[0]'],
  });
  const same = await convert(JSON.stringify(file), { path, to: 'cursor' });
  expect(JSON.parse(same.text)).toEqual(file);
});
