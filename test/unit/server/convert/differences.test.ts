/**
 * Properties that have different meanings in different tools: units, transports without a type, names of OAuth members.
 */
// biome-ignore-all lint/suspicious/noTemplateCurlyInString: that is how variables look
import { describe, expect, test } from 'vitest';
import type { Remark, TargetFormat } from '../../../../common/conversion.ts';
import { addsDefaultTimeout } from '../../../../server/convert/file-settings.ts';
import { convert } from '../../../../server/convert/index.ts';
import { readJson } from '../../../../server/convert/tree.ts';

const inShort = ({ kind, server, field }: Remark): string => `${kind} ${server ?? '-'} ${field ?? '-'}`;

/** Returns the servers of a file in the agent's format, and the report. */
async function read(path: string, file: unknown) {
  const { text, report, dialect } = await convert(typeof file === 'string' ? file : JSON.stringify(file), { path });
  return { servers: JSON.parse(text).mcpServers, report: report.map(inShort), dialect };
}

const url = 'https://example.com/mcp';

describe('reading', () => {
  test('converts timeouts in seconds, the default timeout, and snake-case OAuth members of Zed', async () => {
    const file = {
      context_server_timeout: 20,
      context_servers: {
        a: { url, timeout: 60, oauth: { client_id: 'c', client_secret: 's' } },
        b: { command: 'x', enabled: false, remote: true },
      },
    };
    expect(await read('/p/.zed/settings.json', file)).toEqual({
      dialect: 'zed',
      servers: {
        a: { type: 'http', url, timeout: 60_000, oauth: { clientId: 'c', clientSecret: 's' } },
        b: { command: 'x', enabled: false, timeout: 20_000 },
      },
      report: ['lost b remote'],
    });
  });

  test('searches a file once for its default timeout, however many servers it has', () => {
    const tree = readJson('{"context_server_timeout": 20}');
    let searches = 0;
    const counted = new Proxy(tree, {
      get: (node, key) => {
        if (key === 'members') searches++;
        return Reflect.get(node, key);
      },
    });
    const add = addsDefaultTimeout(counted, 'zed');
    const entry = { at: { offset: 0, length: 0 }, sourceMembers: new Map() };
    expect([1, 2, 3].map(() => add(entry).sourceMembers.get('timeout')?.value)).toEqual([20, 20, 20]);
    expect(searches).toBe(1);
  });

  test.each([
    ['.copilot/mcp-config.json', 'mcpServers', 'tools'],
    ['.gemini/settings.json', 'mcpServers', 'includeTools'],
    ['.qwen/settings.json', 'mcpServers', 'includeTools'],
  ])(
    '%s: reports a list of included tools as lost if it is empty, but not if it includes all',
    async (file, root, key) => {
      const servers = { none: { command: 'x', [key]: [] }, all: { command: 'x', [key]: ['*'] } };
      expect((await read(`/p/${file}`, { [root]: servers })).report).toEqual([`lost none ${key}`]);
    },
  );

  test('reports lists that disable or approve all tools', async () => {
    const servers = {
      a: { command: 'x', disabledTools: ['*'], autoApprove: ['*'] },
      b: { command: 'x', autoApprove: [] },
    };
    expect((await read('/p/.kiro/settings/mcp.json', { mcpServers: servers })).report).toEqual([
      'lost a disabledTools',
      'lost a autoApprove',
    ]);
    const codex = '[mcp_servers.a]\ncommand = "x"\nenabled_tools = []\ndisabled_tools = []\n';
    expect((await read('/p/.codex/config.toml', codex)).report).toEqual(['lost a enabled_tools']);
  });

  test('converts forwarded variables, the OAuth client, and scopes of Codex', async () => {
    const file = `[mcp_servers.a]
command = "x"
env_vars = ["LANG", { name = "TOKEN", source = "remote" }, { name = "HOME", source = "local" }]
required = true
supports_parallel_tool_calls = true
default_tools_approval_mode = "approve"
tools.search.approval_mode = "auto"
args = ["\${HOME}"]

[mcp_servers.b]
url = "${url}"
oauth = { client_id = "c" }
scopes = ["read", "write"]
`;
    expect(await read('/p/.codex/config.toml', file)).toEqual({
      dialect: 'codex',
      servers: {
        a: {
          command: 'x',
          args: ['${HOME}'],
          env: { LANG: '${LANG:-}', TOKEN: '${TOKEN:-}', HOME: '${HOME:-}' },
        },
        b: { type: 'http', url, oauth: { clientId: 'c', scope: 'read write' } },
      },
      report: [
        'changed a env_vars[1]',
        'lost a required',
        'lost a supports_parallel_tool_calls',
        'lost a default_tools_approval_mode',
        'lost a tools',
        'changed a args[0]',
      ],
    });
  });

  test('converts nested servers, "disabled", two timeouts, and snake-case OAuth members of OpenCode 2', async () => {
    const oauth = { client_id: 'c', client_secret: 's', scope: 'r', callback_port: 3000, redirect_uri: 'http://x' };
    const file = {
      mcp: {
        timeout: { startup: 1000, request: 9000 },
        servers: {
          a: { type: 'remote', url, oauth, timeout: { startup: 5, request: 7000 } },
          b: { type: 'local', command: ['x', 'y'], environment: { A: '{env:A}' }, cwd: '/srv', disabled: true },
          c: { type: 'local', command: ['x'], timeout: { startup: 5 } },
        },
      },
    };
    const result = {
      dialect: 'opencode',
      servers: {
        a: {
          ...{ type: 'http', url, timeout: 7000 },
          oauth: { clientId: 'c', clientSecret: 's', scope: 'r', redirectUri: 'http://x', callbackPort: 3000 },
        },
        b: { command: 'x', args: ['y'], env: { A: '${A}' }, cwd: '/srv', enabled: false, timeout: 9000 },
        c: { command: 'x' },
      },
      report: ['lost a timeout.startup', 'lost b timeout.startup', 'lost c timeout.startup'],
    };
    expect(await read('/p/.opencode/opencode.json', file)).toEqual(result);
    expect(await read('', file)).toEqual(result);
    const settings = { mcp: { servers: { a: { type: 'http', url } } } };
    expect((await read('/p/settings.json', settings)).dialect).toBe('vscode');
  });

  test('accepts an OpenCode 1 server with the name "servers"', async () => {
    const { servers } = await read('/p/opencode.json', { mcp: { servers: { type: 'local', command: ['x'] } } });
    expect(servers).toEqual({ servers: { command: 'x' } });
  });

  test('skips WebSocket servers of Claude Code', async () => {
    const file = { mcpServers: { a: { type: 'ws', url: 'wss://example.com' }, b: { command: 'x', alwaysLoad: true } } };
    expect(await read('/home/me/.claude.json', file)).toEqual({
      dialect: 'claude-code',
      servers: { b: { command: 'x' } },
      report: ['skipped a -', 'lost b alwaysLoad'],
    });
  });

  test('accepts a transport object of Cline', async () => {
    const transport = { type: 'streamableHttp', url, headers: { A: 'b' } };
    const file = {
      mcpServers: { a: { transport, timeout: 30 }, b: { transport: { type: 'stdio', command: 'x', icon: 'y' } } },
    };
    const result = {
      dialect: 'cline',
      servers: { a: { type: 'http', url, headers: { A: 'b' }, timeout: 30_000 }, b: { command: 'x' } },
      report: ['lost b transport.icon'],
    };
    expect(await read('/home/me/.cline/data/settings/cline_mcp_settings.json', file)).toEqual(result);
    expect(await read('', file)).toEqual(result);
  });

  test('converts a URL without a type to http for Gemini CLI and to sse for Qwen Code', async () => {
    const file = { mcpServers: { a: { url: 'https://example.com/events' } }, mcp: { excluded: ['a*'] } };
    const gemini = await read('/p/.gemini/settings.json', file);
    expect(gemini.servers.a).toEqual({ type: 'http', url: 'https://example.com/events' });
    const qwen = await read('/p/.qwen/settings.json', file);
    expect(qwen).toMatchObject({ dialect: 'qwen', servers: { a: { type: 'sse', enabled: false } } });
  });

  test.each(['gemini', 'qwen'])('prefers httpUrl over url in files of %s', async (tool) => {
    const servers = { a: { httpUrl: url, url: 'https://u' }, b: { url: 'https://u', httpUrl: url, type: 'http' } };
    const { servers: converted, report } = await read(`/p/.${tool}/settings.json`, { mcpServers: servers });
    expect(converted).toEqual({ a: { type: 'http', url }, b: { type: 'http', url } });
    expect(report).toEqual(['lost a url', 'lost b url']);
  });

  test.each([
    ['.codeium/windsurf/mcp_config.json', 'mcpServers'],
    ['cline_mcp_settings.json', 'mcpServers'],
    ['.roo/mcp.json', 'mcpServers'],
    ['.kiro/settings/mcp.json', 'mcpServers'],
    ['.crush.json', 'mcp'],
    ['.amazonq/mcp.json', 'mcpServers'],
    ['opencode.json', 'mcp'],
  ])('prefers "disabled" over "enabled", which the tool ignores, in %s', async (file, root) => {
    const entry = { type: 'stdio', command: 'x' };
    const off = { ...entry, enabled: true, disabled: true };
    const on = { ...entry, disabled: false, enabled: false };
    expect(await read(`/p/${file}`, { [root]: { off, on } })).toMatchObject({
      servers: { off: { command: 'x', enabled: false }, on: { command: 'x', enabled: true } },
      report: expect.arrayContaining(['lost off enabled', 'lost on enabled']),
    });
    expect((await read(`/p/${file}`, { [root]: { a: { ...entry, enabled: false } } })).servers.a.enabled).toBe(false);
  });

  test.each(['gemini', 'qwen'])('expands $NAME anywhere in a value of %s', async (tool) => {
    const args = ['--x=a$B', 'v1$B-2', '_$B', '$$B', '\\$B', '$1'];
    const { servers } = await read(`/p/.${tool}/settings.json`, {
      mcpServers: { a: { httpUrl: url }, b: { command: 'x', args } },
    });
    expect(servers.b.args).toEqual(['--x=a${B}', 'v1${B}-2', '_${B}', '$${B}', '\\${B}', '$1']);
  });

  test.each([
    ['${workspaceFolder:app}', 'WORKSPACE_FOLDER_APP'],
    ['${workspaceFolderBasename}', 'WORKSPACE_FOLDER_BASENAME'],
    ['${fileDirname}', 'FILE_DIRNAME'],
    ['${cwd}', 'CWD'],
    ['${execPath}', 'EXEC_PATH'],
  ])('converts %s, which only VS Code can resolve, to an environment variable', async (written, name) => {
    const { text, report } = await convert(JSON.stringify({ servers: { a: { command: `${written}/x` } } }));
    expect(JSON.parse(text).mcpServers.a.command).toBe(`\${${name}}/x`);
    const reason = `Only the source tool can resolve ${written}. Set the environment variable ${name}.`;
    expect(report).toMatchObject([{ kind: 'changed', field: 'command', reason }]);
  });

  test('preserves environment variables with the names of those of VS Code', async () => {
    const args = ['${file}', '${cwd}', '${env:-x}', '${workspaceFolder:-.}'];
    const { servers, report } = await read('/p/.kiro/settings/mcp.json', { mcpServers: { a: { command: 'x', args } } });
    expect([servers.a.args, report]).toEqual([args, []]);
  });

  test('infers the transport from the URL that is used', async () => {
    const file = { mcpServers: { a: { url: 'https://u/sse', httpUrl: url } } };
    expect((await read('/p/.cursor/mcp.json', file)).servers).toEqual({ a: { type: 'sse', url: 'https://u/sse' } });
  });

  test('converts timeouts in seconds and command substitutions of Crush', async () => {
    const env = { A: '$(pass show a)', B: 'x $(date)', C: 'a$HOME\\$HOME' };
    const file = {
      mcp: {
        a: { type: 'stdio', command: 'x', env, timeout: 120, disabled_tools: ['t'] },
        b: { type: 'http', url, disabled: true },
      },
    };
    const result = {
      dialect: 'crush',
      servers: {
        a: { command: 'x', env: { A: '!pass show a', B: 'x $(date)', C: 'a${HOME}\\$HOME' }, timeout: 120_000 },
        b: { type: 'http', url, enabled: false },
      },
      report: ['lost a disabled_tools', 'changed a env.A', 'changed a env.B'],
    };
    expect(await read('/p/.crush.json', file)).toEqual(result);
    expect(await read('', file)).toEqual(result);
  });

  test('recognizes and converts files of Goose and Amp', async () => {
    const goose = `GOOSE_PROVIDER: x
extensions:
  developer:
    type: builtin
    enabled: true
    name: developer
  docs:
    type: stdio
    cmd: npx
    args: [-y, docs]
    envs: { A: b }
    env_keys: [TOKEN]
    timeout: 300
    enabled: false
    name: docs
    available_tools: [search]
  web:
    type: streamable_http
    uri: ${url}
    headers: { C: d }
`;
    const result = {
      dialect: 'goose',
      servers: {
        docs: {
          ...{ command: 'npx', args: ['-y', 'docs'], enabled: false, timeout: 300_000 },
          env: { A: 'b', TOKEN: '${TOKEN:-}' },
        },
        web: { type: 'http', url, headers: { C: 'd' } },
      },
      report: ['skipped developer -', 'lost docs available_tools'],
    };
    const { report, ...rest } = await read('/home/me/.config/goose/config.yaml', goose);
    expect(rest).toEqual({ dialect: result.dialect, servers: result.servers });
    expect(report).toEqual(expect.arrayContaining(result.report));
    expect((await read('', goose)).dialect).toBe('goose');
    const amp = await read('/p/.amp/settings.json', { 'amp.url': 'x', 'amp.mcpServers': { a: { command: 'x' } } });
    expect(amp).toEqual({ dialect: 'amp', servers: { a: { command: 'x' } }, report: [] });
  });

  test('skips Unix sockets of VS Code', async () => {
    const file = { servers: { a: { type: 'http', url: 'unix:///tmp/a.sock' }, b: { command: 'x' } } };
    expect((await read('/p/.vscode/mcp.json', file)).report).toEqual(['skipped a -']);
  });

  test('reports variables in files of tools that do not expand them', async () => {
    const file = { mcpServers: { a: { command: 'x', args: ['${HOME}'] } } };
    expect((await read('/home/me/.config/Claude/claude_desktop_config.json', file)).report).toEqual([
      'changed a args[0]',
    ]);
    expect((await read('/p/.kiro/settings/mcp.json', file)).report).toEqual([]);
  });
});

