/** Requests of the extension to the language server about other tools' formats. Types, and names that both use. */

import type { TargetFormat } from '../generated/targets.ts';
import type { ToolId } from '../generated/tools.ts';
import type { AgentId } from './agents.ts';

/** What to do with a server whose name already exists in the target. Only `replace` overwrites. */
export type Collision = 'rename' | 'skip' | 'replace';

/** A file in the spelling that all of its readers accept. */
export interface PortableFile {
  readonly text: string;
  /** Renamed servers: settings that name them, such as approvals, have to follow. */
  readonly renamed: readonly (readonly [from: string, to: string])[];
  /** What can't be had, as sentences, by the display name of the reader. */
  readonly left: readonly { readonly reader: string; readonly problems: readonly string[] }[];
  /** Comments that keep these readers from reading the file. Without readers, there are none. */
  readonly comments: { readonly count: number; readonly readers: readonly string[] };
}

/** A remark about a conversion, for the user. */
export interface Remark {
  /**
   * - `lost`: couldn't be converted. `changed`: converted to another form, which may need review.
   * - `renamed`: the server has another name now. `skipped`: the whole server was omitted.
   */
  readonly kind: 'lost' | 'changed' | 'renamed' | 'skipped';
  /** `ConvertedServer.name`, also of a server that isn't converted; `null`: the file as a whole. */
  readonly server: string | null;
  /** Name of the field in the source: `autoApprove`, `env.TOKEN`; `null`: the server as a whole. */
  readonly field: string | null;
  /** True if `field` is a translated text, such as "2 comments". */
  readonly fieldIsText?: boolean;
  /** A sentence. */
  readonly reason: string;
  /** 1-based line in the source; `null` if the remark has no location. */
  readonly line: number | null;
}

/** The result for one server of the source. */
export interface ConvertedServer {
  /** Its name in the source, with a number if another server has the same. */
  readonly name: string;
  /** Its name in the target. */
  readonly newName: string;
  readonly transport: 'stdio' | 'http' | 'sse';
  /** Its command or URL, for a list; without tokens. */
  readonly summary: string;
  /** Whether the target already has this name, for the same server or for another one. */
  readonly collides: 'no' | 'same' | 'other';
  readonly done: 'added' | 'replaced' | 'skipped';
}

/** A range of the target's text, and its replacement. */
export interface TextChange {
  readonly offset: number;
  readonly length: number;
  readonly text: string;
}

export interface ConvertParams {
  readonly text: string;
  /** Path or URI of the source, which helps to detect its format. */
  readonly path?: string | undefined;
  /** Format of the source. Absent: detected. */
  readonly from?: ToolId | undefined;
  readonly to: TargetFormat;
  /** The servers to convert, each by its `ConvertedServer.name`. Absent: all. */
  readonly only?: readonly string[] | undefined;
  /** Text of the file to add the servers to. Absent or blank: a new file. */
  readonly into?: string | undefined;
  /** Default: `rename`. */
  readonly collision?: Collision | undefined;
  /** Path of the project, for a source that stores servers by project. */
  readonly project?: string | undefined;
}

export interface Conversion {
  /** Whole text of the target. */
  readonly text: string;
  /** The same as changes to `into`. */
  readonly changes: readonly TextChange[];
  readonly dialect: ToolId;
  readonly servers: readonly ConvertedServer[];
  readonly report: readonly Remark[];
  /** The report as plain text; empty if there are no remarks. */
  readonly reportText: string;
}

/** Why nothing was converted; `message` is for the user. */
export interface ConversionFailure {
  readonly failure: 'too-large' | 'broken' | 'unrecognized' | 'no-servers' | 'broken-target';
  readonly message: string;
}

/** A file of another tool that exists on this machine or in this workspace. */
export interface ImportSource {
  readonly uri: string;
  /** Path for display: `~/.cursor/mcp.json`. */
  readonly label: string;
  readonly tool: string;
  readonly level: 'project' | 'user';
  readonly servers: number;
}

/** A file of the agent that servers can be added to. */
export interface ImportTarget extends Pick<ImportSource, 'uri' | 'label' | 'level'> {
  readonly exists: boolean;
  readonly format: Exclude<TargetFormat, 'command'>;
  /** Name of the agent that reads it. */
  readonly agent: string;
}

export interface PasteParams {
  readonly uri: string;
  readonly position: { readonly line: number; readonly character: number };
  readonly text: string;
}

/** How to insert a pasted text as servers. */
export interface Paste {
  /** Changes to the document in the version that the language server has. */
  readonly changes: readonly TextChange[];
  readonly names: readonly string[];
  /** True if the text can be pasted as is, because it's a server in the agent's own format. */
  readonly plain: boolean;
  readonly report: readonly Remark[];
  /** The report as plain text; empty if there are no remarks. */
  readonly reportText: string;
}

/** Custom requests: parameters and result by method. */
export interface ConversionRequests {
  /** The readers that Make Portable offers for a file, and those to preselect. */
  'switchyard/portableReaders': [
    { readonly uri: string },
    { readonly readers: readonly AgentId[]; readonly chosen: readonly AgentId[] },
  ];
  /** The text in the spelling that all readers accept; null if it isn't valid. */
  'switchyard/makePortable': [
    { readonly text: string; readonly readers: readonly AgentId[]; readonly withoutComments: boolean },
    PortableFile | null,
  ];
  'switchyard/convert': [ConvertParams, Conversion | ConversionFailure];
  /** `null` if the text isn't a server, or if servers aren't allowed at that position. */
  'switchyard/paste': [PasteParams, Paste | null];
  'switchyard/importPlaces': [
    undefined,
    {
      readonly sources: readonly ImportSource[];
      /** Files of Oh My Pi. */
      readonly targets: readonly ImportTarget[];
      /** The file of the project that the shown agent reads, if that is another agent. */
      readonly shown: ImportTarget | null;
    },
  ];
}
