/** Cursor. */
import { basic, same } from '../target-format.ts';
import type { ToolFormat } from '../tool-format.ts';

export const cursor: ToolFormat = {
  serversOnly: true,
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
    variables: 'env',
  },
};
