/** The text of `mcp-lock.json`. */
import { prettyJson } from './canonical.ts';
import { type Lock, lockVersion, type ServerPin } from './lock.ts';

/** The text of a lock: keys in order, so that only what changed differs between two texts. */
export function lockText(lock: Lock): string {
  return `${prettyJson({ ...lock, lockfileVersion: lockVersion })}\n`;
}

/** The lock with new pins of some servers; those of the others stay. */
export function withPins(lock: Lock, pins: ReadonlyMap<string, ServerPin>): Lock {
  return { ...lock, servers: Object.fromEntries([...Object.entries(lock.servers), ...pins]) };
}
