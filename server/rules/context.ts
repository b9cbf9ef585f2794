/** What rules may know besides the text. Everything is optional: a rule that needs what is not known stays silent. */
import type { ConfigLevel } from '../../common/config-place.ts';
import type { Severity } from './rule.ts';

/** Where the file lies; `imported`: in another tool's folder, from which the agent takes servers over. */
export type DocumentLevel = ConfigLevel | 'imported';

/** A set of names that is only ever asked whether it holds one. */
export interface Names {
  has(name: string): boolean;
}

export interface RuleContext {
  readonly level?: DocumentLevel;
  /** The servers of every source. */
  readonly servers?: ReadonlySet<string>;
  /** Names of the environment variables that are set. Their values are nobody's business here. */
  readonly environment?: Names;
  /** What people chose instead of a rule's own severity, by its code. */
  readonly severities?: Readonly<Record<string, Severity | 'off'>>;
}

/** True for a file that goes to other people: one that lies in a project. */
export function isShared({ level }: RuleContext): boolean {
  return level === 'project' || level === 'standalone';
}

const severityNames: readonly unknown[] = ['error', 'warning', 'information', 'hint', 'off'];

/** The setting `switchyard.config.rules`, as far as it makes sense. */
export function readSeverities(value: unknown): Readonly<Record<string, Severity | 'off'>> {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return {};
  const entries = Object.entries(value).filter((entry): entry is [string, Severity | 'off'] =>
    severityNames.includes(entry[1]),
  );
  return Object.fromEntries(entries);
}

/** Folders in which other tools keep their servers, and from which the agent takes them over. */
const otherTools = /\/\.(?:claude|codex|gemini|cursor|windsurf|vscode|opencode)\/[^/]*$|\/\.claude\.json$/;

export function isOtherTools(uri: string): boolean {
  return otherTools.test(uri);
}
