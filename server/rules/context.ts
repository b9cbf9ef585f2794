/** Input of the rules besides the text. A rule reports nothing if a part that it needs is missing. */
import type { AgentId } from '../../common/messages/agents.ts';
import type { ConfigLevel } from '../../common/messages/config-place.ts';
import type { Readers } from '../agents/readers.ts';
import { importedProviders } from '../config/oh-my-pi/providers.ts';
import type { Policy } from '../policy/policy.ts';
import type { Severities } from './severity.ts';

/**
 * Location of the file. `imported`: in the folder of another tool from which Oh My Pi imports servers. `plugin`: a
 * standalone file that is part of a plugin. `foreign`: named like a config file of Oh My Pi, but not in one of the
 * agent's locations. `secondary`: the user-level `.mcp.json`, whose lists have no effect.
 */
export type DocumentLevel = ConfigLevel | 'imported' | 'plugin' | 'foreign' | 'secondary';

/** A set of names that only supports membership tests. */
export interface Names {
  has(name: string): boolean;
}

export interface RuleContext {
  readonly level?: DocumentLevel;
  /** True if a file in this place can be something else, such as a translation, because no agent is known to read it. */
  readonly mayBeOther?: boolean;
  /** The tool that the file belongs to by its path. */
  readonly tool?: string;
  /** Present if agents read no servers from a file in this place: the tool in whose folder it is, and the file that is read. */
  readonly unread?: { readonly tool?: string; readonly target: string };
  /** The properties in which that tool looks for servers in the file, each joined by dots; the first is the usual one. */
  readonly roots?: readonly string[];
  /** True if it's a file of that tool in the project, as opposed to one in the user's home folder. */
  readonly isOfProject?: boolean;
  /** Names of the environment variables that are set, without values. */
  readonly environment?: Names;
  /** Names of the packages in the package.json of the project. */
  readonly packages?: Names;
  /** What the organization allows; absent if no policy is known. */
  readonly policy?: Policy;
  /** The agents besides Oh My Pi whose reading of the file matters. */
  readonly readers?: Readers;
  /** The agents in use that read the file, or those that are named instead. Absent: Oh My Pi. */
  readonly meant?: readonly AgentId[];
  /** The agents that read the file, if others than Oh My Pi do. */
  readonly agents?: readonly AgentId[];
  /** True if settings name these agents, so that what they read is meant. */
  readonly agentsAreChosen?: boolean;
  /** True if settings name Visual Studio as a reader of the file. */
  readonly visualStudio?: boolean;
  /** User-defined severities by rule code. */
  readonly severities?: Severities;
}

/** The context if nothing but the text is known. Always the same object, because checks and findings are cached by context. */
export const nothingKnown: RuleContext = {};

/** True for a file that is shared with others, because it's in a project or a plugin. */
export function isShared({ level }: RuleContext): boolean {
  return level === 'project' || level === 'standalone' || level === 'plugin';
}

/** True for a file of Oh My Pi whose two lists of names have no effect. */
export function ignoresLists(context: RuleContext): boolean {
  return isShared(context) || context.level === 'secondary';
}

/** Paths of files of other tools that Oh My Pi imports from, and of the folders with such files. */
const otherPaths = new Set(
  importedProviders.flatMap(({ project, user }) =>
    [...project, ...user].flatMap((path) => {
      const [folder = '', file, ...more] = path.split('/');
      return folder.startsWith('.') && more.length === 0 ? [file === undefined ? folder : `${folder}/`] : [];
    }),
  ),
);

export function isOtherTools(uri: string): boolean {
  const [folder, file] = uri.split('/').slice(-2);
  return otherPaths.has(`${folder}/`) || otherPaths.has(file ?? '');
}
