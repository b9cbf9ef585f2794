/** All files that Oh My Pi reads servers from, in order of precedence: Oh My Pi's folders, other tools' files, then `mcp.json` in the root of the project. */

import type { ToolId } from '../../../common/generated/tools.ts';
import type { FileLayout } from '../oh-my-pi/providers.ts';
import type { OhMyPiSettings } from '../oh-my-pi/settings.ts';
import type { FolderVariable, SwitchVariable } from '../platform.ts';
import type { Fault } from '../text/fault.ts';
import type { JsonNode } from '../text/json.ts';

/** A file that Oh My Pi looks for, whether it exists or not. */
export interface Source {
  readonly uri: string;
  /** The same for all spellings of the URI (`uriKey`). */
  readonly key: string;
  readonly level: 'project' | 'user';
  /** `oh-my-pi`: in the folders of Oh My Pi. `standalone`: in the root of the project. `imported`: another tool's file. */
  readonly kind: 'oh-my-pi' | 'standalone' | 'imported';
  /** The ID that Oh My Pi's settings use for this kind of file. */
  readonly provider: string;
  readonly layout: FileLayout;
  /** The format that its servers are written in. */
  readonly dialect: ToolId;
  /** Display name of the tool that owns the file: "Oh My Pi", "Claude Code". */
  readonly tool: string;
  /** Distinguishes the maps of servers if a file has several. */
  readonly section?: 'local';
  /** Display path: ".omp/mcp.json", "~/.claude.json". */
  readonly label: string;
  /** The same without the scope of a map, for what concerns the whole file. Absent: the label. */
  readonly fileLabel?: string;
}

/** Where an agent is started, which determines what it reads. Folders are URIs. */
export interface Place {
  readonly project?: string | undefined;
  /** Oh My Pi's user-level folder, or that of a profile. */
  readonly ohMyPiFolder?: string | undefined;
  /** True if `ohMyPiFolder` is a copy of that folder in a dotfiles repository. */
  readonly inDotfiles?: boolean;
  readonly home?: string | undefined;
  /** Name of Oh My Pi's folder inside a project. */
  readonly projectDirectory: string;
  /** Display path of `ohMyPiFolder`. */
  readonly ohMyPiLabel: string;
  /** Version of Oh My Pi. */
  readonly version: string;
  /** Settings files that a variable adds to those of the folders. */
  readonly addedSettings: readonly string[];
  readonly settings: OhMyPiSettings;
  /** Names of the environment variables that are set. */
  readonly variables: ReadonlySet<string>;
  /** The folders that variables name instead of those in the home folder. */
  readonly moved: Partial<Readonly<Record<FolderVariable, string>>>;
  /** The variables that switch something, and have a value that does. */
  readonly switchedOn: ReadonlySet<SwitchVariable>;
  /** Variables that terminals, in which agents are started, set to another value than the editor has. */
  readonly otherInTerminals: ReadonlySet<string>;
  /** The repository that contains the project; undefined if it isn't in one. */
  readonly repository?: Repository | undefined;
  /** Looks at the machine. */
  readonly look: PlaceLookups;
}

/** A Git repository, by the folder from which it's seen. */
export interface Repository {
  /** The root of the checkout. */
  readonly root: string;
  /** The root of the main checkout, which is another one for a worktree; undefined if no repository was found. */
  readonly main: string | undefined;
  /** The folder of a repository without a main checkout. */
  readonly bare?: string;
  /** The root of the main checkout that this one names, but that doesn't list it as a worktree. Any folder can claim that. */
  readonly claimed?: string;
  /** True if the Git folder that it names doesn't exist. */
  readonly isBroken?: true;
}

/** A text, and how it deviates from strict JSON. */
export interface WrittenJson {
  readonly text: string;
  readonly faults: readonly Fault[];
}

export interface PlaceLookups {
  /** Returns the URI without links; the same one if it isn't known. */
  real(uri: string): string;
  /** Returns a value in a settings file, by the names of the properties that lead to it. */
  setting(uri: string, path: readonly string[]): JsonNode | undefined;
  isFolder(uri: string): boolean;
  isFile(uri: string): boolean;
  /** Names of the folders in a folder. */
  folders(uri: string): readonly string[];
  /** Names of the files in a folder, sorted. */
  files(uri: string): readonly string[];
  /** Returns a JSON file as it's written; undefined if it doesn't exist. */
  json(uri: string): WrittenJson | undefined;
  /** Returns the innermost folder at or above the project that has one of these names. */
  folderWith(names: readonly string[]): string | undefined;
}
