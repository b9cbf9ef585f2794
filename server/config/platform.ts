/** Access to the machine, passed in by the entry point. Nothing here runs or changes anything. */

import type { AgentVariable } from '../../common/config-place.ts';

/** Files by URI. Calls are bounded in time and size. */
export interface Files {
  /** Returns undefined if the file doesn't exist, is too large, or isn't UTF-8. */
  read(uri: string): string | undefined;
  /** Changes when the file changes; undefined if it doesn't exist. */
  stamp(uri: string): string | undefined;
  kind(uri: string): 'file' | 'folder' | undefined;
  /** Names of the folders in a folder. Absent if folders can't be listed. */
  folders?(uri: string): readonly string[];
  /** All `mcp.json` and `.mcp.json` files in a folder and its subfolders. */
  find(folder: string): Promise<readonly string[]>;
}

/** Variables that name folders and profiles, never secrets. */
export type FolderVariable = AgentVariable | 'CLAUDE_CONFIG_DIR';

export interface Platform {
  readonly files: Files;
  /** True if a program with this name is on the PATH. */
  hasCommand(name: string): boolean;
  /** Names of the environment variables, without values. */
  variables(): readonly string[];
  /** The value of a variable that locates the agent's files. */
  folderVariable(name: FolderVariable): string | undefined;
  /** Absolute paths of settings files that a variable adds, highest precedence last. */
  addedSettings(): readonly string[];
  /**
   * URIs of the existing managed settings files of other tools' vendors, grouped by source.
   * @param named a file that a setting specifies; it's first, even if it doesn't exist
   */
  policySources(named: string | undefined): readonly (readonly string[])[];
  /** The version of the installed agent, if a file on the PATH reveals it. */
  installedAgent(): string | undefined;
}

/** The lookups that rules use. */
export interface Lookups {
  hasCommand(name: string): boolean;
  kind(uri: string): 'file' | 'folder' | undefined;
}
