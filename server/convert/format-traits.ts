/** How a tool's format differs from others, except for the names of its keys. */
import type { Dialect } from '../../common/tool-files.ts';

export interface Traits {
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
}

/** A dialect without an entry has none of these traits. */
const table: Readonly<Partial<Record<Dialect, Traits>>> = {
  agent: { serversOnly: true },
  'agent-plugins': { serversOnly: true },
  'amazon-q': { serversOnly: true },
  antigravity: { serversOnly: true, addressFirst: true },
  'claude-desktop': { noVariables: true },
  cline: { serversOnly: true, defaultRemoteType: 'sse' },
  codex: {
    noVariables: true,
    defaultRemoteType: 'http',
    shared: { mcp_oauth_callback_port: 'oauth.callbackPort', mcp_oauth_callback_url: 'oauth.redirectUri' },
  },
  copilot: { serversOnly: true },
  crush: { bareVariables: 'unescaped', runsCommands: true },
  cursor: { serversOnly: true },
  devin: { serversOnly: true },
  gemini: { bareVariables: 'anywhere', serverFilter: 'names' },
  junie: { serversOnly: true, noVariables: true },
  kilo: { extends: 'opencode', remoteIsUntyped: true, bracedVariables: true },
  kiro: { serversOnly: true },
  'lm-studio': { extends: 'cursor', serversOnly: true },
  opencode: { remoteIsUntyped: true, bracedVariables: true, timeout: { path: ['mcp', 'timeout'], key: 'timeout' } },
  pi: { serversOnly: true, defaultRemoteType: 'http' },
  qwen: { extends: 'gemini', defaultRemoteType: 'sse', bareVariables: 'anywhere', serverFilter: 'globs' },
  vscode: { serversOnly: true },
  warp: { serversOnly: true },
  windsurf: { serversOnly: true },
  zed: { noVariables: true, defaultRemoteType: 'http', timeout: { path: ['context_server_timeout'], key: 'timeout' } },
};

export function traitsOf(dialect: Dialect): Traits {
  return table[dialect] ?? {};
}
