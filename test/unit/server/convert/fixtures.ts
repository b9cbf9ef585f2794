/** Realistic files of each tool, with all of its fields, whether or not the format supports them. */
// biome-ignore-all lint/suspicious/noTemplateCurlyInString: that is how variables look
import type { Dialect } from '../../../../common/tool-files.ts';

export interface Fixture {
  readonly dialect: Dialect;
  readonly path: string;
  readonly text: string;
  /** Servers in the agent's format. */
  readonly servers: Readonly<Record<string, unknown>>;
  /** Reported remarks: kind, server, field. */
  readonly report: readonly string[];
}

export const fixtures: readonly Fixture[] = [
  {
    dialect: 'vscode',
    path: '/p/.vscode/mcp.json',
    text: `{
  // Asked for at the first start
  "inputs": [{ "id": "github-pat", "type": "promptString", "description": "GitHub token", "password": true }],
  "servers": {
    "GitHub Tools": {
      "type": "stdio",
      "command": "npx",
      "args": ["-y", "@modelcontextprotocol/server-github@1.0.0", "--root=\${workspaceFolder}/docs", "\${userHome}/.cache"],
      "env": { "TOKEN": "\${input:github-pat}", "REGION": "\${env:AWS_REGION}", "PORT": 3000, "RAW": "!date" },
      "envFile": "\${workspaceFolder}/.env",
      "cwd": "\${workspaceFolder}",
      "dev": { "watch": "src/**" },
      "sandboxEnabled": true,
    },
    "remote": {
      "type": "http",
      "url": "https://example.com/mcp",
      "headers": { "Authorization": "Bearer \${input:github-pat}" },
      "gallery": "https://api.example.com",
    },
  },
}`,
    servers: {
      'GitHub-Tools': {
        command: 'npx',
        args: [
          '-y',
          '@modelcontextprotocol/server-github@1.0.0',
          '--root=${workspaceFolder:-.}/docs',
          '${HOME}/.cache',
        ],
        env: { TOKEN: '${GITHUB_PAT}', REGION: '${AWS_REGION}', PORT: '3000' },
        cwd: '${workspaceFolder:-.}',
      },
      remote: {
        type: 'http',
        url: 'https://example.com/mcp',
        headers: { Authorization: 'Bearer ${GITHUB_PAT}' },
      },
    },
    report: [
      'lost GitHub Tools envFile',
      'lost GitHub Tools dev',
      'lost GitHub Tools sandboxEnabled',
      'changed GitHub Tools args[2]',
      'changed GitHub Tools env.TOKEN',
      'lost GitHub Tools env.RAW',
      'changed GitHub Tools cwd',
      'lost remote gallery',
      'changed remote headers.Authorization',
      'renamed GitHub Tools -',
    ],
  },
  {
    dialect: 'cursor',
    path: '/p/.cursor/mcp.json',
    text: JSON.stringify({
      mcpServers: {
        web: { url: 'https://example.com/mcp', headers: { 'X-Key': '${env:KEY}' } },
        old: { url: 'https://example.com/sse' },
        signed: {
          url: 'https://auth.example.com/mcp',
          auth: { CLIENT_ID: 'abc', CLIENT_SECRET: '${env:SECRET}', scopes: ['read', 'write'] },
        },
        local: { command: 'node', args: ['server.js'], envFile: '.env' },
      },
    }),
    servers: {
      web: { type: 'http', url: 'https://example.com/mcp', headers: { 'X-Key': '${KEY}' } },
      old: { type: 'sse', url: 'https://example.com/sse' },
      signed: {
        type: 'http',
        url: 'https://auth.example.com/mcp',
        oauth: { clientId: 'abc', clientSecret: '${SECRET}', scope: 'read write' },
      },
      local: { command: 'node', args: ['server.js'] },
    },
    report: ['lost local envFile'],
  },
  {
    dialect: 'windsurf',
    path: '/home/me/.codeium/windsurf/mcp_config.json',
    text: JSON.stringify({
      mcpServers: {
        figma: {
          serverUrl: 'https://mcp.figma.com/mcp',
          headers: { Authorization: 'Bearer ${env:FIGMA}' },
          disabled: true,
        },
        memory: { command: 'uvx', args: ['memory'], disabled: false, disabledTools: ['forget'] },
      },
    }),
    servers: {
      figma: {
        type: 'http',
        url: 'https://mcp.figma.com/mcp',
        headers: { Authorization: 'Bearer ${FIGMA}' },
        enabled: false,
      },
      memory: { command: 'uvx', args: ['memory'] },
    },
    report: ['lost memory disabledTools'],
  },
  {
    dialect: 'claude-desktop',
    path: '/home/me/.config/Claude/claude_desktop_config.json',
    text: JSON.stringify({
      globalShortcut: 'Ctrl+Space',
      mcpServers: { filesystem: { command: 'npx', args: ['-y', '@modelcontextprotocol/server-filesystem', '/srv'] } },
    }),
    servers: { filesystem: { command: 'npx', args: ['-y', '@modelcontextprotocol/server-filesystem', '/srv'] } },
    report: [],
  },
  {
    dialect: 'claude-code',
    path: '/home/me/.claude.json',
    text: JSON.stringify({
      numStartups: 7,
      mcpServers: {
        sentry: { type: 'http', url: 'https://mcp.sentry.dev/mcp', oauth: { clientId: 'x', callbackPort: 3118 } },
        helped: { type: 'http', url: 'https://example.com/mcp', headersHelper: '/opt/headers.sh' },
        plugin: { type: 'stdio', command: '${CLAUDE_PLUGIN_ROOT}/server', args: [], env: {} },
      },
      projects: {
        '/srv/shop': { mcpServers: { db: { type: 'stdio', command: 'db-server', args: [], env: {} } }, history: [] },
        '/srv/other': { mcpServers: { mail: { command: 'mail-server' } } },
      },
    }),
    servers: {
      sentry: { type: 'http', url: 'https://mcp.sentry.dev/mcp', oauth: { clientId: 'x', callbackPort: 3118 } },
      helped: { type: 'http', url: 'https://example.com/mcp' },
      plugin: { command: '${CLAUDE_PLUGIN_ROOT:-.}/server', args: [], env: {} },
      db: { command: 'db-server', args: [], env: {} },
    },
    report: ['skipped - projects./srv/other', 'lost helped headersHelper', 'changed plugin command'],
  },
  {
    dialect: 'cline',
    path: 'cline_mcp_settings.json',
    text: JSON.stringify({
      mcpServers: {
        weather: { command: 'node', args: ['weather.js'], timeout: 90, disabled: true, autoApprove: ['forecast'] },
        search: { type: 'streamableHttp', url: 'https://example.com/mcp', timeout: 60, alwaysAllow: [] },
        untyped: { url: 'https://example.com/events', disabled: false },
      },
    }),
    servers: {
      weather: { command: 'node', args: ['weather.js'], enabled: false, timeout: 90_000 },
      search: { type: 'http', url: 'https://example.com/mcp', timeout: 60_000 },
      untyped: { type: 'sse', url: 'https://example.com/events' },
    },
    report: ['lost weather autoApprove'],
  },
  {
    dialect: 'gemini',
    path: '/p/.gemini/settings.json',
    text: JSON.stringify({
      theme: 'GitHub',
      mcp: { excluded: ['off'] },
      mcpServers: {
        http: { httpUrl: 'https://example.com/mcp', headers: { 'X-Key': '$API_KEY' }, timeout: 5000, trust: true },
        sse: { url: 'https://example.com/events' },
        typed: { url: 'https://example.com/mcp', type: 'http' },
        local: { command: 'python', args: ['-m', 'srv'], cwd: './srv', includeTools: ['a'], excludeTools: ['b'] },
        off: { command: 'x', description: 'Not used' },
        signed: {
          httpUrl: 'https://a.example.com',
          oauth: { enabled: true, clientId: 'c', scopes: ['a', 'b'], tokenUrl: 'https://t' },
        },
      },
    }),
    servers: {
      http: { type: 'http', url: 'https://example.com/mcp', headers: { 'X-Key': '${API_KEY}' }, timeout: 5000 },
      sse: { type: 'http', url: 'https://example.com/events' },
      typed: { type: 'http', url: 'https://example.com/mcp' },
      local: { command: 'python', args: ['-m', 'srv'], cwd: './srv' },
      off: { command: 'x', enabled: false },
      signed: { type: 'http', url: 'https://a.example.com', oauth: { clientId: 'c', scope: 'a b' } },
    },
    report: [
      'lost http trust',
      'lost local includeTools',
      'lost local excludeTools',
      'lost off description',
      'lost signed oauth.tokenUrl',
    ],
  },
  {
    dialect: 'codex',
    path: '/home/me/.codex/config.toml',
    text: `model = "gpt-5"

[mcp_servers.docs]
command = "npx"
args = ["-y", "docs@1.0.0"]
env = { "KEY" = "v" }
env_vars = ["LANG"]
cwd = "/srv"
startup_timeout_sec = 20
tool_timeout_sec = 45.5
enabled_tools = ["search"]
disabled_tools = ["write"]

[mcp_servers."my.web"]
url = "https://example.com/mcp"
bearer_token_env_var = "WEB_TOKEN"
http_headers = { "X-Region" = "eu" }
env_http_headers = { "X-Org" = "ORG_ID" }
oauth_resource = "https://example.com"
enabled = false

[mcp_servers.slow]
command = "slow"
startup_timeout_sec = 3
`,
    servers: {
      docs: {
        command: 'npx',
        args: ['-y', 'docs@1.0.0'],
        env: { KEY: 'v', LANG: '${LANG:-}' },
        cwd: '/srv',
        timeout: 45_500,
      },
      'my.web': {
        type: 'http',
        url: 'https://example.com/mcp',
        headers: { Authorization: 'Bearer ${WEB_TOKEN}', 'X-Region': 'eu', 'X-Org': '${ORG_ID:-}' },
        enabled: false,
        auth: { type: 'oauth', resource: 'https://example.com' },
      },
      slow: { command: 'slow' },
    },
    report: [
      'lost docs startup_timeout_sec',
      'lost docs enabled_tools',
      'lost docs disabled_tools',
      'lost slow startup_timeout_sec',
    ],
  },
  {
    dialect: 'opencode',
    path: '/p/opencode.jsonc',
    text: `{
  "$schema": "https://opencode.ai/config.json",
  "mcp": {
    // local ones
    "everything": {
      "type": "local",
      "command": ["npx", "-y", "@modelcontextprotocol/server-everything"],
      "environment": { "TOKEN": "{env:TOKEN}", "KEY": "{file:~/.secrets/api-key}" },
      "enabled": true,
      "timeout": 8000,
    },
    "jira": { "type": "remote", "url": "https://jira.example.com/mcp", "headers": { "A": "b" }, "oauth": { "clientId": "{env:ID}", "scope": "read" } },
    "open": { "type": "remote", "url": "https://open.example.com/mcp", "oauth": false, "enabled": false },
  },
}`,
    servers: {
      everything: {
        command: 'npx',
        args: ['-y', '@modelcontextprotocol/server-everything'],
        env: { TOKEN: '${TOKEN}', KEY: '${API_KEY}' },
        enabled: true,
        timeout: 8000,
      },
      jira: {
        type: 'http',
        url: 'https://jira.example.com/mcp',
        headers: { A: 'b' },
        oauth: { clientId: '${ID}', scope: 'read' },
      },
      open: { type: 'http', url: 'https://open.example.com/mcp', enabled: false },
    },
    report: ['changed everything environment.KEY', 'lost open oauth'],
  },
  {
    dialect: 'zed',
    path: '/p/.zed/settings.json',
    text: `{
  "theme": "One Dark",
  "context_servers": {
    "local": { "source": "custom", "command": "some-command", "args": ["a"], "env": {} },
    "older": { "command": { "path": "old-command", "args": ["b"], "env": { "C": "d" } } },
    "remote": { "url": "https://example.com/mcp", "headers": { "Authorization": "Bearer x" } },
    "extension": { "source": "extension", "settings": { "database": "x" } },
  },
}`,
    servers: {
      local: { command: 'some-command', args: ['a'], env: {} },
      older: { command: 'old-command', args: ['b'], env: { C: 'd' } },
      remote: { type: 'http', url: 'https://example.com/mcp', headers: { Authorization: 'Bearer x' } },
    },
    report: ['lost extension source', 'lost extension settings', 'skipped extension -'],
  },
  {
    dialect: 'continue',
    path: '/home/me/.continue/config.yaml',
    text: `name: Mine
models: []
mcpServers:
  - name: SQLite
    command: npx
    args: ["-y", "mcp-sqlite", "/data.db"]
    env:
      KEY: \${{ secrets.SQLITE_KEY }}
  - name: web
    type: streamable-http
    url: https://example.com/mcp
    connectionTimeout: 9000
    requestOptions:
      headers:
        Authorization: Bearer x
      verifySsl: false
`,
    servers: {
      SQLite: { command: 'npx', args: ['-y', 'mcp-sqlite', '/data.db'], env: { KEY: '${SQLITE_KEY}' } },
      web: {
        type: 'http',
        url: 'https://example.com/mcp',
        headers: { Authorization: 'Bearer x' },
      },
    },
    report: ['changed SQLite env.KEY', 'lost web connectionTimeout', 'lost web requestOptions.verifySsl'],
  },
  {
    dialect: 'agent-plugins',
    path: '/p/mcp.json',
    text: JSON.stringify({
      $schema: 'https://agent-plugins.org/schemas/1.0.0/mcp.schema.json',
      mcpServers: {
        api: { type: 'streamable-http', url: 'https://example.com/mcp' },
        local: { command: '${PLUGIN_ROOT}/bin/server', env: { DATA: '${PLUGIN_DATA}' }, description: 'Local' },
      },
    }),
    servers: {
      api: { type: 'http', url: 'https://example.com/mcp' },
      local: { command: '${PLUGIN_ROOT:-.}/bin/server', env: { DATA: '${PLUGIN_DATA:-.}' } },
    },
    report: ['lost local description', 'changed local command', 'changed local env.DATA'],
  },
  {
    // Copilot CLI uses the file of Claude Code, with an additional list of tools.
    dialect: 'agent',
    path: '/p/.mcp.json',
    text: JSON.stringify({
      mcpServers: {
        all: { type: 'local', command: 'x', tools: ['*'] },
        some: { type: 'http', url: 'https://example.com/mcp', tools: ['a'], timeout: '60s', lazy: true },
      },
      disabledServers: ['all'],
      version: 1,
    }),
    servers: {
      all: { command: 'x' },
      some: { type: 'http', url: 'https://example.com/mcp', timeout: 60_000 },
    },
    report: ['lost some tools', 'lost some lazy', 'lost - version'],
  },
  {
    dialect: 'agent',
    path: '/p/plugin/.mcp.json',
    text: JSON.stringify({ docs: { command: 'docs-server' }, web: { url: 'https://example.com/mcp' } }),
    servers: { docs: { command: 'docs-server' }, web: { type: 'http', url: 'https://example.com/mcp' } },
    report: [],
  },
  {
    dialect: 'kiro',
    path: '/p/.kiro/settings/mcp.json',
    text: JSON.stringify({
      mcpServers: {
        docs: { command: 'uvx', args: ['docs@1.0.0'], disabled: true, autoApprove: ['search'], disabledTools: [] },
        web: { url: 'https://example.com/mcp', headers: { A: '${TOKEN}' }, disabled: false, description: 'Web' },
      },
    }),
    servers: {
      docs: { command: 'uvx', args: ['docs@1.0.0'], enabled: false },
      web: { type: 'http', url: 'https://example.com/mcp', headers: { A: '${TOKEN}' } },
    },
    report: ['lost docs autoApprove', 'lost web description'],
  },
  {
    dialect: 'copilot',
    path: '/p/.github/mcp.json',
    text: JSON.stringify({
      servers: {
        local: { type: 'local', command: 'gh', args: ['aw'], tools: ['*'], id: '' },
        web: { type: 'http', url: 'https://example.com/mcp', tools: ['search'], gallery: 'https://example.com' },
      },
    }),
    servers: {
      local: { command: 'gh', args: ['aw'] },
      web: { type: 'http', url: 'https://example.com/mcp' },
    },
    report: ['lost local id', 'lost web tools', 'lost web gallery'],
  },
  {
    dialect: 'antigravity',
    path: '/home/me/.gemini/antigravity/mcp_config.json',
    text: JSON.stringify({
      mcpServers: {
        both: { command: 'x', serverUrl: 'https://example.com/mcp', enabled: false },
        signed: { url: 'https://a.example.com', type: 'http', clientId: 'c', clientSecret: 's', disabled: true },
        google: { serverUrl: 'https://g.example.com', authProviderType: 'google_credentials', disabledTools: ['a'] },
      },
    }),
    servers: {
      both: { type: 'http', url: 'https://example.com/mcp' },
      signed: {
        type: 'http',
        url: 'https://a.example.com',
        oauth: { clientId: 'c', clientSecret: 's' },
        enabled: false,
      },
      google: { type: 'http', url: 'https://g.example.com' },
    },
    report: ['lost both command', 'lost both enabled', 'lost google authProviderType', 'lost google disabledTools'],
  },
  {
    dialect: 'qwen',
    path: '/p/.qwen/settings.json',
    text: JSON.stringify({
      mcp: { allowed: ['web*', 'local'] },
      mcpServers: {
        web: { httpUrl: 'https://example.com/mcp', timeout: 5000, discoveryTimeoutMs: 100 },
        'web-old': { url: 'https://example.com/events', headers: { A: '$KEY' }, discoveryTimeoutMs: 100 },
        local: { command: 'x', versionNegotiation: 'auto', excludeTools: ['b'], trust: false },
        other: { command: 'y' },
      },
    }),
    servers: {
      web: { type: 'http', url: 'https://example.com/mcp', timeout: 5000 },
      'web-old': { type: 'sse', url: 'https://example.com/events', headers: { A: '${KEY}' } },
      local: { command: 'x' },
      other: { command: 'y', enabled: false },
    },
    report: [
      'lost web discoveryTimeoutMs',
      'lost web-old discoveryTimeoutMs',
      'lost local versionNegotiation',
      'lost local excludeTools',
    ],
  },
  {
    dialect: 'kilo',
    path: '/p/kilo.jsonc',
    text: JSON.stringify({
      mcp: {
        local: { type: 'local', command: ['x', 'y'], environment: { A: '{env:A}' }, enabled: false },
        web: { type: 'remote', url: 'https://example.com/sse', timeout: 10 },
      },
    }),
    servers: {
      local: { command: 'x', args: ['y'], env: { A: '${A}' }, enabled: false },
      web: { type: 'sse', url: 'https://example.com/sse', timeout: 10 },
    },
    report: [],
  },
  {
    dialect: 'devin',
    path: '/home/me/.config/devin/mcp_config.json',
    text: JSON.stringify({ mcpServers: { web: { url: 'https://example.com/sse', transport: 'http', headers: {} } } }),
    servers: { web: { type: 'http', url: 'https://example.com/sse', headers: {} } },
    report: [],
  },
  {
    dialect: 'warp',
    path: '/p/.warp/.mcp.json',
    text: JSON.stringify({
      mcpServers: { a: { command: 'x', working_directory: '/srv', start_on_launch: true } },
    }),
    servers: { a: { command: 'x', cwd: '/srv' } },
    report: [],
  },
  {
    dialect: 'junie',
    path: '/p/.junie/mcp/mcp.json',
    text: JSON.stringify({ mcpServers: { boost: { command: 'php', args: ['artisan', 'boost:mcp'] } } }),
    servers: { boost: { command: 'php', args: ['artisan', 'boost:mcp'] } },
    report: [],
  },
  {
    dialect: 'lm-studio',
    path: '/home/me/.lmstudio/mcp.json',
    text: JSON.stringify({ mcpServers: { web: { url: 'https://example.com/mcp', headers: { A: '${env:KEY}' } } } }),
    servers: { web: { type: 'http', url: 'https://example.com/mcp', headers: { A: '${KEY}' } } },
    report: [],
  },
  {
    dialect: 'amazon-q',
    path: '/p/.amazonq/mcp.json',
    text: JSON.stringify({ mcpServers: { a: { command: 'x', timeout: 60_000, disabled: true } } }),
    servers: { a: { command: 'x', enabled: false, timeout: 60_000 } },
    report: [],
  },
  {
    dialect: 'amp',
    path: '/p/.amp/settings.json',
    text: '{\n  "amp.mcpServers": {"a": {"command": "x", "env": {"A": "${A}"}}, "b": {"url": "https://example.com/mcp"}}\n}',
    servers: { a: { command: 'x', env: { A: '${A}' } }, b: { type: 'http', url: 'https://example.com/mcp' } },
    report: [],
  },
  {
    // A file with only one server uses that server's name.
    dialect: 'continue',
    path: '/p/.continue/mcpServers/docs.json',
    text: JSON.stringify({ type: 'stdio', command: 'docs-server', envFile: '.env' }),
    servers: { docs: { command: 'docs-server' } },
    report: ['lost docs envFile'],
  },
];
