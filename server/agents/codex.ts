/** Codex (facts/readers.md, 5). */
import type { AgentTable, FilePlace } from './agent-table.ts';

const home: FilePlace = { in: 'home', path: '.codex/config.toml', variable: 'CODEX_HOME' };
const servers = { dialect: 'codex', layout: 'codex', root: ['mcp_servers'] } as const;

export const codex: AgentTable = {
  id: 'codex',
  version: '0.169.0',
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
  trust: { in: [home], path: ['projects', '*', 'trust_level'], value: 'trusted' },
  format: {
    type: 'type',
    types: {},
    untypedUrl: 'http',
    unknownType: 'ignored',
    properties: {
      enabled: { value: 'boolean' },
      args: { on: 'stdio', value: 'strings', otherwise: 'skips' },
      env: { on: 'stdio', value: 'stringMap', otherwise: 'skips' },
      env_vars: { on: 'stdio' },
      cwd: { on: 'stdio', value: 'string', otherwise: 'skips' },
      experimental_environment: { on: 'stdio' },
      bearer_token_env_var: { on: 'remote', value: 'string', otherwise: 'skips' },
      http_headers: { on: 'remote', value: 'stringMap', otherwise: 'skips' },
      env_http_headers: { on: 'remote', value: 'stringMap', otherwise: 'skips' },
      http_headers_helper: { on: 'remote' },
      oauth: { on: 'remote' },
      oauth_resource: { on: 'remote' },
      auth: { on: 'remote' },
      scopes: { on: 'remote' },
      startup_timeout_sec: {},
      startup_timeout_ms: {},
      tool_timeout_sec: {},
      enabled_tools: {},
      disabled_tools: {},
      tools: {},
      required: {},
    },
  },
  names: { invalid: /[^\w-]|^$/ },
  variables: { forms: [], in: [] },
  protocol: '2025-06-18',
  check: ['codex mcp list', '/mcp'],
  traces: { project: ['.codex'], home: ['.codex'], command: 'codex' },
};
