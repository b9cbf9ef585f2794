/** Gemini CLI (facts/readers.md, 6). */

import { type AddCommand, usualOptions } from './add-command.ts';
import type { EntryFormat, FilePlace, ServersFile } from './agent-facts.ts';
import { readGeminiList } from './listing.ts';
import { basic, remoteTyped, same } from './target-format.ts';
import type { Tool } from './tool.ts';

const folders = ['/etc/gemini-cli', '/Library/Application Support/GeminiCli', 'C:/ProgramData/gemini-cli'];
const system = (name: string, ...ownedVariables: NonNullable<FilePlace['ownedVariables']>): readonly FilePlace[] =>
  folders.map((folder) => ({ in: 'system', path: `${folder}/${name}`, ownedVariables }));
const variable = 'GEMINI_CLI_SYSTEM_SETTINGS_PATH';
const systemSettings = system('settings.json', variable);
// By default, they are beside the settings.
const systemDefaults = system('system-defaults.json', variable, 'GEMINI_CLI_SYSTEM_DEFAULTS_PATH');
const project: FilePlace = { in: 'project', path: '.gemini/settings.json' };
const inHome = (name: string): FilePlace => ({
  in: 'home',
  path: `.gemini/${name}`,
  variable: 'GEMINI_CLI_HOME',
  names: 'home',
});
const user = inHome('settings.json');
const enablement: FilePlace = { ...inHome('mcp-server-enablement.json'), ignoredUnless: {} };
const settings = [...systemSettings, project, user, ...systemDefaults];
const servers = {
  dialect: 'gemini-cli',
  layout: 'mcpServers',
  root: ['mcpServers'],
  syntax: 'comments',
  refusesBroken: true,
  refusesOtherRoot: true,
  inPlace: { folder: 'refused' },
  otherProperties: {
    security: { value: 'object', otherwise: 'skips' },
    mcp: {
      value: 'any',
      keys: {
        allowed: { value: 'any', each: { value: 'string', otherwise: 'skips' } },
        excluded: {
          value: 'stringOrArray',
          orNull: true,
          otherwise: 'skips',
          each: { value: 'string', otherwise: 'skips' },
        },
      },
    },
  },
} as const satisfies Partial<ServersFile>;

/** Qwen Code, its fork, has the same. */
export const addOptions: Omit<AddCommand, 'program'> = {
  valued: {
    ...usualOptions,
    '--timeout': 'timeout',
    '--description': 'description',
    '--include-tools': 'includeTools',
    '--exclude-tools': 'excludeTools',
  },
  flags: ['--trust'],
  keys: [
    { from: 'timeout' },
    { from: 'description' },
    { from: 'includeTools', as: 'list' },
    { from: 'excludeTools', as: 'list' },
    { from: '--trust', key: 'trust', value: true },
  ],
};

/**
 * Those of Gemini CLI, which Qwen Code was made from. Asked with a server that answers: it lists one that it can't start,
 * too, and without `args` that are a list, its listing ends with an error.
 */
export const geminiProperties: EntryFormat['properties'] = {
  args: { on: 'stdio', value: 'array', orNull: true, otherwise: 'skips' },
  env: { on: 'stdio', value: 'object', orNull: true, each: { value: 'stringOrNull', otherwise: 'skips' } },
  cwd: { on: 'stdio', value: 'stringOrNull', otherwise: 'skips' },
  headers: { on: 'remote', value: 'object', orNull: true, each: { value: 'stringOrNull', otherwise: 'skips' } },
  timeout: { value: 'number', orNull: true, otherwise: 'skips' },
  trust: { value: 'any' },
  description: { value: 'any' },
  includeTools: { value: 'any' },
  excludeTools: { value: 'any' },
  oauth: { on: 'remote', value: 'any' },
  authProviderType: { on: 'remote', value: 'any' },
  targetAudience: { on: 'remote', value: 'any' },
  targetServiceAccount: { on: 'remote', value: 'any' },
};

