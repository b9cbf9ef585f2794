/**
 * Everything that is known about a tool: an agent, an editor, or another program whose config has tool servers. Facts as
 * data, in one file per tool. `common/generated/tools.ts` is generated from them.
 */
import type { ToolId } from '../../common/generated/tools.ts';
import type { ForeignKeys } from '../config/format/foreign-keys.ts';
import type { AddCommand } from './add-command.ts';
import type { AgentData } from './agent-facts.ts';
import type { SourceFormat } from './source-format.ts';
import type { TargetTraits } from './target-format.ts';
import type { VariableFacts } from './variable-facts.ts';

export interface Tool {
  readonly id: ToolId;
  /** Display name. */
  readonly name: string;
  /** Name of its config format, if other products have it too. Default: the name. */
  readonly formatName?: string;
  /** Its name as a format to convert to. Default: the name. */
  readonly targetName?: string;
  /** Words of earlier versions of the command line for the ID. */
  readonly aliases?: readonly string[];
  /** Path of the file that is created for servers in a project without a file of the tool. */
  readonly newFile?: string;
  /** Files from which servers can be imported, by product: of the tool, and of others with its format. */
  readonly files?: readonly ProductFiles[];
  /** True if its own files may have comments and trailing commas. */
  readonly isLooseJson?: true;
  /** Keys of its servers, and of the top level of its files, that Oh My Pi's format doesn't have. */
  readonly serverKeys?: ForeignKeys;
  readonly topKeys?: ForeignKeys;
  /** Pairs of words that the address of its schema contains, in this order. */
  readonly schemas?: readonly (readonly [first: string, second: string])[];
  /** Variables that only the tool sets. */
  readonly hostVariables?: readonly string[];
  /** Names of its folders, without the dot. */
  readonly dotFolders?: readonly string[];
  /** True if it starts servers in no project, and without the PATH of a shell, so that absolute paths are right. */
  readonly needsAbsolutePaths?: true;
  /** True if its file has only servers that it starts. */
  readonly takesNoUrl?: true;
  /** The file of a project whose servers can be moved to `.mcp.json`, and the properties that lead to them. */
  readonly movable?: { readonly path: string; readonly root: readonly string[] };
  /** Which variables it replaces in its own files. Absent: not known. */
  readonly variables?: VariableFacts;
  /** How its servers are read for a conversion, as far as it differs from the usual. */
  readonly source?: SourceFormat;
  /** How servers are written for it. Absent: they can't be. */
  readonly target?: TargetTraits;
  /** The command that adds a server. */
  readonly adds?: AddCommand;
  /** Which servers it uses. Absent: not known. */
  readonly agent?: AgentData;
}

/** The files of one product. Paths have forward slashes. Highest precedence first. */
export interface ProductFiles {
  /** Default: that of the tool. */
  readonly product?: string;
  /** The format, if it's that of another tool. */
  readonly format?: ToolId;
  /** Relative to the project. */
  readonly project?: readonly string[];
  /** Relative to the user's home folder. */
  readonly user?: readonly string[];
  /** Folders in a project or the home folder in which every YAML or JSON file is the tool's. */
  readonly folders?: readonly string[];
}

/** Returns a path in the folders for application settings on Linux, macOS, and Windows. */
export const inApplications = (path: string): readonly string[] =>
  ['.config', 'Library/Application Support', 'AppData/Roaming'].map((folder) => `${folder}/${path}`);
