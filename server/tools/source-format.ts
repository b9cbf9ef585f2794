/** How the servers in a tool's files are read for a conversion, as far as it differs from other tools. */
import type { ToolId } from '../../common/generated/tools.ts';

export interface SourceFormat {
  /** The format whose keys it also has. The tool's own keys take precedence. */
  readonly extends?: ToolId;
  /** True if its files contain only servers, so that every other key gets a remark. */
  readonly serversOnly?: boolean;
  /** The transport of a URL without a type; absent if the URL determines it. */
  readonly defaultRemoteType?: 'http' | 'sse';
  /** True if `"type": "remote"` doesn't determine the transport. */
  readonly remoteIsUntyped?: boolean;
  /** True if a URL takes precedence over a command in the same entry. */
  readonly addressFirst?: boolean;
  /** True if the tool runs `$(command)` in a value. */
  readonly runsCommands?: boolean;
  /** Default timeout for servers without one: its path in the file, and the key of a server that it applies to. */
  readonly timeout?: { readonly path: readonly string[]; readonly key: string };
  /** Top-level settings that apply to all servers, by the field of a server that has the same effect. */
  readonly shared?: Readonly<Record<string, string>>;
  /** Present if `mcp.allowed` and `mcp.excluded` select servers: lists of names, or of patterns (`globs`). */
  readonly serverFilter?: 'names' | 'globs';
  /** Keys of servers that only this tool has, so that they tell the tool. */
  readonly tellingKeys?: readonly string[];
  /** What its keys mean, if it isn't what they mean in other tools. */
  readonly keys?: Readonly<Record<string, KeyFact>>;
}

/** What a key of a server means. */
export type KeyFact =
  /** A field of Oh My Pi's format, or of the object in it. `keys`: the same for the members of an object. */
  | { readonly to: string; readonly in?: 'oauth'; readonly keys?: Readonly<Record<string, KeyFact>> }
  /** The same as a key that several tools have (`convert/fields/common-keys.ts`). */
  | { readonly like: string; readonly ifGuessed?: () => string }
  /** The field of the same name, which has no effect beside this other key. */
  | { readonly unless: string }
  /** Nothing that can be converted. `when`: the values that have an effect. Default: all but empty ones. */
  | { readonly lost: LossReason | (() => string); readonly when?: (value: unknown) => boolean };

/** Why a key can't be converted: another setting is needed, or no setting does the same. */
export type LossReason = 'approval' | 'envFile' | 'helper' | 'host' | 'notes' | 'tools' | 'unknown';

/** For tools that have no `enabled`. */
export const onlyDisabled: Readonly<Record<string, KeyFact>> = { enabled: { unless: 'disabled' } };
