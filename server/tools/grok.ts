/** Grok, asked in a terminal, and its documentation, which it writes into its folder. */
import * as l10n from '@vscode/l10n';
import { isRecord } from '../../common/guards.ts';
import { usualOptions } from './add-command.ts';
import type { FilePlace, ServersFile, SettingValue } from './agent-facts.ts';
import { claudePlugins } from './claude-code.ts';
import { jsonIn, type ListedServers } from './listing.ts';
import { basic } from './target-format.ts';
import type { Tool } from './tool.ts';

const inHome = (name: string): FilePlace => ({ in: 'home', path: `.grok/${name}`, variable: 'GROK_HOME' });
const user = inHome('config.toml');
const set = (path: string, is: boolean): SettingValue => ({ in: [user], path: path.split('.'), is });

const own = { dialect: 'grok', layout: 'toml', root: ['mcp_servers'] } as const;
// After its import of Claude Code's servers, it doesn't read these files again.
const imported = set('claude_compat.imported', true);
const claude = {
  in: 'home',
  path: '.claude.json',
  dialect: 'claude-code',
  layout: 'claude',
  dropsDisabled: true,
  unless: [imported, set('compat.claude.mcps', false)],
} as const;
const cursor = {
  path: '.cursor/mcp.json',
  dialect: 'cursor',
  layout: 'mcpServers',
  root: ['mcpServers'],
  dropsDisabled: true,
  unless: [set('compat.cursor.mcps', false)],
} as const;
const shared: ServersFile = {
  in: 'repository',
  path: '.mcp.json',
  dialect: 'claude-code',
  layout: 'own',
  root: ['mcpServers'],
  dropsDisabled: true,
  unless: [imported],
  gate: 'trust',
};
const gate = { gate: 'trust' } as const;
const system = (name: string): FilePlace => ({ in: 'system', path: `/etc/grok/${name}` });
const ofOrganization = (file: FilePlace): ServersFile => ({ ...own, ...file, scope: 'managed', merges: true });
const files: readonly ServersFile[] = [
  { ...own, in: 'repository', path: '.grok/config.toml', ...gate },
  ...[system('requirements.toml'), inHome('requirements.toml')].map(ofOrganization),
  { ...own, ...user, merges: true },
  ...[system('managed_config.toml'), inHome('managed_config.toml')].map(ofOrganization),
  { ...claude, root: ['projects', '*', 'mcpServers'], scope: 'local', ...gate },
  { ...claude, root: ['mcpServers'], scope: 'user' },
  { ...cursor, in: 'project', ...gate },
  { ...cursor, in: 'home' },
  shared,
];

/** It needs no catalog. */
const { catalogs: _catalogs, ...installedByClaude } = claudePlugins;
const manifest = { paths: ['plugin.json', '.claude-plugin/plugin.json'], servers: 'after' } as const;
const plugins = {
  enabled: [user],
  path: ['plugins', 'enabled'],
  file: '.mcp.json',
  manifest,
  winsNames: true,
} as const;

