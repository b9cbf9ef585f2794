/** Codex (facts/readers.md, 5). */

import { isRecord } from '../../common/guards.ts';
import { type FilePlace, oneWord, type PropertyFacts, withValue } from './agent-facts.ts';
import { enabledState, jsonIn } from './listing.ts';
import { basic } from './target-format.ts';
import type { Tool } from './tool.ts';
import { noVariables } from './variable-facts.ts';

const home: FilePlace = { in: 'home', path: '.codex/config.toml', variable: 'CODEX_HOME' };
const approvalMode = oneWord('auto prompt writes approve');

/** Asked: with another value of one, it loads no server. */
const otherProperties: PropertyFacts = {
  ...withValue(
    'string',
    'chatgpt_base_url default_permissions developer_instructions instructions log_dir mcp_oauth_callback_url model model_instructions_file model_provider model_reasoning_effort oss_provider review_model service_tier',
  ),
  ...withValue(
    'boolean',
    'allow_login_shell check_for_update_on_startup disable_paste_burst hide_agent_reasoning show_raw_agent_reasoning suppress_unstable_features_warning',
  ),
  ...withValue('strings', 'notify project_doc_fallback_filenames project_root_markers'),
  ...withValue(
    'object',
    'agents analytics apps features feedback hooks marketplaces memories model_providers notice otel permissions plugins profiles shell_environment_policy tools tui windows',
  ),
  projects: {
    ...{ value: 'object', otherwise: 'skips' },
    each: { value: 'object', otherwise: 'skips', keys: { trust_level: oneWord('trusted untrusted') } },
  },
  ...withValue('count', 'project_doc_max_bytes tool_output_token_limit'),
  approval_policy: { ...oneWord('untrusted on-failure on-request never'), value: 'stringOrObject' },
  ...withValue('port', 'mcp_oauth_callback_port'),
  approvals_reviewer: oneWord('user auto_review guardian_subagent'),
  cli_auth_credentials_store: oneWord('file keyring auto ephemeral'),
  file_opener: oneWord('vscode vscode-insiders windsurf cursor none'),
  forced_login_method: oneWord('chatgpt api'),
  mcp_oauth_credentials_store: oneWord('auto file keyring'),
  model_reasoning_summary: oneWord('auto concise detailed none'),
  model_verbosity: oneWord('low medium high'),
  personality: oneWord('none friendly pragmatic'),
  sandbox_mode: oneWord('read-only workspace-write danger-full-access'),
  web_search: oneWord('disabled cached indexed live'),
};

