/** Messages between the extension and the language server about tool servers. Types only. */
import type { Location, Range, WorkspaceEdit } from 'vscode-languageserver';
import type { AgentId } from './agents.ts';
import type { ServerDefinition } from './server-definition.ts';

/** How a server is reached. */
export type Transport = 'stdio' | 'http' | 'sse';

/**
 * `pending`: not approved by the user. `overridden`: overridden by another definition. `invalid`: the agent can't use it.
 * `unknown`: it isn't known which files the agent reads.
 */
export type ServerState = 'inEffect' | 'pending' | 'disabled' | 'overridden' | 'invalid' | 'unknown';

/** Custom requests about tool servers: parameters and result by method. */
export interface ToolServerRequests {
  /**
   * All servers of all sources with their states, one item per workspace folder. `refreshFromDisk`: also checks for changes
   * on disk that the editor hasn't reported. `agent`: as this agent sees them, or the one whose states are shown; default:
   * Oh My Pi.
   */
  'switchyard/servers': [ServersQuery | undefined, PlaceServers[]];
  /** What every agent makes of the servers of a workspace folder. */
  'switchyard/compareAgents': [{ readonly folder: string | null }, AgentComparison];
  /** One edit for all changes, which the editor applies. The server doesn't write files. */
  'switchyard/editServers': [{ readonly changes: readonly ServerChange[] }, ServerEdits];
  /** A server for the user's input, with a name that isn't used yet. */
  'switchyard/proposeServer': [ServerInput, ServerProposal | { readonly problem: string }];
  /** How a server is reached, as written: variables aren't expanded. */
  'switchyard/serverDefinition': [ServerRef, ServerDefinition | { readonly problem: string }];
  /** For each file of a workspace folder with servers, what moving them to `.mcp.json` changes. */
  'switchyard/migrateServers': [{ readonly folder: string | null }, readonly ServerMigration[]];
  /** Servers as text to paste elsewhere. */
  'switchyard/copyServers': [
    { readonly servers: readonly ServerRef[]; readonly as: 'json' | 'command' },
    CopiedServers,
  ];
}

export interface ServersQuery {
  readonly refreshFromDisk?: boolean;
  readonly agent?: AgentId | 'shown';
}

/** An agent at a place. */
export interface AgentInfo {
  readonly id: AgentId;
  readonly name: string;
  /** The version whose behavior is known. */
  readonly version: string;
  /** Where it was found: in the project, on this machine, or nowhere. */
  readonly found: 'project' | 'machine' | null;
  /** What it needs to use changes of its files, as a sentence; empty if it needs nothing. */
  readonly reload: string;
}

/** The servers of all agents of a place, one row per name. */
export interface AgentComparison {
  /** Those in use first: found in the project, then on this machine. */
  readonly agents: readonly AgentInfo[];
  /** Agents that aren't in use. */
  readonly aside: readonly AgentId[];
  readonly rows: readonly { readonly name: string; readonly cells: readonly AgentCell[] }[];
  /** Number of names that aren't included, because there are too many. */
  readonly omitted: number;
  /** Files from which an agent takes nothing, although they exist. */
  readonly unused: readonly UnusedFile[];
  /** Present after agents were asked for their own lists. */
  readonly asked?: readonly AskedAgent[];
  /** Names of agents with a list that aren't installed, then. */
  readonly notInstalled?: readonly string[];
}

/** The result of asking an agent. */
export interface AskedAgent {
  readonly agent: AgentId;
  /** The installed version; empty if it isn't known. */
  readonly version: string;
  /** Why it gave no list, as a sentence; empty if it did. */
  readonly problem: string;
  /** True if it gave a list, or reported an error in its configuration instead. */
  readonly answered: boolean;
}

/** A cell in which an agent says something else than the table. */
export interface CellDifference {
  /** What the agent says, as a sentence. */
  readonly text: string;
  /** A report of a wrong fact, in English, without secrets and paths of this computer. */
  readonly report: { readonly title: string; readonly body: string };
}

/** A file from which an agent takes nothing. */
export interface UnusedFile {
  readonly agent: AgentId;
  /** Display path of the file. */
  readonly file: string;
  /** A sentence with the reason. */
  readonly text: string;
  readonly location: Location | null;
}

/** What one agent makes of a server. */
export interface AgentCell {
  /** `notRead`: the agent reads no file that defines it. */
  readonly state: ServerState | 'notRead';
  /** State and reason as text, and the reason alone; empty if there is none. */
  readonly text: string;
  readonly reason: string;
  /** The definition, or the list or definition that is the reason; null if the agent reads none. */
  readonly location: Location | null;
  /** True if the facts about the agent aren't certain, or not all that it reads is known. */
  readonly isProbable: boolean;
  /** True if it's in effect, but something in it doesn't reach the server. */
  readonly isPartial: boolean;
  /** Present if the agent was asked, and says something else. */
  readonly differs?: CellDifference;
}

/** The servers of a workspace folder, in descending precedence. */
export interface PlaceServers {
  /** `null` if no folder is open: only the user-level servers. */
  readonly folder: string | null;
  /** The agent whose states these are. */
  readonly agent: AgentInfo;
  /** All agents, in the order in which they are offered. */
  readonly agents: readonly AgentInfo[];
  readonly servers: readonly ServerInfo[];
  /** The agent's files, in descending precedence. At least one of its own per level, even if it doesn't exist. */
  readonly files: readonly ConfigFile[];
}