export const grok: Tool = {
  id: 'grok',
  name: 'Grok',
  files: [{ project: ['.grok/config.toml'], user: ['.grok/config.toml'] }],
  dotFolders: ['grok'],
  adds: { program: 'grok', valued: usualOptions },
  variables: {
    forms: ['braces', 'default', 'dollar'],
    in: ['command', 'args', 'env', 'url', 'headers'],
    tilde: [],
  },
  source: {
    keys: {
      oauth_client_id: { to: 'clientId', in: 'oauth' },
      oauth_scopes: { like: 'scopes' },
      tool_timeouts: { lost: 'host' },
      expose_image_base64: { lost: 'host' },
      setup: { lost: 'host' },
    },
  },
  newFile: '.grok/config.toml',
  target: {
    root: 'mcp_servers',
    syntax: 'toml',
    types: { sse: 'sse' },
    untyped: 'address',
    keys: { ...basic, cwd: 'cwd' },
    timeout: { key: 'tool_timeout_sec', unit: 's', least: 1 },
    enabled: true,
  },
  agent: {
    version: '1.0.41',
    readIn: '@xai-official/grok',
    evidence: 'code',
    readsShared: 'if-used',
    files,
    merging: 'whole',
    plugins: [
      {
        ...plugins,
        kind: 'registry',
        store: { in: 'home', path: '.grok/installed-plugins/registry.json', variable: 'GROK_HOME', names: '.grok' },
        manifest: { ...manifest, isRequired: true },
      },
      { ...plugins, kind: 'folder', store: { in: 'home', path: '.grok/plugins', variable: 'GROK_HOME' } },
      { ...plugins, kind: 'folder', store: { in: 'project', path: '.grok/plugins' }, needsTrust: true },
      { ...plugins, kind: 'paths', store: user },
      { ...plugins, ...installedByClaude, unless: [imported] },
    ],
    switches: [{ in: [user], path: ['disabled_mcp_servers'], effect: 'off' }],
    off: [{ kind: 'manual', how: () => l10n.t('Run "grok mcp disable" or "grok mcp enable" with its name.') }],
    trust: {
      in: [inHome('trusted_folders.toml')],
      of: 'repository',
      ofMain: 'only',
      believesWorktrees: true,
      answers: { kind: 'property', path: ['folders'], property: 'trusted', trusted: true, comparesParts: true },
      offBy: { in: [user], path: ['folder_trust', 'enabled'] },
      variable: 'GROK_FOLDER_TRUST',
      variableValues: ['false', '0'],
      gatesNames: true,
      trustsHome: true,
    },
    format: {
      type: 'type',
      // It looks at no other type. A URL that ends in "/sse" is of an SSE server, too.
      types: { sse: 'sse' },
      untypedUrl: 'http',
      unknownType: 'ignored',
      loadsEmptyCommand: true,
      silent: true,
      properties: {
        enabled: { value: 'boolean', otherwise: 'skips' },
        args: { on: 'stdio', value: 'strings', otherwise: 'skips' },
        env: { on: 'stdio', value: 'stringMapOrNull', otherwise: 'skips' },
        cwd: { on: 'stdio', value: 'stringOrNull', otherwise: 'skips' },
        headers: { on: 'remote', value: 'stringMapOrNull', otherwise: 'skips' },
        oauth: {
          ...{ on: 'remote', value: 'object', otherwise: 'skips', orNull: true },
          keys: {
            scopes: { value: 'array', orNull: true, otherwise: 'skips' },
            clientId: { value: 'string', orNull: true, otherwise: 'skips' },
          },
        },
        bearer_token_env_var: { on: 'remote', value: 'string', otherwise: 'skips' },
        oauth_client_id: { on: 'remote', value: 'string', otherwise: 'skips' },
        oauth_client_secret_env_var: { on: 'remote', value: 'string', otherwise: 'skips' },
        oauth_scopes: { on: 'remote', value: 'strings', otherwise: 'skips', orNull: true },
        startup_timeout_sec: { value: 'count', otherwise: 'skips', orNull: true },
        tool_timeout_sec: { value: 'count', otherwise: 'skips', orNull: true },
        tool_timeouts: { value: 'object', otherwise: 'skips', each: { value: 'count', otherwise: 'skips' } },
        expose_image_base64: { value: 'boolean', otherwise: 'skips', orNull: true },
        // It skips the server without properties that aren't known.
        setup: { value: 'object', otherwise: 'skips', isUncertain: true },
      },
    },
    // It starts such a server, but rejects all of its tools.
    names: { invalid: /^(?![A-Za-z_])|[^\w-]|__|_$/ },
    protocol: { offers: '2025-11-25', accepts: 'any' },
    check: ['grok inspect', 'grok mcp doctor', '/mcps'],
    list: { args: ['mcp', 'doctor', '--json'], contacts: 'servers', failsWithServers: true, read: readList },
    reload: { kind: 'command', command: '/mcps' },
    traces: { project: ['.grok'], home: ['.grok'], command: 'grok' },
  },
};

function readList(output: string): ListedServers | undefined {
  const listed = jsonIn(output, '{');
  if (!isRecord(listed)) return undefined;
  const servers = Array.isArray(listed.servers) ? listed.servers.filter(isRecord) : [];
  return Object.fromEntries(servers.map(({ name, checks }) => [String(name), isOff(checks) ? 'off' : 'used']));
}

const isOff = (checks: unknown): boolean =>
  Array.isArray(checks) &&
  checks.filter(isRecord).some(({ label }) => /untrusted|disabled|blocked/.test(String(label)));
