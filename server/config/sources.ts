/** All files that Oh My Pi reads servers from, in order of precedence: Oh My Pi's folders, other tools' files, then `mcp.json` in the root of the project. */

import type { ToolId } from '../../common/generated/tools.ts';
import type { FileLayout } from './oh-my-pi/providers.ts';
import type { OhMyPiSettings } from './oh-my-pi/settings.ts';
import type { FolderVariable, TrustVariable } from './platform.ts';

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
  /** The variables that make agents trust all folders, and are "true". */
  readonly trusted: ReadonlySet<TrustVariable>;
  /** The root of the repository that contains the project; undefined if it isn't in one. */
  readonly repository?: string | undefined;
}
