/** The one way in which server and command line look at files. Nothing here changes them. */
import type { FileKind } from '../../common/messages/protocol.ts';

/** What may be in place of a file. `circle`: a link that leads back to itself. `device`: the empty one, which is read as an empty file. */
export type OtherKind = 'folder' | 'circle' | 'device';

export type DiskKind = FileKind | OtherKind;

/** Files by URI: those on disk (`disk.ts`) or those that the editor reads (`editor-files.ts`). Calls are bounded in time and size. */
export interface Files {
  /**
   * Makes files known that the editor must read first. Undefined if all are known; absent if there are no such files.
   * @param text true if they will be read, false if only their kind is needed
   */
  load?(uris: readonly string[], text: boolean): Promise<unknown> | undefined;
  /** Returns undefined if the file doesn't exist, can't be read, is too large, or isn't UTF-8. */
  read(uri: string): string | undefined;
  /** Changes when the file changes; undefined if it doesn't exist. What can't be found out has a stamp. */
  stamp(uri: string): string | undefined;
  /** Returns undefined if there is no such file or folder. */
  kind(uri: string): DiskKind | undefined;
  /** Returns the URI of a file or folder without links; undefined if it doesn't exist. Absent if that isn't known. */
  real?(uri: string): string | undefined;
  /** Names of the folders in a folder. Absent if folders can't be listed. */
  folders?(uri: string): readonly string[];
  /** The same for its files. */
  files?(uri: string): readonly string[];
  /** All `mcp.json` and `.mcp.json` files in a folder and its subfolders. */
  find(folder: string): Promise<readonly string[]>;
}

/** True for what is known to exist. */
export const isThere = (kind: DiskKind | undefined): boolean => kind === 'file' || kind === 'folder';
