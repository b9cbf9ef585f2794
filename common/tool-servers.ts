/** What the extension and the language server say to each other about tool servers. Types only. */
import type { Location, Range, WorkspaceEdit } from 'vscode-languageserver';
import type { ServerDefinition } from './server-definition.ts';

/** How a server is reached. */
export type Transport = 'stdio' | 'http' | 'sse';

/** `overridden`: another definition is used in its place. `invalid`: the agent cannot use it. */
export type ServerState = 'inEffect' | 'disabled' | 'overridden' | 'invalid';

/** Requests of our own about tool servers: parameters and answer. */
export interface ToolServerRequests {
  /**
   * Every server of every source, and what becomes of it; one answer for each folder of the workspace. `lookAgain`: the
   * files on the disk may be other ones than an editor has told.
   */
  'switchyard/servers': [{ readonly lookAgain: boolean } | undefined, PlaceServers[]];
  /** The edits that make these changes, as one. Nothing is written: the editor applies them. */
  'switchyard/editServers': [{ readonly changes: readonly ServerChange[] }, ServerEdits];
  /** What somebody typed, as a server under a name that is free. */
  'switchyard/proposeServer': [ServerInput, ServerProposal | { readonly problem: string }];
  /** How a server is reached, as it is written: variables are not filled in. */
  'switchyard/serverDefinition': [ServerRef, ServerDefinition | { readonly problem: string }];
  /** Servers as text for another place. */
  'switchyard/copyServers': [
    { readonly servers: readonly ServerRef[]; readonly as: 'json' | 'command' },
    CopiedServers,
  ];
}

/** The servers of one folder of the workspace, strongest first. */
export interface PlaceServers {
  /** The folder; `null`: no folder is open, these are the user's. */
  readonly folder: string | null;
  /** The version of Oh My Pi whose behavior is shown. */
  readonly agentVersion: string;
  readonly servers: readonly ServerInfo[];
  /** The files that are written for the agent, strongest first; of each level one at least, be it there or not. */
  readonly files: readonly ConfigFile[];
}

/** One definition of a server. */
export interface ServerInfo {
  readonly name: string;
  readonly state: ServerState;
  /** State and reason in words. */
  readonly text: string;
  readonly reason: string;
  /** Errors and warnings in its entry; 0 for servers in other tools' files. */
  readonly problems: number;
  readonly transport: Transport | null;
  readonly source: {
    readonly uri: string;
    readonly label: string;
    readonly level: 'project' | 'user';
    readonly kind: 'agent' | 'standalone' | 'imported';
    readonly tool: string;
  };
  /** Of the name. */
  readonly range: Range;
  /** The definition that is used in its place. */
  readonly overriddenBy: Location | null;
  /** The list entry that decided. */
  readonly listedAt: Location | null;
  /** What the organization's policy says; `null` without a policy. It is reported, never enforced. */
  readonly policy: PolicyInfo | null;
}

export interface PolicyInfo {
  readonly verdict: 'allowed' | 'denied' | 'notListed';
  /** The verdict and the file in words. */
  readonly text: string;
}

/** A file of the agent's own format, where servers can be put. */
export interface ConfigFile {
  readonly uri: string;
  readonly label: string;
  readonly level: 'project' | 'user';
  readonly kind: 'agent' | 'standalone';
  /** `broken`: it is not strict JSON, and the agent skips it. */
  readonly state: 'missing' | 'good' | 'broken';
  /** Servers that it defines. */
  readonly count: number;
}

/** A definition, seen from a folder of the workspace. */
export interface ServerRef {
  readonly folder: string | null;
  readonly uri: string;
  readonly name: string;
}

/** A config file, seen from a folder of the workspace. */
export interface FileRef {
  readonly folder: string | null;
  readonly uri: string;
}

export type ServerChange =
  | { readonly kind: 'enable' | 'disable' | 'remove'; readonly server: ServerRef }
  | { readonly kind: 'move' | 'copy'; readonly server: ServerRef; readonly to: FileRef }
  | { readonly kind: 'add'; readonly to: FileRef; readonly name: string; readonly server: object };

export interface ServerEdits {
  /** Of the changes that can be made; `null` where none can. Versions are those of open documents, `null` on the disk. */
  readonly edit: WorkspaceEdit | null;
  /** Why the others cannot, by their index. */
  readonly refused: readonly { readonly index: number; readonly reason: string }[];
  /** What copies of other tools' servers leave out or say in other words; a sentence each. */
  readonly left: readonly string[];
}

export interface ServerInput {
  readonly folder: string | null;
  /** A command line, with `NAME=value` before it, or a URL, which tells the transport. */
  readonly line: string;
  /** `Name: value` of an http header; empty: none. */
  readonly header?: string;
  /** Absent: one is found. */
  readonly name?: string;
}

export interface ServerProposal {
  readonly name: string;
  readonly server: object;
  /** The same with variables in place of what looks like a secret; `null` where nothing does. */
  readonly safer: { readonly server: object; readonly variables: readonly string[] } | null;
}

export interface CopiedServers {
  /** `null` where none can be copied. */
  readonly text: string | null;
  /** What the text leaves out, and servers that cannot be written so; a sentence each. */
  readonly left: readonly string[];
}