describe('writing', () => {
  const oauth = { clientId: 'c', scope: 'a b' };
  const text = JSON.stringify({ mcpServers: { a: { type: 'http', url, timeout: 1500, enabled: false, oauth } } });
  const written = async (to: TargetFormat, source = text) => {
    const result = await convert(source, { from: 'agent', to });
    return { file: JSON.parse(result.text), report: result.report.map(inShort) };
  };

  test('writes the OAuth client in the format of each tool', async () => {
    expect(await written('vscode')).toEqual({
      file: { servers: { a: { type: 'http', url, oauth: { clientId: 'c' } } } },
      report: ['lost a enabled', 'lost a timeout', 'lost a oauth.scope'],
    });
    expect(await written('claude-code')).toEqual({
      file: { mcpServers: { a: { type: 'http', url, timeout: 1500, oauth: { clientId: 'c', scopes: 'a b' } } } },
      report: ['lost a enabled'],
    });
    expect(await written('gemini')).toEqual({
      file: {
        mcpServers: {
          a: { type: 'http', url, timeout: 1500, oauth: { enabled: true, clientId: 'c', scopes: ['a', 'b'] } },
        },
      },
      report: ['lost a enabled'],
    });
    expect(await written('opencode')).toEqual({
      file: { mcp: { a: { type: 'remote', url, timeout: 1500, enabled: false, oauth } } },
      report: [],
    });
    expect(await written('zed')).toEqual({
      file: { context_servers: { a: { url, timeout: 2, enabled: false, oauth: { client_id: 'c' } } } },
      report: ['changed a timeout', 'lost a oauth.scope'],
    });
  });

  test('reports $NAME anywhere in a value, which Gemini CLI would expand', async () => {
    const source = JSON.stringify({ mcpServers: { a: { command: 'x', args: ['pa$word', '\\$HOME', '$1'] } } });
    expect((await written('gemini', source)).report).toEqual(['changed a args[0]', 'changed a args[1]']);
  });

  test('keeps environment files and variables of VS Code for Cursor, which has them too', async () => {
    const args = ['${userHome}${/}x', '${workspaceFolderBasename}'];
    const local = { command: '${workspaceFolder}/x', args, envFile: '${workspaceFolder}/.env' };
    const source = JSON.stringify({ servers: { local: { type: 'stdio', ...local }, web: { url, envFile: '.env' } } });
    const { text: result, report } = await convert(source, { to: 'cursor' });
    expect(JSON.parse(result)).toEqual({ mcpServers: { local, web: { url } } });
    expect(report.map(inShort)).toEqual(['lost web envFile']);
  });

  test('does not mention Oh My Pi in remarks on the conversion from one other tool to another', async () => {
    const local = { command: '${workspaceFolder}/x', envFile: '.env', headersHelper: 'x', autoApprove: ['t'] };
    const { reportText } = await convert(JSON.stringify({ servers: { local } }), { from: 'vscode', to: 'codex' });
    expect(reportText).toContain('Only VS Code sets ${workspaceFolder}.');
    expect(reportText).not.toContain('Oh My Pi');
  });

  test('reports a member of OAuth once if the tool does not have it', async () => {
    const client = { clientId: 'c', clientSecret: '${S}', callbackPath: '${P}' };
    const source = JSON.stringify({ mcpServers: { a: { type: 'http', url, oauth: client } } });
    const reports = async (to: TargetFormat) => (await convert(source, { from: 'agent', to })).report.map(inShort);
    expect(await reports('codex')).toEqual(['lost a oauth.clientSecret', 'lost a oauth.callbackPath']);
    expect(await reports('zed')).toEqual(['changed a oauth.clientSecret', 'lost a oauth.callbackPath']);
    expect(await reports('cursor')).toEqual(['lost a oauth.callbackPath']);
  });

  test('omits the type for Cursor, which tries both transports, without a remark', async () => {
    const source = JSON.stringify({ mcpServers: { a: { type: 'sse', url: 'https://example.com/events' } } });
    expect(await written('cursor', source)).toEqual({
      file: { mcpServers: { a: { url: 'https://example.com/events' } } },
      report: [],
    });
  });

  test('omits a timeout that the tool ignores', async () => {
    const source = JSON.stringify({
      mcpServers: { a: { command: 'x', timeout: 500 }, b: { command: 'x', timeout: 0 } },
    });
    const { file, report } = await written('claude-code', source);
    expect(file).toEqual({ mcpServers: { a: { command: 'x' }, b: { command: 'x' } } });
    expect(report).toEqual(['lost a timeout', 'lost b timeout']);
  });

  test('omits a timeout of 0 for Codex, where it does not mean no limit', async () => {
    const { text: toml, report } = await convert('{"mcpServers": {"a": {"command": "x", "timeout": 0}}}', {
      to: 'codex',
    });
    expect(toml).toBe('[mcp_servers.a]\ncommand = "x"\n');
    expect(report.map(inShort)).toEqual(['lost a timeout']);
  });
});
