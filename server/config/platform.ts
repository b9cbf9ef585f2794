/** Access to the machine, passed in by the entry point. Nothing here runs or changes anything. */

import { type contentVariables, type folderVariables, switchVariables } from '../../common/generated/tools.ts';
import type { OhMyPiVariable } from '../../common/messages/config-place.ts';
import type { DiskKind, Files } from '../files/files.ts';

/** Variables that name folders, files, and profiles, never secrets. */
export type FolderVariable = (typeof folderVariables)[number];

/** Variables that switch something in agents, such as the trust of all folders. Only whether they have such a value is read. */
export type SwitchVariable = keyof typeof switchVariables;

/** Variables whose value is the content of a settings file. */
export type ContentVariable = (typeof contentVariables)[number];

export interface Machine {
  readonly files: Files;
  /** True if a program with this name is on the PATH. */
  hasCommand(name: string): boolean;
  /** Absolute path of the program with this name on the PATH. */
  programFile(name: string): string | undefined;
  /** Whether a file may be run; undefined if that isn't known, as for one that isn't on this machine. */
  mayRun(uri: string): boolean | undefined;
  /** The value of a variable that contains the settings of an agent. */
  contentVariable(name: ContentVariable): string | undefined;
  /** Names of the environment variables, without values. */
  variables(): readonly string[];
  /** The value of a variable that locates Oh My Pi's files. */
  folderVariable(name: FolderVariable | OhMyPiVariable): string | undefined;
  /** True if the variable has a value that switches it on. */
  isSwitchedOn(name: SwitchVariable): boolean;
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

/** True if a variable with this value is switched on. */
export const switchesOn = (name: SwitchVariable, value: string | undefined): boolean =>
  switchVariables[name].some((each) => each === value);

/** Returns a machine that has only these files, as in a browser: no environment, programs, or home folder. */
export const machineWith = (files: Files): Machine => ({
  files,
  hasCommand: () => false,
  programFile: () => undefined,
  mayRun: () => undefined,
  variables: () => [],
  folderVariable: () => undefined,
  contentVariable: () => undefined,
  isSwitchedOn: () => false,
  addedSettings: () => [],
  policySources: () => [],
  installedOhMyPi: () => undefined,
});

/** The lookups that rules use. */
export interface Lookups {
  hasCommand(name: string): boolean;
  /** Absolute path of the program with this name on the PATH. */
  programFile(name: string): string | undefined;
  /** Whether a file may be run; undefined if that isn't known. */
  mayRun(uri: string): boolean | undefined;
  kind(uri: string): DiskKind | undefined;
}
