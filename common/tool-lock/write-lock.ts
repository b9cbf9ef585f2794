/** The text of `mcp-lock.json`. */
import { escapeJson } from '../escape.ts';
import { prettyJson } from './canonical.ts';
import { type Lock, lockVersion, type ServerPin } from './lock.ts';

/**
 * Returns the text of a lock, with sorted keys for minimal diffs, and escapes for characters that a review would hide.
 * @param before the text that it replaces, which determines the line breaks
 */
export function lockText(lock: Lock, before = ''): string {
  const text = `${escapeJson(prettyJson({ ...lock, lockfileVersion: lockVersion }))}\n`;
  return before.includes('\r\n') ? text.replaceAll('\n', '\r\n') : text;
}

/** Returns the lock with new pins for some servers. The other pins are kept. */
export function withPins(lock: Lock, pins: ReadonlyMap<string, ServerPin>): Lock {
  return { ...lock, servers: Object.fromEntries([...Object.entries(lock.servers), ...pins]) };
}
