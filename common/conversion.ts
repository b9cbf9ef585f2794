/** What the extension asks the language server about other tools' formats, and how it is answered. Types, and names that both send. */
import type { Dialect } from './tool-files.ts';

/** What can be written: formats of files, and lines for a terminal. */
export type TargetFormat =
  | 'agent'
  | 'vscode'
  | 'cursor'
  | 'claude-code'
  | 'codex'
  | 'gemini'
  | 'opencode'
  | 'zed'
  | 'command';

/** The targets by their names for people. */
export const targetNames: Readonly<Record<TargetFormat, string>> = {
  agent: 'Oh My Pi',
  vscode: 'VS Code',
  cursor: 'Cursor',
  'claude-code': 'Claude Code',
  codex: 'Codex',
  gemini: 'Gemini CLI',
  opencode: 'OpenCode',
  zed: 'Zed',
  command: 'Command line (claude mcp add)',
};

/** What to do with a server whose name the target has already. Nothing is ever overwritten without being told to. */
export type Collision = 'rename' | 'skip' | 'replace';

/** Something that the reader of a conversion should know. */
export interface Remark {
  /**
   * - `lost`: could not be carried over. `changed`: carried over as something else, which may need a hand.
   * - `renamed`: the server has another name now. `skipped`: the whole server was left out.
   */
  readonly kind: 'lost' | 'changed' | 'renamed' | 'skipped';
  /** Name of the server in the source; `null`: the file as a whole. */
  readonly server: string | null;
  /** The field as the source calls it: `autoApprove`, `env.TOKEN`; `null`: the server as a whole. */
  readonly field: string | null;
  /** True if `field` is a translated text, such as "2 comments". */
  readonly fieldIsText?: boolean;
  /** A sentence. */
  readonly reason: string;
  /** Line in the source, counted from 1; `null` where it has no place. */
  readonly line: number | null;
}

/** What becomes of one server of the source. */
export interface ConvertedServer {
  readonly name: string;
  /** Its name in the target. */
  readonly newName: string;
  readonly transport: 'stdio' | 'http' | 'sse';
  /** What it starts or where it is, for a list; tokens taken out. */
  readonly summary: string;
  /** The target has this name: `same` with the same server behind it, `other` with another one. */
  readonly collides: 'no' | 'same' | 'other';
}

/** A stretch of the target's text and what stands there instead. */
export interface TextChange {
  readonly offset: number;
  readonly length: number;
  readonly text: string;
}

export interface ConvertParams {
  readonly text: string;
  /** Path or address of the source, which helps to tell its format. */
  readonly path?: string | undefined;
  /** The format of the source; absent: it is found out. */
  readonly from?: Dialect | undefined;
  readonly to: TargetFormat;
  /** Names of the servers to take; absent: all. */
  readonly only?: readonly string[] | undefined;
  /** Text of the file that the servers are put into; absent or blank: a new file. */
  readonly into?: string | undefined;
  /** Default: `rename`. */
  readonly collision?: Collision | undefined;
  /** Path of the project, for a source that keeps servers by project. */
  readonly project?: string | undefined;
}

export interface Conversion {
  /** Whole text of the target. */
  readonly text: string;
  /** The same as changes of `into`. */
  readonly changes: readonly TextChange[];
  readonly dialect: Dialect;
  readonly servers: readonly ConvertedServer[];
  readonly report: readonly Remark[];
  /** The report as plain text; empty where there is nothing to tell. */
  readonly reportText: string;
}

/** Why nothing was converted; `message` is for people. */
export interface ConversionFailure {
  readonly failure: 'too-large' | 'broken' | 'unrecognized' | 'no-servers' | 'broken-target';
  readonly message: string;
}

/** A file of another tool that exists on this machine or in this workspace. */
export interface ImportSource {
  readonly uri: string;
  /** As people write it: `~/.cursor/mcp.json`. */
  readonly label: string;
  readonly tool: string;
  readonly level: 'project' | 'user';
  readonly servers: number;
}

/** A file of the agent that servers can be put into. */
export interface ImportTarget {
  readonly uri: string;
  readonly label: string;
  readonly level: 'project' | 'user';
  readonly exists: boolean;
}

export interface PasteParams {
  readonly uri: string;
  readonly position: { readonly line: number; readonly character: number };
  readonly text: string;
}

/** How a pasted text becomes servers of the document. */
export interface Paste {
  /** Changes of the document in the version that the server has. */
  readonly changes: readonly TextChange[];
  readonly names: readonly string[];
  /** The text would do as it is: it is a server in the agent's own format. */
  readonly plain: boolean;
  readonly report: readonly Remark[];
}

/** Requests of our own: parameters and answer by method. */
export interface ConversionRequests {
  'switchyard/convert': [ConvertParams, Conversion | ConversionFailure];
  /** `null`: the text is no server, or servers cannot stand at that place. */
  'switchyard/paste': [PasteParams, Paste | null];
  'switchyard/importPlaces': [
    undefined,
    { readonly sources: readonly ImportSource[]; readonly targets: readonly ImportTarget[] },
  ];
}
