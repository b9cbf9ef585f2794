/** The text of `mcp-lock.json`. */
import { escapeJson } from '../escape.ts';
import { prettyJson } from './canonical.ts';
import { type Lock, lockVersion, type ServerPin } from './lock.ts';

/**
 * The text of a lock: keys in order, so that only what changed differs between two texts, and nothing hidden from reviews.
 * @param before the text that it replaces, which decides on the line breaks
 */
export function lockText(lock: Lock, before = ''): string {
  const text = `${escapeJson(prettyJson({ ...lock, lockfileVersion: lockVersion }))}\n`;
  return before.includes('\r\n') ? text.replaceAll('\n', '\r\n') : text;
}

/** The lock with new pins of some servers; those of the others stay. */
export function withPins(lock: Lock, pins: ReadonlyMap<string, ServerPin>): Lock {
  return { ...lock, servers: Object.fromEntries([...Object.entries(lock.servers), ...pins]) };
}
