/** All files that Oh My Pi reads servers from, in order of precedence: Oh My Pi's folders, other tools' files, then `mcp.json` in the root of the project. */

import type { ToolId } from '../../common/generated/tools.ts';
import type { AgentSettings } from './agent-settings.ts';
import type { FolderVariable, TrustVariable } from './platform.ts';
import type { FileLayout } from './providers.ts';

/** A file that the agent looks for, whether it exists or not. */
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
  /** Display name of the tool that owns the file: "the agent", "Claude Code". */
  readonly tool: string;
  /** Distinguishes the maps of servers if a file has several. */
  readonly section?: 'local';
  /** Display path: ".omp/mcp.json", "~/.claude.json". */
  readonly label: string;
}

/** Where an agent is started, which determines what it reads. Folders are URIs. */
export interface Place {
  readonly project?: string | undefined;
  /** The user's agent folder, or that of a profile. */
  readonly agent?: string | undefined;
  /** True if `agent` is a copy of that folder in a dotfiles repository. */
  readonly inDotfiles?: boolean;
  readonly home?: string | undefined;
  /** Name of the agent's folder inside a project. */
  readonly projectDirectory: string;
  /** Display path of the user's agent folder. */
  readonly agentLabel: string;
  /** Version of Oh My Pi. */
  readonly version: string;
  /** Settings files that a variable adds to those of the folders. */
  readonly addedSettings: readonly string[];
  readonly settings: AgentSettings;
  /** Names of the environment variables that are set. */
  readonly variables: ReadonlySet<string>;
  /** The folders that variables name instead of those in the home folder. */
  readonly moved: Partial<Readonly<Record<FolderVariable, string>>>;
  /** The variables that make agents trust all folders, and are "true". */
  readonly trusted: ReadonlySet<TrustVariable>;
  /** The root of the repository that contains the project; undefined if it isn't in one. */
  readonly repository?: string | undefined;
}
