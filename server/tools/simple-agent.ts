/** Agents of which few facts are known. A repository can describe one more in the same form (`agents/own-agents.ts`). */
import type { Transport } from '../config/format/field.ts';
import type { AgentData, Evidence, FilePlace, OffSwitch, ServersFile } from './agent-facts.ts';

/** A file with servers. */
export interface SimpleFile {
  readonly in: FilePlace['in'];
  readonly path: string;
  readonly variable?: NonNullable<FilePlace['variable']>;
  /** Properties that lead to the servers. Default: `mcpServers`. */
  readonly root?: readonly string[];
  /** Default: comments and trailing commas aren't known to be rejected, so they're accepted. */
  readonly syntax?: 'json' | 'toml';
  /** The user is asked before it's used, or must allow it in a setting. What the user said isn't read. */
  readonly asks?: true;
  /** Default: that of the agent. */
  readonly evidence?: Evidence;
  /** The tool whose format it has. Default: that of Cursor, which is the common one. */
  readonly dialect?: ServersFile['dialect'];
}

export interface SimpleAgent {
  readonly evidence: Evidence;
  /** Where and when the facts were read. */
  readonly readIn: string;
  readonly version: string;
  /** Highest precedence first. */
  readonly files: readonly SimpleFile[];
  /** The property with the transport. Default: `type`. */
  readonly type?: string;
  /** What its values mean. Others may mean something, too. */
  readonly types?: Readonly<Record<string, Transport>>;
  /** Properties with the URL, highest precedence first, and the transport that they mean without a type. Default: `url`. */
  readonly urls?: Readonly<Record<string, Transport>>;
  /** What a URL without a type is. Default: http. */
  readonly untypedUrl?: Transport | 'skips';
  /** The property of an entry that turns the server off: `"disabled": true` or `"enabled": false`. */
  readonly off?: 'disabled' | 'enabled';
  readonly readsShared?: AgentData['readsShared'];
  readonly check?: readonly string[];
  readonly command?: string;
  readonly isApp?: true;
  /** Files and folders of a project that show that it's used. Default: those of its files, up to the first slash. */
  readonly traces?: readonly string[];
}

/** Returns the facts as those of other agents. What isn't known is never a reason. */
export function simpleAgent(agent: SimpleAgent): AgentData {
  const { evidence, readIn, version, off, readsShared = false, check = [], command } = agent;
  const files = agent.files.map((file) => serversFile(file));
  const own = files.filter(({ path }) => path !== '.mcp.json');
  const ways: Readonly<Record<'disabled' | 'enabled', OffSwitch>> = {
    disabled: { kind: 'entry', property: 'disabled' },
    enabled: { kind: 'entry' },
  };
  return {
    ...{
      evidence,
      readIn,
      version,
      readsShared,
      files,
      check,
      names: {},
      merging: 'whole',
      switches: [],
    },
    off: off === undefined ? [] : [ways[off]],
    format: {
      type: agent.type ?? 'type',
      types: agent.types ?? usualTypes,
      untypedUrl: agent.untypedUrl ?? 'http',
      unknownType: 'ignored',
      ...(agent.urls !== undefined && { urls: agent.urls }),
      isOpen: true,
      ...(off === 'disabled' && { disabledBy: off }),
      properties: off === 'enabled' ? { enabled: { value: 'boolean' } } : {},
    },
    reload: { kind: 'restart', evidence: 'assumed' },
    ...(agent.isApp === true && { isApp: true }),
    traces: {
      project: agent.traces ?? [...new Set(own.flatMap((file) => (file.in === 'home' ? [] : [traceOf(file.path)])))],
      home: [...new Set(own.flatMap((file) => (file.in === 'home' ? [file.path] : [])))],
      ...(command !== undefined && { command }),
    },
  };
}

const usualTypes = {
  stdio: 'stdio',
  http: 'http',
  sse: 'sse',
  'streamable-http': 'http',
  streamableHttp: 'http',
} as const;

/** A folder with a dot is the agent's; other folders aren't. */
const traceOf = (path: string): string => (path.startsWith('.') ? (path.split('/')[0] ?? path) : path);

function serversFile({ root = ['mcpServers'], syntax, asks, dialect = 'cursor', ...place }: SimpleFile): ServersFile {
  return {
    ...place,
    dialect,
    root,
    layout: syntax === 'toml' ? 'toml' : 'mcpServers',
    ...(syntax === undefined && { syntax: 'jsonc', acceptsByteOrderMark: true }),
    ...(asks === true && { gate: 'approval', gateEvidence: 'assumed' }),
  };
}
