/** Codex. */
import { unsupported } from '../common-keys.ts';
import { basic } from '../target-format.ts';
import type { ToolFormat } from '../tool-format.ts';

export const codex: ToolFormat = {
  noVariables: true,
  defaultRemoteType: 'http',
  shared: { mcp_oauth_callback_port: 'oauth.callbackPort', mcp_oauth_callback_url: 'oauth.redirectUri' },
  keys: {
    auth: unsupported('host'),
    experimental_environment: unsupported('host'),
    http_headers_helper: unsupported('helper'),
  },
  target: {
    root: 'mcp_servers',
    syntax: 'toml',
    types: {},
    untyped: 'http',
    keys: { ...basic, headers: 'http_headers', cwd: 'cwd' },
    timeout: { key: 'tool_timeout_sec', unit: 's', least: 0.001, fractions: true },
    enabled: true,
    oauth: {
      key: 'oauth',
      names: { clientId: 'client_id', callbackPort: 'callback_port', redirectUri: 'callback_url' },
      scopeList: true,
      scopeBeside: 'scopes',
    },
    variables: 'none',
    fromEnvironment: { env: 'env_vars', headers: 'env_http_headers', bearer: 'bearer_token_env_var' },
  },
};