/** What the organization allows. */
const requirements: FilePlace = { in: 'system', path: '/etc/codex/requirements.toml' };
const servers = {
  dialect: 'codex',
  layout: 'codex',
  root: ['mcp_servers'],
  refusedProperty: 'profile',
  refusesBroken: true,
  refusesOtherMap: true,
  inPlace: { folder: 'refused', circle: 'refused', device: 'refused' },
  otherProperties,
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
  variables: { ...noVariables, tilde: [] },
  source: {
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
    fromEnvironment: { env: 'env_vars', headers: 'env_http_headers', bearer: 'bearer_token_env_var' },
  },
  agent: {
    version: '0.171.0',
    readIn: 'openai/codex',
    evidence: 'code',
    readsShared: false,
    files: [
      { ...servers, in: 'system', path: '/etc/codex/managed_config.toml', scope: 'managed' },
      { ...servers, in: 'repository', path: '.codex/config.toml', gate: 'trust' },
      { ...servers, ...home },
      { ...servers, in: 'system', path: '/etc/codex/config.toml' },
      { ...servers, in: 'system', path: 'C:/ProgramData/OpenAI/Codex/config.toml' },
    ],
    unreadFiles: ['~/.config/codex/config.json', '~/.config/codex/config.toml'],
    plugins: [
      {
        kind: 'cache',
        store: { in: 'home', path: '.codex/plugins/cache', variable: 'CODEX_HOME', names: '.codex' },
        enabled: [{ in: 'repository', path: '.codex/config.toml', needsTrust: true }, home],
        path: ['plugins'],
        file: '.mcp.json',
        flat: true,
        manifest: {
          paths: ['.codex-plugin/plugin.json', '.claude-plugin/plugin.json'],
          servers: 'instead',
          isRequired: true,
        },
      },
    ],
    rootMarkers: { in: home, path: ['project_root_markers'] },
    merging: 'deep',
    switches: [
      {
        in: [requirements],
        path: ['mcp_servers'],
        effect: 'only',
        countsEmpty: true,
        identifies: true,
        sparesPlugins: true,
      },
    ],
    off: [{ kind: 'entry' }],
    invalidEntry: 'refused',
    trust: {
      in: [home],
      of: 'file',
      ofMain: 'also',
      ofBare: 'parent',
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
        env_vars: {
          ...{ on: 'stdio', elsewhere: 'skips', value: 'array', otherwise: 'skips' },
          each: {
            value: 'stringOrObject',
            otherwise: 'skips',
            keys: {
              name: { value: 'string', otherwise: 'skips' },
              source: { value: 'string', oneOf: ['local', 'remote'], otherwise: 'skips' },
            },
          },
        },
        cwd: { on: 'stdio', elsewhere: 'skips', value: 'string', otherwise: 'skips' },
        experimental_environment: { on: 'stdio', elsewhere: 'skips', value: 'any' },
        bearer_token_env_var: { on: 'remote', elsewhere: 'skips', value: 'string', otherwise: 'skips' },
        http_headers: { on: 'remote', elsewhere: 'skips', value: 'stringMap', otherwise: 'skips' },
        env_http_headers: { on: 'remote', elsewhere: 'skips', value: 'stringMap', otherwise: 'skips' },
        http_headers_helper: { on: 'remote', elsewhere: 'skips', value: 'word', otherwise: 'skips' },
        oauth: {
          ...{ on: 'remote', elsewhere: 'skips', value: 'object', otherwise: 'skips' },
          keys: {
            client_id: { value: 'string', otherwise: 'skips' },
            callback_port: { value: 'port', otherwise: 'skips' },
            callback_url: { value: 'string', otherwise: 'skips' },
          },
        },
        oauth_resource: { on: 'remote', elsewhere: 'skips', value: 'string', otherwise: 'skips' },
        auth: {
          ...{ on: 'remote', elsewhere: 'skips', value: 'string', otherwise: 'skips' },
          oneOf: ['oauth', 'chatgpt', 'ema_auth'],
        },
        scopes: { on: 'remote', elsewhere: 'skips', value: 'strings', otherwise: 'skips' },
        startup_timeout_sec: { value: 'seconds', otherwise: 'skips' },
        startup_timeout_ms: { value: 'count', otherwise: 'skips' },
        tool_timeout_sec: { value: 'seconds', otherwise: 'skips' },
        enabled_tools: { value: 'strings', otherwise: 'skips' },
        disabled_tools: { value: 'strings', otherwise: 'skips' },
        tools: {
          value: 'object',
          otherwise: 'skips',
          each: { value: 'object', otherwise: 'skips', keys: { approval_mode: approvalMode } },
        },
        default_tools_approval_mode: approvalMode,
        supports_parallel_tool_calls: { value: 'boolean', otherwise: 'skips' },
        environment_id: { value: 'string', otherwise: 'skips' },
        name: { value: 'string', otherwise: 'skips' },
        required: { value: 'boolean', otherwise: 'skips' },
        bearer_token: { value: 'never', otherwise: 'skips' },
      },
    },
    // Older versions accept fewer characters: 0.165 no `/`, `:`, and `@`.
    names: { invalid: /[^\w./:@-]|^$/ },
    protocol: { offers: '2025-06-18' },
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
