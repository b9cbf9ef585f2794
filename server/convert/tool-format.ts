/** How a tool's format differs from others. */
import type { Dialect } from '../../common/tool-files.ts';
import type { Keys } from './key-converter.ts';
import type { TargetTraits } from './target-format.ts';

export interface ToolFormat {
  /** The format whose keys it also has. The tool's own keys take precedence. */
  readonly extends?: Dialect;
  /** True if its files contain only servers, so that every other key gets a remark. */
  readonly serversOnly?: boolean;
  /** The transport of a URL without a type; absent if the URL determines it. */
  readonly defaultRemoteType?: 'http' | 'sse';
  /** True if `"type": "remote"` doesn't determine the transport. */
  readonly remoteIsUntyped?: boolean;
  /** True if a URL takes precedence over a command in the same entry. */
  readonly addressFirst?: boolean;
  /** Where `$NAME` is a variable: not after a backslash or dollar sign, as in a shell (`unescaped`), or anywhere. */
  readonly bareVariables?: 'unescaped' | 'anywhere';
  /** True if `{env:NAME}` is a variable, even after a `$`. */
  readonly bracedVariables?: boolean;
  /** True if there are no variables: `${NAME}` is plain text. */
  readonly noVariables?: boolean;
  /** True if the tool runs `$(command)` in a value. */
  readonly runsCommands?: boolean;
  /** Default timeout for servers without one: its path in the file, and the key of a server that it applies to. */
  readonly timeout?: { readonly path: readonly string[]; readonly key: string };
  /** Top-level settings that apply to all servers, by the field of a server that has the same effect. */
  readonly shared?: Readonly<Record<string, string>>;
  /** Present if `mcp.allowed` and `mcp.excluded` select servers: lists of names, or of patterns (`globs`). */
  readonly serverFilter?: 'names' | 'globs';
  /** How its keys are converted, if they mean something else than in other tools. */
  readonly keys?: Keys;
  /** Present if servers can be converted to it. */
  readonly target?: TargetTraits;
}
