/** Qwen Code, which is based on Gemini CLI. */

import type { FilePlace, ServersFile } from './agent-facts.ts';
import { addOptions, geminiProperties } from './gemini-cli.ts';
import { readGeminiList } from './listing.ts';
import { basic, remoteTyped, same } from './target-format.ts';
import type { Tool } from './tool.ts';
import { noVariables } from './variable-facts.ts';

const folders = ['/etc/qwen-code', '/Library/Application Support/QwenCode', 'C:/ProgramData/qwen-code'];
const system = (name: string, fileVariable: NonNullable<FilePlace['fileVariable']>): readonly FilePlace[] =>
  folders.map((folder) => ({ in: 'system', path: `${folder}/${name}`, fileVariable }));
const systemSettings = system('settings.json', 'QWEN_CODE_SYSTEM_SETTINGS_PATH');
const systemDefaults = system('system-defaults.json', 'QWEN_CODE_SYSTEM_DEFAULTS_PATH');
const project: FilePlace = { in: 'project', path: '.qwen/settings.json' };
const inHome = (name: string): FilePlace => ({
  in: 'home',
  path: `.qwen/${name}`,
  variable: 'QWEN_HOME',
  expandsTilde: true,
});
const user = inHome('settings.json');
const settings = [...systemSettings, project, user];
const inSettings = (file: FilePlace): ServersFile => ({
  ...file,
  dialect: 'qwen-code',
  layout: 'mcpServers',
  root: ['mcpServers'],
  syntax: 'comments',
  acceptsByteOrderMark: true,
  refusesOtherRoot: true,
  inPlace: { folder: 'refused' },
});
const gate = { gate: 'approval' } as const;

export const qwenCode: Tool = {
  id: 'qwen-code',
  name: 'Qwen Code',
  aliases: ['qwen'],
  files: [{ project: [project.path], user: [user.path] }],
  adds: { program: 'qwen', ...addOptions, acceptsJson: true },
  // `${X:-default}` is a name of a variable.
  variables: { forms: ['braces', 'dollar'], tilde: [] },
  source: {
    extends: 'gemini-cli',
    defaultRemoteType: 'sse',
    serverFilter: 'globs',
    tellingKeys: ['discoveryTimeoutMs', 'versionNegotiation'],
    keys: { discoveryTimeoutMs: { like: 'startup_timeout_ms' }, versionNegotiation: { lost: 'host' } },
  },
  newFile: project.path,
  target: {
    root: 'mcpServers',
    // Without one, a URL is of an SSE server.
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
    version: '0.24.4',
    readIn: '@qwen-code/qwen-code',
    evidence: 'code',
    readsShared: 'if-used',
    files: [
      ...systemSettings.map(inSettings),
      { ...inSettings(project), ...gate },
      {
        in: 'project',
        path: '.mcp.json',
        dialect: 'claude-code',
        layout: 'own',
        root: ['mcpServers'],
        syntax: 'comments',
        variables: { ...noVariables, tilde: [] },
        ...gate,
      },
      // It makes a copy of a broken one, and ends.
      { ...inSettings(user), refusesBroken: true },
      ...systemDefaults.map(inSettings),
    ],
    merging: 'whole',
    plugins: [
      {
        kind: 'extensions',
        store: inHome('extensions'),
        enabled: [],
        path: [],
        file: 'qwen-extension.json',
        requires: ['name'],
      },
    ],
    invalidEntry: 'holds-name',
    switches: [
      { in: settings, path: ['mcp', 'allowed'], effect: 'only', compare: 'glob' },
      { in: settings, path: ['mcp', 'excluded'], effect: 'off', compare: 'glob' },
      // By project and name, with a hash of the entry, which isn't computed here.
      { in: [inHome('mcpApprovals.json')], path: ['*'], effect: 'answered', gate: 'approval' },
    ],
    off: [{ kind: 'list', at: user, path: ['mcp', 'excluded'] }],
    format: {
      type: 'type',
      types: { http: 'http', sse: 'sse' },
      untypedUrl: 'sse',
      unknownType: 'ignored',
      typeNeedsUrl: true,
      urls: { httpUrl: 'http', url: 'sse' },
      silent: true,
      properties: {
        ...geminiProperties,
        env: { on: 'stdio', value: 'any' },
        headers: { on: 'remote', value: 'any' },
        timeout: { value: 'any' },
        discoveryTimeoutMs: { value: 'any' },
        versionNegotiation: { value: 'any' },
      },
    },
    names: {},
    environment: ['.qwen/.env', '.env'].map((path) => ({ kind: 'env', in: [{ in: 'home', path }] })),
    protocol: { offers: '2025-11-25', accepts: ['2025-06-18', '2025-03-26', '2024-11-05'] },
    check: ['qwen mcp list', '/mcp'],
    list: { args: ['mcp', 'list'], contacts: 'servers', read: readGeminiList },
    approve: 'qwen mcp approve',
    reload: { kind: 'restart' },
    traces: { project: ['.qwen', 'QWEN.md'], home: ['.qwen/settings.json'], command: 'qwen' },
  },
};
