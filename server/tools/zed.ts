/** Zed. */
import * as l10n from '@vscode/l10n';
import { basic } from './target-format.ts';
import type { Tool } from './tool.ts';

export const zed: Tool = {
  id: 'zed',
  name: 'Zed',
  files: [
    { project: ['.zed/settings.json'], user: ['.config/zed/settings.json', 'AppData/Roaming/Zed/settings.json'] },
  ],
  serverKeys: { source: 'remove' },
  topKeys: { context_servers: 'same:mcpServers' },
  isLooseJson: true,
  source: {
    noVariables: true,
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
    variables: 'none',
  },
};
