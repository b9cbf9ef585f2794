/** Content of `mcp-lock.json`: what servers told a model when they were locked. */
import { lookUp } from '../guards.ts';
import { escapeJson } from '../text/escape.ts';
import { indentedCanonicalJson } from './canonical.ts';

export const lockName = 'mcp-lock.json';
export const lockVersion = 1;

export interface Lock {
  /** The schema that editors use for the file. */
  readonly $schema?: string;
  readonly servers: Readonly<Record<string, ServerLock>>;
}

export const emptyLock: Lock = { servers: {} };

/**
 * Resource templates are locked by their URI template, other items by their name. A kind is absent if it couldn't be
 * listed, so that it isn't known what there is.
 */
export interface ServerLock extends LockedItems {
  /** Known for each server: without its tools, it can't be tested. */
  readonly tools: ItemLocks;
  /** Hash of the definition without its secrets, to detect that it changed. */
  readonly launch: string;
  /** As reported by the server. */
  readonly server: { readonly name: string; readonly version: string };
  /** For information only. Not compared, because it also depends on the client. */
  readonly protocolVersion: string;
  readonly instructions?: LockedValue;
}

export type LockedItems = Readonly<Partial<Record<ItemKind, ItemLocks>>>;

/** By name. */
export type ItemLocks = Readonly<Record<string, ItemLock>>;

/** What a model is told about an item, by field. */
export type ItemLock = Readonly<Record<string, LockedValue>>;

export interface LockedValue {
  /** Hash of the value as canonical JSON; 64 hexadecimal digits. */
  readonly sha256: string;
  /** The value itself, because a diff needs it. Absent if it is longer than `longestValue`. */
  readonly value?: unknown;
}

/** Maximum number of characters of a value as canonical JSON. Descriptions of real tools have a few hundred. */
export const longestValue = 20_000;

/** Maximum number of characters of a file. */
export const maxLockLength = 10_000_000;

export const itemKinds = ['tools', 'prompts', 'resourceTemplates'] as const;
export type ItemKind = (typeof itemKinds)[number];

/** The fields that are shown to a model, or to a client that asks for confirmation before a call. */
export const lockedFields: Readonly<Record<ItemKind, readonly string[]>> = {
  tools: ['title', 'description', 'inputSchema', 'outputSchema', 'annotations'],
  prompts: ['title', 'description', 'arguments'],
  resourceTemplates: ['name', 'title', 'description', 'mimeType', 'annotations'],
};

/**
 * Returns the text of a lock, with sorted keys for minimal diffs, and escapes for characters that a review would hide.
 * @param before the text that it replaces, which determines the line breaks
 */
export function lockText(lock: Lock, before = ''): string {
  const text = `${escapeJson(indentedCanonicalJson({ ...lock, lockfileVersion: lockVersion }))}\n`;
  return before.includes('\r\n') ? text.replaceAll('\n', '\r\n') : text;
}

/** Returns the lock with new locks for some servers. The other locks are kept, and those of kinds that couldn't be listed. */
export function withLocked(lock: Lock, locks: ReadonlyMap<string, ServerLock>): Lock {
  const known = Array.from(locks, ([name, now]): [string, ServerLock] => [name, { ...itemsOf(lock, name), ...now }]);
  return { ...lock, servers: Object.fromEntries([...Object.entries(lock.servers), ...known]) };
}

function itemsOf({ servers }: Lock, name: string): LockedItems {
  const before = lookUp(servers, name);
  return Object.fromEntries(itemKinds.flatMap((kind) => (before?.[kind] === undefined ? [] : [[kind, before[kind]]])));
}
