/** How a tool represents the fields of the agent's format, when servers are converted to it. */
import type { Transport } from '../config/format/field.ts';

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
  /** Absent if the tool has no timeout. */
  readonly timeout?: TimeoutForm;
  /** True if the entry of a server can say that it's disabled. */
  readonly enabled?: boolean;
  /** Keys of the list of servers that aren't started, if the tool has one. */
  readonly excluded?: readonly [outer: string, inner: string];
  readonly oauth?: OAuthForm;
  /** Present if the tool has separate properties for values that are a single environment variable. */
  readonly fromEnvironment?: EnvironmentForm;
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

/** Keys that have the same name in a tool and in the agent's format. */
export const same = (...names: readonly string[]): Readonly<Record<string, string>> =>
  Object.fromEntries(names.map((name) => [name, name]));

export const basic = same('command', 'args', 'env', 'url', 'headers');
/** Values of `type` by transport. */
export const typed = { stdio: 'stdio', http: 'http', sse: 'sse' };
export const remoteTyped = { http: 'http', sse: 'sse' };