export const geminiCli: Tool = {
  id: 'gemini-cli',
  name: 'Gemini CLI',
  aliases: ['gemini'],
  files: [{ project: [project.path, 'gemini-extension.json'], user: [user.path] }],
  serverKeys: { httpUrl: 'address', trust: 'remove', includeTools: 'remove', excludeTools: 'remove' },
  schemas: [['gemini-cli', 'settings']],
  hostVariables: ['extensionPath', 'workspacePath'],
  dotFolders: ['gemini'],
  adds: { program: 'gemini', ...addOptions },
  variables: { forms: ['braces', 'default', 'dollar'], tilde: [] },
  source: {
    serverFilter: 'names',
    tellingKeys: ['targetAudience', 'targetServiceAccount'],
    keys: { url: { unless: 'httpUrl' } },
  },
  newFile: project.path,
  target: {
    root: 'mcpServers',
    types: remoteTyped,
    keys: { ...basic, cwd: 'cwd' },
    timeout: { key: 'timeout', unit: 'ms', least: 1 },
    excluded: ['mcp', 'excluded'],
    oauth: {
      key: 'oauth',
      names: { ...same('clientId', 'clientSecret', 'redirectUri'), scope: 'scopes' },
      scopeList: true,
      fixed: { enabled: true },
    },
  },
  agent: {
    version: '0.61.0',
    readIn: 'google-gemini/gemini-cli',
    evidence: 'code',
    readsShared: false,
    files: [...systemSettings, project, user, ...systemDefaults].map((file) => ({
      ...servers,
      ...file,
    })),
    merging: 'whole',
    plugins: [
      {
        kind: 'extensions',
        store: inHome('extensions'),
        enabled: [],
        path: [],
        file: 'gemini-extension.json',
        requires: ['name', 'version'],
      },
    ],
    invalidEntry: 'holds-name',
    refusesNull: true,
    switches: [
      { in: settings, path: ['mcp', 'allowed'], effect: 'only', compare: 'trimmed' },
      { in: settings, path: ['mcp', 'excluded'], effect: 'off', compare: 'trimmed' },
      { in: [enablement], path: [], effect: 'off-by-map', compare: 'lower-case' },
    ],
    off: [{ kind: 'map', at: enablement }],
    trust: {
      in: [{ ...inHome('trustedFolders.json'), fileVariable: 'GEMINI_CLI_TRUSTED_FOLDERS_PATH' }],
      of: 'start',
      isRelativeToStart: true,
      followsLinks: true,
      answers: {
        kind: 'words',
        words: { TRUST_FOLDER: 'trusted', TRUST_PARENT: 'parent', DO_NOT_TRUST: 'untrusted' },
      },
      variable: 'GEMINI_CLI_TRUST_WORKSPACE',
      offBy: { in: [...systemSettings, user], path: ['security', 'folderTrust', 'enabled'] },
      gatesAll: true,
      refusesBroken: true,
    },
    format: {
      type: 'type',
      types: { http: 'http', sse: 'sse' },
      untypedUrl: 'http',
      unknownType: 'ignored',
      typeNeedsUrl: true,
      urls: { httpUrl: 'http', url: 'http' },
      both: 'url',
      silent: true,
      properties: geminiProperties,
    },
    // As a key of an object, it sets something else.
    names: { invalid: /^__proto__$/ },
    environment: [
      {
        kind: 'env',
        in: (['upward', 'home'] as const).flatMap((where) =>
          ['.gemini/.env', '.env'].map((path) => ({ in: where, path })),
        ),
      },
    ],
    protocol: { offers: '2025-06-18', accepts: ['2025-03-26', '2024-11-05'] },
    check: ['gemini mcp list', '/mcp list'],
    list: { args: ['mcp', 'list'], contacts: 'servers', read: readGeminiList },
    reload: { kind: 'restart' },
    traces: { project: ['.gemini', 'GEMINI.md'], home: ['.gemini/settings.json'], command: 'gemini' },
  },
};
