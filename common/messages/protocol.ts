/** Custom requests and notifications of the extension and the language server: parameters and result by method. */

import type { ListingRequests } from './agent-listing.ts';
import type { AgentId } from './agents.ts';
import type { ConversionRequests } from './conversion.ts';
import type { DiagnosisRequests } from './diagnosis.ts';
import type { ToolServerRequests } from './tool-servers.ts';

export type ServerRequests = ConversionRequests & ToolServerRequests & DiagnosisRequests & ListingRequests;

export interface ServerNotifications {
  /** The result of the last `switchyard/servers` request may have changed. */
  'switchyard/serversChanged': undefined;
}

/** Notifications of the extension: parameters by method. */
export interface ClientNotifications {
  /** The shown agent; null to detect it. */
  'switchyard/chooseAgent': { readonly agent: AgentId | null };
  /** Variables that terminals set to another value than the editor has, of those that decide which files agents read. */
  'switchyard/otherInTerminals': { readonly names: readonly string[] };
}

/** Requests of the server to a client that reads files for it: parameters and result by method. */
export interface EditorRequests {
  'switchyard/readFiles': [readonly FileQuery[], readonly (FileState | null)[]];
  /** All `mcp.json` and `.mcp.json` files in a folder and its subfolders. */
  'switchyard/findFiles': [{ readonly folder: string }, readonly string[]];
  /** A part of the server's own code, which is loaded on first use. */
  'switchyard/readChunk': [{ readonly name: string }, string];
}

export interface FileQuery {
  readonly uri: string;
  /** True if its text is needed. */
  readonly text: boolean;
}

/** `unknown`: whether it exists can't be found out, as in a folder that can't be searched. */
export type FileKind = 'file' | 'folder' | 'unknown';

export interface FileState {
  readonly kind: FileKind;
  /** Changes when the file changes. */
  readonly stamp: string;
  /** Present if it was requested; `null` for a folder, and for a file that can't be read, is too large, or isn't UTF-8. */
  readonly text?: string | null;
}

export const serversChanged = 'switchyard/serversChanged' satisfies keyof ServerNotifications;
