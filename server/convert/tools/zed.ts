/** Zed. */
import * as l10n from '@vscode/l10n';
import { timeoutFromSeconds, unsupported } from '../common-keys.ts';
import { basic } from '../target-format.ts';
import type { ToolFormat } from '../tool-format.ts';

export const zed: ToolFormat = {
  noVariables: true,
  defaultRemoteType: 'http',
  timeout: { path: ['context_server_timeout'], key: 'timeout' },
  keys: {
    timeout: timeoutFromSeconds,
    remote: unsupported('host'),
    source: (draft, value, key) => {
      if (value !== 'custom') draft.lose(key, l10n.t('The server is provided by a Zed extension.'));
    },
  },
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
