/** Codex (facts/readers.md, 5). */

import { isRecord } from '../../common/guards.ts';
import type { FilePlace } from './agent-facts.ts';
import { enabledState, jsonIn } from './listing.ts';
import { basic } from './target-format.ts';
import type { Tool } from './tool.ts';

const home: FilePlace = { in: 'home', path: '.codex/config.toml', variable: 'CODEX_HOME' };
const servers = {
  dialect: 'codex',
  layout: 'codex',
  root: ['mcp_servers'],
  refusesBroken: true,
  refusesOtherMap: true,
} as const;

export const codex: Tool = {
  id: 'codex',
  name: 'Codex',
  files: [{ project: ['.codex/config.toml'], user: ['.codex/config.toml'] }],
  serverKeys: {
    bearer_token_env_var: 'bearer',
    http_headers: 'same:headers',
    env_http_headers: 'header-variables',
    // Oh My Pi's "timeout" is the timeout of requests.
    startup_timeout_sec: 'remove',
    tool_timeout_sec: 'milliseconds',
    enabled_tools: 'remove',
    disabled_tools: 'remove',
    oauth_resource: 'resource',
  },
  topKeys: { mcp_servers: 'same:mcpServers' },
  dotFolders: ['codex'],
  adds: {
    program: 'codex',
    valued: { '--env': 'env', '--url': 'url', '--bearer-token-env-var': 'bearer_token_env_var' },
    keys: [{ from: 'bearer_token_env_var' }],
  },
  source: {
    noVariables: true,
    defaultRemoteType: 'http',
    shared: { mcp_oauth_callback_port: 'oauth.callbackPort', mcp_oauth_callback_url: 'oauth.redirectUri' },
    keys: {
      auth: { lost: 'host' },
      experimental_environment: { lost: 'host' },
      http_headers_helper: { lost: 'helper' },
    },
  },
  newFile: '.codex/config.toml',
  target: {
    root: 'mcp_servers',
    syntax: 'toml',
    types: {},
    untyped: 'http',
    keys: { ...basic, headers: 'http_headers', cwd: 'cwd' },
    timeout: { key: 'tool_timeout_sec', unit: 's', least: 0.001, fractions: true },
    enabled: true,
    oauth: {
      key: 'oauth',
      names: { clientId: 'client_id', callbackPort: 'callback_port', redirectUri: 'callback_url' },
      scopeList: true,
      scopeBeside: 'scopes',
    },
    variables: 'none',
    fromEnvironment: { env: 'env_vars', headers: 'env_http_headers', bearer: 'bearer_token_env_var' },
  },
  agent: {
    version: '0.171.0',
    readIn: 'openai/codex',
    evidence: 'code',
    readsShared: false,
    files: [
      { ...servers, in: 'repository', path: '.codex/config.toml', gate: 'trust' },
      { ...servers, ...home },
      { ...servers, in: 'system', path: '/etc/codex/config.toml' },
      { ...servers, in: 'system', path: 'C:/ProgramData/OpenAI/Codex/config.toml' },
    ],
    merging: 'deep',
    switches: [],
    off: [{ kind: 'entry' }],
    invalidEntry: 'refused',
    trust: {
      in: [home],
      of: 'file',
      answers: { kind: 'property', path: ['projects'], property: 'trust_level', trusted: 'trusted' },
    },
    format: {
      type: 'type',
      types: {},
      untypedUrl: 'http',
      unknownType: 'ignored',
      both: 'skips',
      loadsEmptyCommand: true,
      loadsEmptyUrl: true,
      properties: {
        enabled: { value: 'boolean', otherwise: 'skips' },
        args: { on: 'stdio', elsewhere: 'skips', value: 'strings', otherwise: 'skips' },
        env: { on: 'stdio', elsewhere: 'skips', value: 'stringMap', otherwise: 'skips' },
        env_vars: { on: 'stdio', elsewhere: 'skips', value: 'array', otherwise: 'skips' },
        cwd: { on: 'stdio', elsewhere: 'skips', value: 'string', otherwise: 'skips' },
        experimental_environment: { on: 'stdio', elsewhere: 'skips' },
        bearer_token_env_var: { on: 'remote', elsewhere: 'skips', value: 'string', otherwise: 'skips' },
        http_headers: { on: 'remote', elsewhere: 'skips', value: 'stringMap', otherwise: 'skips' },
        env_http_headers: { on: 'remote', elsewhere: 'skips', value: 'stringMap', otherwise: 'skips' },
        http_headers_helper: { on: 'remote', elsewhere: 'skips' },
        oauth: { on: 'remote', elsewhere: 'skips', value: 'object', otherwise: 'skips' },
        oauth_resource: { on: 'remote', elsewhere: 'skips' },
        auth: { on: 'remote', elsewhere: 'skips' },
        scopes: { on: 'remote', elsewhere: 'skips', value: 'strings', otherwise: 'skips' },
        startup_timeout_sec: { value: 'number', otherwise: 'skips' },
        startup_timeout_ms: { value: 'number', otherwise: 'skips' },
        tool_timeout_sec: { value: 'number', otherwise: 'skips' },
        enabled_tools: { value: 'strings', otherwise: 'skips' },
        disabled_tools: { value: 'strings', otherwise: 'skips' },
        tools: { value: 'object', otherwise: 'skips' },
        required: { value: 'boolean', otherwise: 'skips' },
        bearer_token: { value: 'never', otherwise: 'skips' },
      },
    },
    // Older versions accept fewer characters: 0.165 no `/`, `:`, and `@`.
    names: { invalid: /[^\w./:@-]|^$/ },
    variables: { forms: [], in: [] },
    protocol: '2025-06-18',
    check: ['codex mcp list', '/mcp'],
    list: {
      args: ['mcp', 'list', '--json'],
      contacts: 'urls',
      read(output) {
        const listed = jsonIn(output, '[');
        if (!Array.isArray(listed)) return undefined;
        const servers = listed.filter(isRecord);
        return Object.fromEntries(servers.map((server) => [String(server.name), enabledState(server)]));
      },
    },
    reload: { kind: 'restart' },
    traces: { project: ['.codex'], home: ['.codex'], command: 'codex' },
  },
};
