/** Access to the machine, passed in by the entry point. Nothing here runs or changes anything. */

import type { AgentVariable } from '../../common/config-place.ts';

/** Files by URI. Calls are bounded in time and size. */
export interface Files {
  /** Returns undefined if the file doesn't exist, is too large, or isn't UTF-8. */
  read(uri: string): string | undefined;
  /** Changes when the file changes; undefined if it doesn't exist. */
  stamp(uri: string): string | undefined;
  kind(uri: string): 'file' | 'folder' | undefined;
  /** False if a folder certainly has no such file; absent where that takes as long as a look at the file. */
  mayHave?(folder: string, path: string): boolean;
  /** All `mcp.json` and `.mcp.json` files in a folder and its subfolders. */
  find(folder: string): Promise<readonly string[]>;
}

/** Variables that name folders and profiles, never secrets (facts/agent.md, 1.10). */
export type FolderVariable = AgentVariable | 'CLAUDE_CONFIG_DIR';

export interface Machine {
  readonly files: Files;
  /** True if a program with this name is on the PATH. */
  hasCommand(name: string): boolean;
  /** Names of the environment variables, without values. */
  variables(): readonly string[];
  /** The value of a variable that tells where the agent's files are. */
  folderVariable(name: FolderVariable): string | undefined;
  /** Absolute paths of settings files that a variable adds to the agent's own, the strongest last (facts/agent.md, 1.3). */
  addedSettings(): readonly string[];
  /**
   * Managed settings files of other tools' vendors, as URIs, by source; those that exist. A file that a setting names comes
   * first, whether it exists or not.
   */
  policySources(named: string | undefined): readonly (readonly string[])[];
  /** The version of the agent that is installed, as far as a file on the PATH tells. */
  installedAgent(): string | undefined;
}

/** The lookups that rules use. */
export interface Lookups {
  hasCommand(name: string): boolean;
  kind(uri: string): 'file' | 'folder' | undefined;
}
