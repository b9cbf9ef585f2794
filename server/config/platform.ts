/** Access to the machine, passed in by the entry point. Nothing here runs or changes anything. */

import type { OhMyPiVariable } from '../../common/config-place.ts';
import { type folderVariables, trustVariables } from '../../common/generated/tools.ts';
import type { Files } from '../files/files.ts';

/** Variables that name folders and profiles, never secrets. `OPENCODE_CONFIG` is the path of a file. */
export type FolderVariable = (typeof folderVariables)[number];

/** Variables that make agents trust all folders. Only whether they have such a value is read. */
export type TrustVariable = keyof typeof trustVariables;

export interface Machine {
  readonly files: Files;
  /** True if a program with this name is on the PATH. */
  hasCommand(name: string): boolean;
  /** Absolute path of the program with this name on the PATH. */
  programFile(name: string): string | undefined;
  /** Names of the environment variables, without values. */
  variables(): readonly string[];
  /** The value of a variable that locates Oh My Pi's files. */
  folderVariable(name: FolderVariable | OhMyPiVariable): string | undefined;
  /** True if the variable has a value that makes its agent trust all folders. */
  hasTrust(name: TrustVariable): boolean;
  /** Absolute paths of settings files that a variable adds, highest precedence last. */
  addedSettings(): readonly string[];
  /**
   * URIs of the existing managed settings files of other tools' vendors, grouped by source.
   * @param named a file that a setting specifies; it's first, even if it doesn't exist
   */
  policySources(named: string | undefined): readonly (readonly string[])[];
  /** The version of the installed agent, if a file on the PATH reveals it. */
  installedOhMyPi(): string | undefined;
}

/** True if a variable with this value makes its agent trust all folders. */
export const isTrusting = (name: TrustVariable, value: string | undefined): boolean =>
  trustVariables[name].some((each) => each === value);

/** Returns a machine that has only these files, as in a browser: no environment, programs, or home folder. */
export const machineWith = (files: Files): Machine => ({
  files,
  hasCommand: () => false,
  programFile: () => undefined,
  variables: () => [],
  folderVariable: () => undefined,
  hasTrust: () => false,
  addedSettings: () => [],
  policySources: () => [],
  installedOhMyPi: () => undefined,
});

/** The lookups that rules use. */
export interface Lookups {
  hasCommand(name: string): boolean;
  kind(uri: string): 'file' | 'folder' | undefined;
}
