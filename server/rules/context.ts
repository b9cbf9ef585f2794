/** What rules may know besides the text. Everything is optional: a rule that needs what is not known stays silent. */
import type { ConfigLevel } from '../../common/config-place.ts';
import type { Severities } from './severity.ts';

/** Where the file lies; `imported`: in another tool's folder, from which the agent takes servers over. */
export type DocumentLevel = ConfigLevel | 'imported';

/** A set of names that is only ever asked whether it holds one. */
export interface Names {
  has(name: string): boolean;
}

export interface RuleContext {
  readonly level?: DocumentLevel;
  /** Names of the environment variables that are set. Their values are nobody's business here. */
  readonly environment?: Names;
  /** What people chose instead of a rule's own severity, by its code. */
  readonly severities?: Severities;
}

/** True for a file that goes to other people: one that lies in a project. */
export function isShared({ level }: RuleContext): boolean {
  return level === 'project' || level === 'standalone';
}

/** Folders in which other tools keep their servers, and from which the agent takes them over. */
const otherTools = /\/\.(?:claude|codex|gemini|cursor|windsurf|vscode|opencode)\/[^/]*$|\/\.claude\.json$/;

export function isOtherTools(uri: string): boolean {
  return otherTools.test(uri);
}
