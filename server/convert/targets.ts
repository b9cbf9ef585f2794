// biome-ignore-all lint/suspicious/noTemplateCurlyInString: that is how variables look
/** What each format that can be written has for the fields of the agent's format (facts: the table of dialects). */
import type { TargetFormat } from '../../common/conversion.ts';
import type { Transport } from '../config/field.ts';

/** How variables are written: as the agent writes them, `${env:NAME}`, `{env:NAME}`, or not at all. */
export type VariableForm = 'own' | 'env' | 'braces' | 'none';

export interface Target {
  /** The key that holds the servers. */
  readonly root: string;
  /** Absent: JSON. */
  readonly syntax?: 'toml';
  /** Names of the transports in `type`; without one it isn't written. */
  readonly types: Readonly<Partial<Record<Transport, string>>>;
  /** What the tool takes an address for, if `type` doesn't say; absent: `type` always does. */
  readonly untyped?: 'address' | 'http';
  /** Fields that it has, with the keys that it calls them by. */
  readonly keys: Readonly<Record<string, string>>;
  /** Command and arguments are one list. */
  readonly commandList?: boolean;
  /** Absent: it has no timeout. */
  readonly timeout?: TimeoutForm;
  /** It can disable a server in its file. */
  readonly enabled?: boolean;
  readonly oauth?: OAuthForm;
  readonly variables: VariableForm;
  /** Values that are one environment variable have properties of their own, with its name. */
  readonly fromEnvironment?: EnvironmentForm;
  /** It expands `$NAME` too. */
  readonly bareVariables?: boolean;
}

export interface TimeoutForm {
  readonly key: string;
  readonly unit: 'ms' | 's';
  /** The least number that has an effect. */
  readonly least: number;
  /** Fractions of the unit are allowed. */
  readonly fractions?: boolean;
}

export interface OAuthForm {
  readonly key: string;
  /** The agent's names of fields, with the tool's names. */
  readonly names: Readonly<Record<string, string>>;
  /** Scopes are a list. */
  readonly scopeList?: boolean;
  /** Scopes are a property of the server, with this key. */
  readonly scopeBeside?: string;
  /** Members that it needs besides. */
  readonly fixed?: Readonly<Record<string, boolean>>;
  /** Useless without a client ID. */
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

const claudeCode: Target = {
  root: 'mcpServers',
  types: remoteTyped,
  keys: basic,
  timeout: { key: 'timeout', unit: 'ms', least: 1000 },
  oauth: { key: 'oauth', names: { ...same('clientId', 'callbackPort'), scope: 'scopes' } },
  variables: 'own',
};

export const targets: Readonly<Record<Exclude<TargetFormat, 'agent'>, Target>> = {
  vscode: {
    root: 'servers',
    types: typed,
    keys: { ...basic, cwd: 'cwd' },
    oauth: { key: 'oauth', names: same('clientId') },
    variables: 'env',
  },
  cursor: {
    root: 'mcpServers',
    types: {},
    untyped: 'address',
    keys: basic,
    oauth: {
      key: 'auth',
      names: { clientId: 'CLIENT_ID', clientSecret: 'CLIENT_SECRET', scope: 'scopes' },
      scopeList: true,
      needsClient: true,
    },
    variables: 'env',
  },
  'claude-code': claudeCode,
  // A line for a terminal has no options for the others.
  command: {
    root: 'mcpServers',
    types: remoteTyped,
    keys: basic,
    oauth: { key: 'oauth', names: same('clientId', 'callbackPort') },
    variables: 'own',
  },
  codex: {
    root: 'mcp_servers',
    syntax: 'toml',
    types: {},
    untyped: 'http',
    keys: { ...basic, headers: 'http_headers', cwd: 'cwd' },
    timeout: { key: 'tool_timeout_sec', unit: 's', least: 0, fractions: true },
    enabled: true,
    oauth: { key: 'oauth', names: { clientId: 'client_id' }, scopeList: true, scopeBeside: 'scopes' },
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
    timeout: { key: 'timeout', unit: 's', least: 1 },
    enabled: true,
    oauth: { key: 'oauth', names: { clientId: 'client_id', clientSecret: 'client_secret' } },
    variables: 'none',
  },
};
