/** How the keys of all tools are converted to the agent's format. */
import * as l10n from '@vscode/l10n';
import type { Dialect } from '../../common/tool-files.ts';
import {
  address,
  as,
  auth,
  bearer,
  command,
  disabled,
  headers,
  headersFromVariables,
  lose,
  oauth,
  oauthField,
  onlyTools,
  passedOn,
  reasons,
  requestOptions,
  resource,
  scopes,
  seconds,
  startup,
  type Take,
  timeouts,
  transport,
} from './takes.ts';
import { traitsOf } from './traits.ts';

type Keys = Readonly<Record<string, Take>>;

const ofAll: Keys = {
  type: as('type'),
  transport,
  transportType: as('type'),
  command,
  url: address,
  serverUrl: address,
  httpUrl: address,
  environment: as('env'),
  timeout_ms: as('timeout'),
  timeoutMs: as('timeout'),
  startup_timeout_ms: startup('tool_timeout_sec', as('timeout')),
  connectionTimeout: as('timeout'),
  tool_timeout_sec: seconds,
  startup_timeout_sec: startup('tool_timeout_sec', seconds),
  http_headers: headers,
  env_http_headers: headersFromVariables,
  bearer_token_env_var: bearer,
  env_vars: passedOn,
  disabled,
  auth,
  oauth,
  scopes,
  oauth_resource: resource,
  requestOptions,
  autoApprove: lose('approval'),
  alwaysAllow: lose('approval'),
  trust: lose('approval'),
  default_tools_approval_mode: lose('approval'),
  includeTools: onlyTools,
  excludeTools: lose('tools'),
  enabled_tools: onlyTools,
  disabled_tools: lose('tools'),
  enabledTools: onlyTools,
  disabledTools: lose('tools'),
  tools: onlyTools,
  envFile: lose('envFile'),
  headersHelper: lose('helper'),
  alwaysLoad: lose('host'),
  dev: lose('host'),
  sandbox: lose('host'),
  sandboxEnabled: lose('host'),
  gallery: lose('host'),
  settings: lose('host'),
  required: lose('host'),
  supports_parallel_tool_calls: lose('host'),
  watchPaths: lose('host'),
  description: lose('notes'),
  name: lose('notes'),
  link: lose('notes'),
  note: lose('notes'),
  _note: lose('notes'),
  _comment: lose('notes'),
  $comment: lose('notes'),
  comment: lose('notes'),
};

/** Keys that mean something else in one tool than in the others. */
const ofDialect: Readonly<Partial<Record<Dialect, Keys>>> = {
  antigravity: {
    clientId: oauthField('clientId'),
    clientSecret: oauthField('clientSecret'),
    enabled: (draft, _value, key) => draft.lose(key, l10n.t('Antigravity ignores this property. It uses "disabled".')),
  },
  cline: { timeout: seconds, metadata: lose('notes') },
  crush: { timeout: seconds },
  goose: {
    cmd: as('command'),
    uri: as('url'),
    envs: as('env'),
    env_keys: passedOn,
    timeout: seconds,
    available_tools: lose('tools'),
    bundled: lose('host'),
    display_name: lose('notes'),
    name: lose('notes'),
  },
  mcpb: { platform_overrides: lose('host') },
  opencode: { timeout: timeouts },
  warp: {
    working_directory: as('cwd'),
    start_on_launch: (draft, value, key) => {
      if (value === false) draft.lose(key, reasons.host());
    },
  },
  qwen: { discoveryTimeoutMs: startup('timeout', as('timeout')), versionNegotiation: lose('host') },
  zed: {
    timeout: seconds,
    remote: lose('host'),
    source: (draft, value, key) => {
      if (value !== 'custom') draft.lose(key, l10n.t('The server is provided by a Zed extension.'));
    },
  },
};

const own = <T>(table: Readonly<Record<string, T>> | undefined, key: string): T | undefined =>
  table !== undefined && Object.hasOwn(table, key) ? table[key] : undefined;

/** Returns how a key of a tool is converted; undefined if the key is unknown. */
export function takeOf(dialect: Dialect, key: string): Take | undefined {
  const { like } = traitsOf(dialect);
  return own(ofDialect[dialect], key) ?? own(like && ofDialect[like], key) ?? own(ofAll, key);
}
