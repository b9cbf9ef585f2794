/** Codex (facts/readers.md, 5). */
import { stringValue } from '../config/json.ts';
import type { AgentTable, FilePlace } from './agent-table.ts';
import { folderSettings } from './folder-trust.ts';

const home: FilePlace = { in: 'home', path: '.codex/config.toml', variable: 'CODEX_HOME' };
const servers = {
  dialect: 'codex',
  layout: 'codex',
  root: ['mcp_servers'],
  refusesBroken: true,
  refusesOtherMap: true,
} as const;

export const codex: AgentTable = {
  id: 'codex',
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
    paths: ['projects.*.trust_level'],
    of: 'file',
    rules: folderSettings(['projects'], 'trust_level', (value) => stringValue(value) === 'trusted'),
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
  traces: { project: ['.codex'], home: ['.codex'], command: 'codex' },
};
