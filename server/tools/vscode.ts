/** VS Code's own client for tool servers (facts/readers.md, 2). */
import * as l10n from '@vscode/l10n';
import type { ToolId } from '../../common/generated/tools.ts';
import type { FilePlace, ServersFile } from './agent-facts.ts';
import { copilotPolicyFolders } from './copilot-cli.ts';
import { basic, same, typed } from './target-format.ts';
import { inApplications, type Tool } from './tool.ts';
import { noVariables, unknownVariables } from './variable-facts.ts';

const users = ['.config', 'Library/Application Support', 'AppData/Roaming'].map((folder) => `${folder}/Code/User`);
const inUser = (path: string): readonly FilePlace[] =>
  users.map((folder) => ({ in: 'home', path: `${folder}/${path}` }));
const settings: readonly FilePlace[] = [{ in: 'project', path: '.vscode/settings.json' }, ...inUser('settings.json')];

/** Its client replaces it in each server that it starts. */
const tilde = ['command', 'args', 'cwd'];

/** Extensions start their servers themselves, and which plugins are turned on is in VS Code's own state. */
const unread = { isUnread: true, enabled: [], path: [], file: 'mcp.json' } as const;

/** A file of another tool, which is read only if the user turns that on. */
const discovered = (id: string, dialect: ToolId, file: FilePlace): ServersFile => ({
  ...file,
  dialect,
  layout: 'mcpServers',
  root: ['mcpServers'],
  variables: unknownVariables,
  onlyIf: { in: settings, path: ['chat.mcp.discovery.enabled', id] },
});

const own = {
  dialect: 'vscode',
  layout: 'vscode',
  root: ['servers'],
  inputs: 'inputs',
  syntax: 'jsonc',
  acceptsByteOrderMark: true,
} as const;

export const vscode: Tool = {
  id: 'vscode',
  name: 'VS Code',
  files: [
    {
      project: ['.vscode/mcp.json', '.devcontainer/devcontainer.json', '.devcontainer.json'],
      user: inApplications('Code/User/mcp.json'),
    },
  ],
  serverKeys: {
    envFile: { remedy: 'list-variables', isShared: true },
    dev: 'remove',
    sandbox: 'remove',
    sandboxEnabled: 'remove',
    gallery: 'remove',
    version: 'remove',
  },
  topKeys: { servers: 'same:mcpServers', inputs: 'no-prompts' },
  schemas: [
    ['vscode', 'mcp'],
    ['visualstudio', 'mcp'],
  ],
  hostVariables: ['workspaceFolder', 'workspaceFolderBasename', 'workspaceRoot', 'userHome', 'pathSeparator'],
  movable: { path: '.vscode/mcp.json', root: ['servers'] },
  isLooseJson: true,
  variables: { forms: ['env'], unset: 'empty', tilde, folders: { workspaceFolder: 'project', userHome: 'home' } },
  source: { serversOnly: true },
  newFile: '.vscode/mcp.json',
  target: {
    root: 'servers',
    types: typed,
    keys: { ...basic, ...same('cwd', 'envFile') },
    oauth: { key: 'oauth', names: same('clientId') },
  },
  agent: {
    version: '1.139.1',
    readIn: 'code-server',
    evidence: 'code',
    readsShared: true,
    files: [
      { ...own, in: 'project', path: '.vscode/mcp.json' },
      {
        in: 'project',
        path: '.mcp.json',
        dialect: 'claude-code',
        layout: 'own',
        root: ['mcpServers'],
        flat: true,
        syntax: 'jsonc',
        acceptsByteOrderMark: true,
        variables: { ...noVariables, tilde },
      },
      discovered('cursor-workspace', 'cursor', { in: 'project', path: '.cursor/mcp.json' }),
      ...inUser('mcp.json').map((file) => ({ ...own, ...file, evidence: 'documentation' }) as const),
      ...['.config', 'Library/Application Support', 'AppData/Roaming'].map((folder) =>
        discovered('claude-desktop', 'claude-desktop', {
          in: 'home',
          path: `${folder}/Claude/claude_desktop_config.json`,
        }),
      ),
      discovered('windsurf', 'windsurf', { in: 'home', path: '.codeium/windsurf/mcp_config.json' }),
      discovered('cursor-global', 'cursor', { in: 'home', path: '.cursor/mcp.json' }),
      discovered('copilot', 'copilot-cli', { in: 'home', path: '.copilot/mcp-config.json', variable: 'COPILOT_HOME' }),
    ],
    unreadFiles: ['mcp.json'],
    plugins: [
      { ...unread, kind: 'addresses', store: { in: 'home', path: '.vscode/agent-plugins/installed.json' } },
      { ...unread, kind: 'contributions', store: { in: 'home', path: '.vscode/extensions' } },
    ],
    policyFolders: copilotPolicyFolders,
    merging: 'whole',
    switches: [],
    off: [
      {
        kind: 'manual',
        how: () => l10n.t('VS Code keeps this in its own state. Run "MCP: List Servers" and select the server.'),
      },
    ],
    format: {
      type: 'type',
      types: { stdio: 'stdio', http: 'http', 'streamable-http': 'http', sse: 'sse' },
      untypedUrl: 'http',
      silent: true,
      properties: {
        args: { on: 'stdio', value: 'strings' },
        env: { on: 'stdio', value: 'scalarMap' },
        headers: { on: 'remote', value: 'stringMap' },
      },
    },
    names: { ignoresCase: true },
    protocol: { offers: '2025-11-25' },
    check: ['MCP: List Servers'],
    reload: { kind: 'automatic' },
    isApp: true,
    traces: { project: ['.vscode/mcp.json'], home: users.map((folder) => `${folder}/mcp.json`) },
  },
};
