/** How the keys of all tools are converted to the agent's format. */
import * as l10n from '@vscode/l10n';
import { own } from '../../common/guards.ts';
import type { Dialect } from '../../common/tool-files.ts';
import {
  address,
  after,
  auth,
  bearerFromVariable,
  command,
  disabled,
  envFile,
  headers,
  headersFromVariables,
  inheritedVariables,
  type KeyConverter,
  oauth,
  oauthField,
  onlyTools,
  reasons,
  renameTo,
  requestOptions,
  resource,
  scopes,
  startup,
  timeoutInSeconds,
  timeouts,
  transport,
  unsupported,
} from './key-converters.ts';
import { traitsOf } from './traits.ts';

type Keys = Readonly<Record<string, KeyConverter>>;

const ofAll: Keys = {
  type: renameTo('type'),
  transport,
  transportType: renameTo('type'),
  command,
  url: address,
  serverUrl: address,
  httpUrl: address,
  environment: renameTo('env'),
  timeout_ms: renameTo('timeout'),
  timeoutMs: renameTo('timeout'),
  startup_timeout_ms: startup,
  connectionTimeout: startup,
  tool_timeout_sec: timeoutInSeconds,
  startup_timeout_sec: startup,
  http_headers: headers,
  env_http_headers: headersFromVariables,
  bearer_token_env_var: bearerFromVariable,
  env_vars: inheritedVariables,
  disabled,
  auth,
  oauth,
  scopes,
  oauth_resource: resource,
  requestOptions,
  autoApprove: unsupported('approval'),
  alwaysAllow: unsupported('approval'),
  trust: unsupported('approval'),
  default_tools_approval_mode: unsupported('approval'),
  includeTools: onlyTools,
  excludeTools: unsupported('tools'),
  enabled_tools: onlyTools,
  disabled_tools: unsupported('tools'),
  enabledTools: onlyTools,
  disabledTools: unsupported('tools'),
  tools: onlyTools,
  envFile,
  headersHelper: unsupported('helper'),
  alwaysLoad: unsupported('host'),
  dev: unsupported('host'),
  sandbox: unsupported('host'),
  sandboxEnabled: unsupported('host'),
  gallery: unsupported('host'),
  settings: unsupported('host'),
  required: unsupported('host'),
  supports_parallel_tool_calls: unsupported('host'),
  watchPaths: unsupported('host'),
  description: unsupported('notes'),
  name: unsupported('notes'),
  link: unsupported('notes'),
  note: unsupported('notes'),
  _note: unsupported('notes'),
  _comment: unsupported('notes'),
  $comment: unsupported('notes'),
  comment: unsupported('notes'),
};

/** For tools that have no `enabled`. */
const onlyDisabled: Keys = { enabled: after('disabled', disabled) };

/** Keys that mean something else in one tool than in the others. */
const ofDialect: Readonly<Partial<Record<Dialect, Keys>>> = {
  'amazon-q': onlyDisabled,
  antigravity: {
    clientId: oauthField('clientId'),
    clientSecret: oauthField('clientSecret'),
    enabled: (draft, _value, key) => draft.lose(key, l10n.t('Antigravity ignores this property. It uses "disabled".')),
  },
  cline: { ...onlyDisabled, timeout: timeoutInSeconds, metadata: unsupported('notes') },
  crush: { ...onlyDisabled, timeout: timeoutInSeconds },
  gemini: { url: after('httpUrl', address) },
  goose: {
    cmd: renameTo('command'),
    uri: renameTo('url'),
    envs: renameTo('env'),
    env_keys: inheritedVariables,
    timeout: timeoutInSeconds,
    available_tools: unsupported('tools'),
    bundled: unsupported('host'),
    display_name: unsupported('notes'),
    name: unsupported('notes'),
  },
  kiro: onlyDisabled,
  mcpb: { platform_overrides: unsupported('host') },
  // Version 1 has no `disabled`, and version 2 no `enabled`.
  opencode: { ...onlyDisabled, timeout: timeouts },
  warp: {
    working_directory: renameTo('cwd'),
    start_on_launch: (draft, value, key) => {
      if (value === false) draft.lose(key, reasons.host());
    },
  },
  qwen: { discoveryTimeoutMs: startup, versionNegotiation: unsupported('host') },
  windsurf: onlyDisabled,
  zed: {
    timeout: timeoutInSeconds,
    remote: unsupported('host'),
    source: (draft, value, key) => {
      if (value !== 'custom') draft.lose(key, l10n.t('The server is provided by a Zed extension.'));
    },
  },
};

/** Returns how a key of a tool is converted; undefined if the key is unknown. */
export function converterOf(dialect: Dialect, key: string): KeyConverter | undefined {
  const { extends: base } = traitsOf(dialect);
  return own(ofDialect[dialect] ?? {}, key) ?? own((base && ofDialect[base]) ?? {}, key) ?? own(ofAll, key);
}
