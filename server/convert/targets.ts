// biome-ignore-all lint/suspicious/noTemplateCurlyInString: that is how variables look
/** How each target format represents the fields of the agent's format. */
import * as l10n from '@vscode/l10n';
import { type TargetFormat, targetNames } from '../../common/conversion.ts';
import type { Transport } from '../config/field.ts';

/** Syntax of variables: the agent's (`own`), `${env:NAME}`, `{env:NAME}` (`braces`), or not supported (`none`). */
export type VariableForm = 'own' | 'env' | 'braces' | 'none';

export interface TargetTraits {
  /** The key that contains the servers. */
  readonly root: string;
  /** Absent for JSON. */
  readonly syntax?: 'toml';
  /** Values of `type` by transport. Without a value, `type` isn't written. */
  readonly types: Readonly<Partial<Record<Transport, string>>>;
  /**
   * How the tool determines the transport of a URL: from the URL, or always http. Absent if `type` specifies it, or if
   * the tool tries both.
   */
  readonly untyped?: 'address' | 'http';
  /** The tool's keys by the agent's field, or by the field that only some tools have: `envFile`. */
  readonly keys: Readonly<Record<string, string>>;
  /** True if command and arguments are one list. */
  readonly commandList?: boolean;
  /** True if older versions of the tool require `args`. */
  readonly requiresArgs?: boolean;
  /** Names of servers that the tool skips. */
  readonly reserved?: readonly string[];
  /** Absent if the tool has no timeout. */
  readonly timeout?: TimeoutForm;
  /** True if the tool can disable a server in its file. */
  readonly enabled?: boolean;
  readonly oauth?: OAuthForm;
  readonly variables: VariableForm;
  /** Present if the tool has separate properties for values that are a single environment variable. */
  readonly fromEnvironment?: EnvironmentForm;
  /** True if the tool also expands `$NAME`. */
  readonly bareVariables?: boolean;
}

export interface TimeoutForm {
  readonly key: string;
  readonly unit: 'ms' | 's';
  /** The lowest number that has an effect. More than 0, which means no limit in Oh My Pi only. */
  readonly least: number;
  /** True if fractions of the unit are allowed. */
  readonly fractions?: boolean;
}

export interface OAuthForm {
  readonly key: string;
  /** The tool's names by the agent's name of a field. */
  readonly names: Readonly<Record<string, string>>;
  /** True if scopes are a list. */
  readonly scopeList?: boolean;
  /** Key of the scopes, if they're a property of the server. */
  readonly scopeBeside?: string;
  /** Additional members that the tool requires. */
  readonly fixed?: Readonly<Record<string, boolean>>;
  /** True if the tool requires a client ID. */
  readonly needsClient?: boolean;
}

/** Keys of the properties that name environment variables. */
export interface EnvironmentForm {
  /** A list, for entries of `env` such as `"NAME": "${NAME}"`. */
  readonly env: string;
  /** A map, for entries of `headers` such as `"X-Key": "${NAME}"`. */
  readonly headers: string;
  /** A string, for the header `"Authorization": "Bearer ${NAME}"`. */
  readonly bearer: string;
}

const same = (...names: readonly string[]): Readonly<Record<string, string>> =>
  Object.fromEntries(names.map((name) => [name, name]));

const basic = same('command', 'args', 'env', 'url', 'headers');
const typed = { stdio: 'stdio', http: 'http', sse: 'sse' };
const remoteTyped = { http: 'http', sse: 'sse' };

/** Names that Claude Code reserves for its own servers. It skips others with such a name. */
const reservedByClaudeCode = [
  ...['workspace', 'Claude Preview', 'Claude Browser', 'claude-in-chrome', 'Claude in Chrome', 'computer-use'],
  ...['claude-device', 'hearthbot', 'remote-devices', 'claude_ai', 'ccr-email', 'webagent', 'claude-code-remote'],
];

const claudeCode: TargetTraits = {
  root: 'mcpServers',
  types: remoteTyped,
  keys: basic,
  timeout: { key: 'timeout', unit: 'ms', least: 1000 },
  oauth: { key: 'oauth', names: { ...same('clientId', 'callbackPort'), scope: 'scopes' } },
  variables: 'own',
  reserved: reservedByClaudeCode,
};

/** Returns undefined for the agent. */
export const traitsOfTarget = (to: TargetFormat = 'agent'): TargetTraits | undefined =>
  to === 'agent' ? undefined : targets[to];

/** Returns the reason if the tool skips servers with this name. Claude Code compares names without special characters. */
export function reservedReason(to: TargetFormat, name: string): string | undefined {
  const { reserved = [] } = traitsOfTarget(to) ?? {};
  const plain = (text: string): string => text.replace(/[^\w-]/g, '_');
  if (!reserved.some((each) => plain(each) === plain(name))) return undefined;
  return l10n.t('{0} skips servers with this name', targetNames[to === 'command' ? 'claude-code' : to]);
}

export const targets: Readonly<Record<Exclude<TargetFormat, 'agent'>, TargetTraits>> = {
  vscode: {
    root: 'servers',
    types: typed,
    keys: { ...basic, ...same('cwd', 'envFile') },
    oauth: { key: 'oauth', names: same('clientId') },
    variables: 'env',
  },
  cursor: {
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
  'claude-code': claudeCode,
  // A command line has no options for other fields.
  command: {
    root: 'mcpServers',
    types: remoteTyped,
    keys: basic,
    oauth: { key: 'oauth', names: same('clientId', 'callbackPort') },
    variables: 'own',
    reserved: reservedByClaudeCode,
  },
  codex: {
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
  gemini: {
    root: 'mcpServers',
    types: remoteTyped,
    keys: { ...basic, cwd: 'cwd' },
    timeout: { key: 'timeout', unit: 'ms', least: 1 },
    oauth: {
      key: 'oauth',
      names: { ...same('clientId', 'clientSecret', 'redirectUri'), scope: 'scopes' },
      scopeList: true,
      fixed: { enabled: true },
    },
    variables: 'own',
    bareVariables: true,
  },
  opencode: {
    root: 'mcp',
    types: { stdio: 'local', http: 'remote', sse: 'remote' },
    untyped: 'address',
    keys: { ...basic, env: 'environment' },
    commandList: true,
    timeout: { key: 'timeout', unit: 'ms', least: 1 },
    enabled: true,
    oauth: { key: 'oauth', names: same('clientId', 'clientSecret', 'scope', 'callbackPort', 'redirectUri') },
    variables: 'braces',
  },
  zed: {
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
