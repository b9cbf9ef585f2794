/** OpenCode (facts/readers.md, 7). */

import { type AgentData, type FilePlace, oneWord, type PropertyFacts, withValue } from './agent-facts.ts';
import { readOpencodeList } from './listing.ts';
import { onlyDisabled } from './source-format.ts';
import { basic, same } from './target-format.ts';
import type { Tool } from './tool.ts';
import type { VariableFacts } from './variable-facts.ts';

/** Asked: with another value of one, it loads no server. */
export const opencodeProperties: PropertyFacts = {
  ...withValue('string', '$schema default_agent model small_model username'),
  ...withValue('object', 'agent command compaction experimental mode provider server tools'),
  ...withValue('strings', 'disabled_providers enabled_providers instructions'),
  ...withValue('array', 'plugin'),
  ...withValue('boolean', 'autoshare'),
  ...withValue('booleanOrObject', 'formatter lsp'),
  permission: { ...oneWord('allow ask deny'), value: 'stringOrObject' },
  share: oneWord('manual auto disabled'),
};

const servers = {
  dialect: 'opencode',
  layout: 'opencode',
  root: ['mcp'],
  nested: { property: 'servers', off: 'disabled' },
  syntax: 'jsonc',
  acceptsByteOrderMark: true,
  acceptsEmpty: 'without-blanks',
  refusesBroken: true,
  refusesOtherRoot: true,
  refusesOtherMap: true,
  inPlace: { folder: 'refused', circle: 'refused' },
  otherProperties: opencodeProperties,
  references: { inComments: true },
} as const;
const both = (folder: string, where: FilePlace['in']): readonly FilePlace[] =>
  ['opencode.jsonc', 'opencode.json'].map((name) => ({ in: where, path: folder + name }));

const ofProject = (...files: readonly FilePlace[]) =>
  files.map((file) => ({ ...file, unlessVariable: 'OPENCODE_DISABLE_PROJECT_CONFIG' }) as const);

/** Files in the folder for settings of programs. */
export const inConfigFolder = <T extends FilePlace>(...files: readonly T[]) =>
  files.map((file) => ({ ...file, variable: 'XDG_CONFIG_HOME', names: '.config' }) as const);

/** In the text, before it's parsed. */
export const opencodeVariables: VariableFacts = { forms: ['curly'], unset: 'empty', tilde: [] };

export const opencodeAgent: AgentData = {
  version: '1.18.34',
  readIn: 'opencode-ai',
  evidence: 'code',
  readsShared: false,
  files: [
    ...both('/etc/opencode/', 'system'),
    ...both('/Library/Application Support/opencode/', 'system'),
    ...both('C:/ProgramData/opencode/', 'system'),
    { in: 'environment', path: 'OPENCODE_CONFIG_CONTENT' } as const,
    ...both('', 'home').map((file) => ({ ...file, variable: 'OPENCODE_CONFIG_DIR', onlyByVariable: true }) as const),
    ...both('.opencode/', 'home'),
    ...ofProject(...both('.opencode/', 'outward'), ...both('', 'worktree')),
    { in: 'home', path: 'opencode.json', variable: 'OPENCODE_CONFIG', names: 'file', onlyByVariable: true } as const,
    ...inConfigFolder(...both('.config/opencode/', 'home'), { in: 'home', path: '.config/opencode/config.json' }),
  ].map((file) => ({ ...servers, ...file })),
  unreadFiles: [
    '.opencode.json',
    '~/.opencode.json',
    '~/opencode.json',
    '~/.config/opencode/mcp.json',
    '~/.local/share/opencode/opencode.json',
  ],
  merging: 'deep',
  invalidEntry: 'refused-by-file',
  switches: [],
  off: [{ kind: 'entry' }],
  format: {
    type: 'type',
    types: { local: 'stdio', remote: 'http' },
    untypedUrl: 'skips',
    requiresType: true,
    commandIsList: true,
    loadsEmptyCommand: true,
    loadsEmptyUrl: true,
    onlyEnabled: true,
    disabledBy: 'disabled',
    properties: {
      enabled: { value: 'boolean', otherwise: 'skips' },
      disabled: { value: 'boolean' },
      environment: { on: 'stdio', value: 'stringMap', otherwise: 'skips' },
      cwd: { on: 'stdio', value: 'string', otherwise: 'skips' },
      headers: { on: 'remote', value: 'stringMap', otherwise: 'skips' },
      oauth: {
        ...{ on: 'remote', value: 'objectOrFalse', otherwise: 'skips' },
        keys: {
          clientId: { value: 'string', otherwise: 'skips' },
          clientSecret: { value: 'string', otherwise: 'skips' },
          scope: { value: 'string', otherwise: 'skips' },
          callbackPort: { value: 'port', otherwise: 'skips' },
          redirectUri: { value: 'string', otherwise: 'skips' },
        },
      },
      timeout: { value: 'positiveIntegerOrObject', otherwise: 'skips' },
    },
  },
  // As a key of an object, it sets something else.
  names: { invalid: /^__proto__$/ },
  protocol: { offers: '2025-11-25', accepts: ['2025-06-18', '2025-03-26', '2024-11-05'] },
  check: ['opencode mcp list'],
  list: { args: ['mcp', 'list'], contacts: 'servers', read: readOpencodeList },
  reload: { kind: 'restart' },
  traces: {
    project: ['.opencode', 'opencode.json', 'opencode.jsonc'],
    home: ['.config/opencode'],
    command: 'opencode',
  },
};

export const opencode: Tool = {
  id: 'opencode',
  name: 'OpenCode',
  files: [
    {
      project: ['.opencode/opencode.jsonc', '.opencode/opencode.json', 'opencode.jsonc', 'opencode.json'],
      user: ['.config/opencode/opencode.jsonc', '.config/opencode/opencode.json'],
    },
  ],
  serverKeys: { environment: 'same:env' },
  topKeys: { mcp: 'same:mcpServers' },
  schemas: [['opencode.ai', '/config']],
  isLooseJson: true,
  adds: {
    program: 'opencode',
    valued: { '--env': 'env', '--url': 'url', '--header': 'header' },
    flags: ['--global'],
  },
  variables: opencodeVariables,
  source: {
    remoteIsUntyped: true,
    timeout: { path: ['mcp', 'timeout'], key: 'timeout' },
    // Version 1 has no `disabled`, and version 2 no `enabled`. `timeout` is a number, or an object.
    keys: {
      ...onlyDisabled,
      timeout: { to: 'timeout', keys: { request: { to: 'timeout' }, startup: { like: 'startup_timeout_ms' } } },
    },
  },
  newFile: 'opencode.json',
  target: {
    root: 'mcp',
    types: { stdio: 'local', http: 'remote', sse: 'remote' },
    untyped: 'address',
    keys: { ...basic, env: 'environment' },
    commandList: true,
    timeout: { key: 'timeout', unit: 'ms', least: 1 },
    enabled: true,
    oauth: { key: 'oauth', names: same('clientId', 'clientSecret', 'scope', 'callbackPort', 'redirectUri') },
  },
  agent: opencodeAgent,
};
