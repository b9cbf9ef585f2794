/** Cursor (facts/readers.md, 4). Its code isn't public, so most facts are from its documentation. */
import * as l10n from '@vscode/l10n';
import { basic, same } from './target-format.ts';
import type { Tool } from './tool.ts';

// Whether comments are accepted isn't known, so they aren't reported.
const servers = {
  dialect: 'cursor',
  layout: 'mcpServers',
  root: ['mcpServers'],
  syntax: 'jsonc',
  acceptsByteOrderMark: true,
} as const;

const any = { value: 'any' } as const;

export const cursor: Tool = {
  id: 'cursor',
  name: 'Cursor',
  files: [{ project: ['.cursor/mcp.json'], user: ['.cursor/mcp.json'] }],
  serverKeys: { envFile: { remedy: 'list-variables', isShared: true } },
  schemas: [['cursor', 'mcp']],
  movable: { path: '.cursor/mcp.json', root: ['mcpServers'] },
  dotFolders: ['cursor'],
  variables: { forms: ['env'], in: ['command', 'args', 'env', 'url', 'headers', 'auth'], isOpen: true },
  source: { serversOnly: true },
  newFile: '.cursor/mcp.json',
  target: {
    root: 'mcpServers',
    // Cursor tries both transports of a URL.
    types: {},
    keys: { ...basic, ...same('envFile') },
    oauth: {
      key: 'auth',
      names: { clientId: 'CLIENT_ID', clientSecret: 'CLIENT_SECRET', scope: 'scopes' },
      scopeList: true,
      needsClient: true,
    },
  },
  agent: {
    version: '2026',
    readIn: 'cursor.com/docs/mcp',
    evidence: 'documentation',
    readsShared: false,
    files: [
      // Since 3.20.
      { ...servers, in: 'project', path: '.cursor/mcp.json', gate: 'approval', gateEvidence: 'discussion' },
      { ...servers, in: 'home', path: '.cursor/mcp.json' },
    ],
    plugins: [
      {
        ...{ kind: 'folder', isUnread: true, enabled: [], path: [], file: 'mcp.json' },
        store: { in: 'home', path: '.cursor/plugins/local' },
        manifest: { paths: ['.cursor-plugin/plugin.json'], servers: 'before', isRequired: true },
      },
    ],
    merging: 'whole',
    switches: [
      {
        in: [{ in: 'home', path: '.cursor/projects/{project}/mcp-approvals.json' }],
        path: [],
        effect: 'approve',
        gate: 'approval',
        compare: 'hashed',
        evidence: 'discussion',
      },
    ],
    off: [
      {
        kind: 'manual',
        how: () => l10n.t("Cursor keeps this in its own state. Turn the server off in Cursor's settings."),
      },
    ],
    format: {
      type: 'type',
      types: { stdio: 'stdio', http: 'http', sse: 'sse', 'streamable-http': 'http', streamableHttp: 'http' },
      untypedUrl: 'http',
      unknownType: 'uncertain',
      properties: {
        args: { on: 'stdio', value: 'strings' },
        env: { on: 'stdio', value: 'stringMap' },
        disabled: { value: 'any', isUncertain: true },
        enabled: { value: 'any', isUncertain: true },
        envFile: { on: 'stdio', value: 'string' },
        headers: { on: 'remote', value: 'stringMap' },
        auth: { on: 'remote', value: 'any', keys: { CLIENT_ID: any, CLIENT_SECRET: any, scopes: any } },
      },
    },
    names: {},
    check: ['agent mcp list'],
    reload: { kind: 'restart', evidence: 'assumed' },
    isApp: true,
    traces: { project: ['.cursor'], home: ['.cursor'], command: 'cursor-agent' },
  },
};
