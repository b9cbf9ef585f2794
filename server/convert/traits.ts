/** What sets a tool's format apart, beside the names of its keys (facts: the table of dialects). */
import type { Dialect } from '../../common/tool-files.ts';

export interface Traits {
  /** The format whose keys and values it has, unless it says otherwise. */
  readonly like?: Dialect;
  /** Its files hold servers and nothing else, so that every other key is worth a remark. */
  readonly serversOnly?: boolean;
  /** The transport of an address without a type; absent: the address tells. */
  readonly untyped?: 'http' | 'sse';
  /** `"type": "remote"` leaves the transport open. */
  readonly remoteIsUntyped?: boolean;
  /** An address goes before a command beside it. */
  readonly addressFirst?: boolean;
  /** `$NAME` is a variable. */
  readonly bareVariables?: boolean;
  /** `{env:NAME}` is a variable, whatever is before it. */
  readonly bracedVariables?: boolean;
  /** No variables at all: `${NAME}` is plain text. */
  readonly noVariables?: boolean;
  /** `$(command)` in a value is run. */
  readonly runsCommands?: boolean;
  /** A default for all servers without one: where it is in the file, and which key of a server it stands for. */
  readonly timeout?: { readonly path: readonly string[]; readonly key: string };
  /** The file has `mcp.allowed` and `mcp.excluded`: which servers are used. `globs`: they hold patterns. */
  readonly switches?: 'names' | 'globs';
}

const table: Readonly<Record<Dialect, Traits>> = {
  agent: { serversOnly: true },
  'agent-plugins': { serversOnly: true },
  'amazon-q': { serversOnly: true },
  amp: {},
  antigravity: { serversOnly: true, addressFirst: true },
  'claude-code': {},
  'claude-desktop': { noVariables: true },
  cline: { serversOnly: true, untyped: 'sse' },
  codex: { noVariables: true, untyped: 'http' },
  command: {},
  continue: {},
  copilot: { serversOnly: true },
  crush: { bareVariables: true, runsCommands: true },
  cursor: { serversOnly: true },
  devin: { serversOnly: true },
  gemini: { bareVariables: true, switches: 'names' },
  goose: {},
  junie: { serversOnly: true, noVariables: true },
  kilo: { like: 'opencode', remoteIsUntyped: true, bracedVariables: true },
  kiro: { serversOnly: true },
  'lm-studio': { like: 'cursor', serversOnly: true },
  mcpb: {},
  opencode: { remoteIsUntyped: true, bracedVariables: true, timeout: { path: ['mcp', 'timeout'], key: 'timeout' } },
  qwen: { like: 'gemini', untyped: 'sse', bareVariables: true, switches: 'globs' },
  registry: {},
  vscode: { serversOnly: true },
  warp: { serversOnly: true },
  windsurf: { serversOnly: true },
  zed: { noVariables: true, untyped: 'http', timeout: { path: ['context_server_timeout'], key: 'timeout' } },
};

export function traitsOf(dialect: Dialect): Traits {
  return table[dialect];
}
