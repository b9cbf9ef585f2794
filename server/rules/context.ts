/** What rules may know besides the text. A rule that needs a missing part reports nothing. */
import type { ConfigLevel } from '../../common/config-place.ts';
import type { Policy } from '../policy/policy.ts';
import type { Severities } from './severity.ts';

/**
 * Location of the file. `imported`: in the folder of another tool from which the agent imports servers. `plugin`: a
 * standalone file that a plugin brings along. `foreign`: called as a config file of the agent, in a place where it is none.
 */
export type DocumentLevel = ConfigLevel | 'imported' | 'plugin' | 'foreign';

/** A set of names that is only ever asked whether it holds one. */
export interface Names {
  has(name: string): boolean;
}

export interface RuleContext {
  readonly level?: DocumentLevel;
  /** The tool that the file belongs to by its path. */
  readonly tool?: string;
  /** Names of the environment variables that are set, without values. */
  readonly environment?: Names;
  /** Names of the packages in the package.json of the project. */
  readonly packages?: Names;
  /** What the organization allows; absent: no policy is known. */
  readonly policy?: Policy;
  /** User-defined severities by rule code. */
  readonly severities?: Severities;
}

/** True for a file that is shared, because it is in a project. */
export function isShared({ level }: RuleContext): boolean {
  return level === 'project' || level === 'standalone' || level === 'plugin';
}

/** Folders of other tools from which the agent imports servers. */
const otherTools = /\/\.(?:claude|codex|gemini|cursor|windsurf|vscode|opencode)\/[^/]*$|\/\.claude\.json$/;

export function isOtherTools(uri: string): boolean {
  return otherTools.test(uri);
}