/** One definition of a server. */
export interface ServerInfo {
  readonly name: string;
  readonly state: ServerState;
  /** State and reason as text. */
  readonly text: string;
  readonly reason: string;
  /** True if it's turned off or not approved, and turning it on here works. */
  readonly canEnable: boolean;
  /** True if it's in effect, but something in it doesn't reach the server. */
  readonly isPartial: boolean;
  /** The reason alone as a short text; empty if there is nothing to say. */
  readonly why: string;
  /** Number of errors and warnings in its entry; 0 for servers in other tools' files. */
  readonly problems: number;
  readonly transport: Transport | null;
  readonly source: {
    readonly uri: string;
    readonly label: string;
    readonly level: 'project' | 'user';
    readonly kind: 'oh-my-pi' | 'standalone' | 'imported';
    readonly tool: string;
    /** Present if its file has several maps of servers. */
    readonly section?: 'local';
  };
  /** Range of the name. */
  readonly range: Range;
  /** The overriding definition. */
  readonly overriddenBy: Location | null;
  /** The list entry that determines the state. */
  readonly listedAt: Location | null;
  /** Verdict of the organization's policy, which is reported, never enforced; `null` without a policy. */
  readonly policy: PolicyInfo | null;
}

export interface PolicyInfo {
  readonly verdict: 'allowed' | 'denied' | 'notListed';
  /** The verdict and the file as text. */
  readonly text: string;
}

/** A file that the agent reads servers from, or would. */
export interface ConfigFile {
  readonly uri: string;
  readonly label: string;
  readonly level: 'project' | 'user';
  readonly kind: 'oh-my-pi' | 'standalone' | 'imported';
  /** Display name of the tool that owns it. */
  readonly tool: string;
  /** True if it's the agent's own file, not one of another tool that it also reads. */
  readonly isOwn: boolean;
  /** Present if it's one of several maps of servers in the file. */
  readonly section?: 'local';
  /** `broken`: its syntax isn't valid, so the agent skips it. `unreadable`: it exists, and its servers aren't known. */
  readonly state: 'missing' | 'good' | 'broken' | 'unreadable';
  /** Number of servers that it defines. */
  readonly count: number;
}

/** A config file that applies to a workspace folder. */
export interface FileRef {
  readonly folder: string | null;
  readonly uri: string;
  /** The agent that reads it. Default: Oh My Pi. */
  readonly agent?: AgentId;
  /** Present if the file has several maps of servers. */
  readonly section?: 'local';
}

/** A definition that applies to a workspace folder. */
export interface ServerRef extends FileRef {
  readonly name: string;
}

export type ServerChange =
  | { readonly kind: 'enable' | 'disable' | 'remove'; readonly server: ServerRef }
  /** `prompts`: variables become inputs, for which VS Code prompts, if the target has some. */
  | { readonly kind: 'move' | 'copy'; readonly server: ServerRef; readonly to: FileRef; readonly prompts?: true }
  | { readonly kind: 'rename'; readonly server: ServerRef; readonly name: string }
  /** Writes a property that the agent ignores as it spells it, or adds its values to that one. */
  | { readonly kind: 'respell'; readonly server: ServerRef; readonly property: string; readonly spelling: string }
  /** Moves servers from where the agent of the target doesn't look for them, in the same file or another one. */
  | { readonly kind: 'relocate'; readonly from: ServersAt; readonly names: readonly string[]; readonly to: FileRef }
  | { readonly kind: 'add'; readonly to: FileRef; readonly name: string; readonly server: object };

/** Servers in a file of a workspace folder. `path`: the properties that lead to them; empty for the top level. */
export interface ServersAt {
  readonly folder: string | null;
  readonly uri: string;
  readonly path: readonly string[];
}

export interface RefusedChange {
  readonly index: number;
  readonly reason: string;
  /** A setting of Oh My Pi prevents the change. */
  readonly isBySetting?: true;
}

export interface ServerEdits {
  /** The edit for the possible changes; `null` if none is. Versions are those of open documents, `null` on disk. */
  readonly edit: WorkspaceEdit | null;
  /** Why the other changes aren't possible, by index. */
  readonly refused: readonly RefusedChange[];
  /** What copies of other tools' servers omit or express differently, one sentence each. */
  readonly omitted: readonly string[];
}

export interface ServerInput {
  readonly folder: string | null;
  /** A command line, optionally with `NAME=value` before it, or a URL. Determines the transport. */
  readonly line: string;
  /** `Name: value` of an http header; empty: none. */
  readonly header?: string;
  /** Absent: derived from the input. */
  readonly name?: string;
}

export interface ServerProposal {
  readonly name: string;
  readonly server: object;
  /** The same with variables instead of values that look like secrets; `null` if none do. */
  readonly safer: { readonly server: object; readonly variables: readonly string[] } | null;
}

/** Servers of another file, and the edits that move them to `.mcp.json`. */
export interface ServerMigration {
  readonly source: { readonly uri: string; readonly label: string; readonly tool: string; readonly count: number };
  readonly target: { readonly uri: string; readonly label: string };
  /** Why nothing can be moved, as a sentence; null if something can, or if each server has its reason in the report. */
  readonly problem: string | null;
  /** Names of the servers that are in the target then, including those that it already has. */
  readonly moved: readonly string[];
  /** Names of the servers that stay. */
  readonly left: readonly string[];
  /** What is different, in plain text. */
  readonly report: string;
  /** Adds servers to the target; null if it already has them. */
  readonly targetEdit: WorkspaceEdit | null;
  /** Removes the servers from the source; null if none is moved. */
  readonly sourceEdit: WorkspaceEdit | null;
  /** True if nothing is left in the source then. */
  readonly isEmptied: boolean;
}

export interface CopiedServers {
  /** `null` if no server can be copied. */
  readonly text: string | null;
  /** What the text omits or expresses differently, and servers that can't be written in this form, one sentence each. */
  readonly omitted: readonly string[];
}
