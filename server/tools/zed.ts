/** Zed. */
import * as l10n from '@vscode/l10n';
import { simpleAgent } from './simple-agent.ts';
import { basic } from './target-format.ts';
import type { Tool } from './tool.ts';
import { noVariables } from './variable-facts.ts';

export const zed: Tool = {
  id: 'zed',
  name: 'Zed',
  files: [
    { project: ['.zed/settings.json'], user: ['.config/zed/settings.json', 'AppData/Roaming/Zed/settings.json'] },
  ],
  serverKeys: { source: 'remove' },
  topKeys: { context_servers: 'same:mcpServers' },
  isLooseJson: true,
  variables: noVariables,
  source: {
    defaultRemoteType: 'http',
    timeout: { path: ['context_server_timeout'], key: 'timeout' },
    keys: {
      timeout: { like: 'tool_timeout_sec' },
      remote: { lost: 'host' },
      source: { lost: () => l10n.t('The server is provided by a Zed extension.'), when: (value) => value !== 'custom' },
    },
  },
  newFile: '.zed/settings.json',
  target: {
    root: 'context_servers',
    types: {},
    untyped: 'http',
    keys: basic,
    requiresArgs: true,
    timeout: { key: 'timeout', unit: 's', least: 1 },
    enabled: true,
    oauth: { key: 'oauth', names: { clientId: 'client_id', clientSecret: 'client_secret' } },
  },
  agent: simpleAgent({
    isApp: true,
    version: '1',
    readIn: 'zed.dev/docs/worktree-trust',
    evidence: 'documentation',
    files: [
      // Which folders it trusts is in its own state.
      { in: 'project', path: '.zed/settings.json', root: ['context_servers'], dialect: 'zed', asks: true },
      ...['.config/zed/settings.json', 'AppData/Roaming/Zed/settings.json'].map(
        (path) => ({ in: 'home', path, root: ['context_servers'], dialect: 'zed' }) as const,
      ),
    ],
    off: 'enabled',
    command: 'zed',
  }),
};
