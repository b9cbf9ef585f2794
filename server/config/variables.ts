/** Variables in strings: the agent expands `${NAME}` and `${NAME:-default}`, and nothing else. */
import { launchOf } from './launch.ts';
import type { ServerReading } from './server.ts';
import type { ServerText } from './texts.ts';

/** A variable in the agent's own form. Positions count in the decoded string. */
export interface Variable {
  readonly name: string;
  readonly hasDefault: boolean;
  readonly start: number;
  readonly end: number;
}

const own = /\$\{([A-Za-z_][A-Za-z0-9_]*)(:-[^}]{0,200})?\}/g;

/** The variables that the agent expands. */
export function variablesIn(text: string): readonly Variable[] {
  if (!text.includes('${')) return [];
  return Array.from(text.matchAll(own), (match) => ({
    name: match[1] ?? '',
    hasDefault: match[2] !== undefined,
    start: match.index,
    end: match.index + match[0].length,
  }));
}

/** The text without its variables: what is written down. */
export function withoutVariables(text: string): string {
  return text.includes('$') ? text.replace(/\$\{[^{}]*\}/g, '') : text;
}

/** True for a word that a shell reads before the server does: there `$NAME` and `~` are expanded. */
export function isReadByShell(reading: ServerReading, { field, node, index }: ServerText): boolean {
  const shell = field === 'args' ? launchOf(reading)?.shell : undefined;
  if (shell !== undefined && index !== undefined) return index >= shell.script;
  // A value that begins with an exclamation mark is a command of its own.
  return (field === 'env' || field === 'headers') && node.value.startsWith('!');
}
