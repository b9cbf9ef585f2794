/** Digests of what an entry says, by property, so that inventories can be compared without its values. */
import { createHash } from 'node:crypto';
import { maskAddress, maskCommandLine, maskTokens, maskValue } from '../../../common/text/mask-secrets.ts';
import { type JsonNode, liveMembers } from '../../config/text/json.ts';
import type { PropertyChange } from '../diff/entry-changes.ts';

/** By path, as `env/NODE_OPTIONS`: a hash of the value, without what may be secret. */
export type EntryDigests = Readonly<Record<string, string>>;

/** No server nests deeper. Deeper values count as the same. */
const deepest = 20;

export function entryDigests(entry: JsonNode | undefined): EntryDigests {
  const found: Record<string, string> = {};
  for (const [name, { value }] of liveMembers(entry)) {
    const inner = liveMembers(value);
    if (inner.size === 0) found[pathOf(name)] = digestOf(name, value);
    for (const [key, member] of inner) found[pathOf(name, key)] = digestOf(key, member.value);
  }
  return found;
}

/** @returns the properties with another digest, in the order of the entry that is there now */
export function digestChanges(before: EntryDigests, after: EntryDigests): readonly PropertyChange[] {
  const paths = [...new Set([...Object.keys(after), ...Object.keys(before)])];
  return paths.flatMap((path): PropertyChange[] => {
    const [old, now] = [Object.hasOwn(before, path), Object.hasOwn(after, path)];
    if (old && now && before[path] === after[path]) return [];
    return [{ path: namesIn(path), kind: !old ? 'added' : !now ? 'removed' : 'changed' }];
  });
}

/** Names are untrusted, and can be secrets that were put in the wrong place. */
const pathOf = (...names: readonly string[]): string =>
  names.map((name) => maskTokens(name).replaceAll('~', '~0').replaceAll('/', '~1')).join('/');

const namesIn = (path: string): readonly string[] =>
  path.split('/').map((name) => name.replaceAll('~1', '/').replaceAll('~0', '~'));

const digestOf = (name: string, value: JsonNode | undefined): string =>
  createHash('sha256')
    .update(JSON.stringify(masked(name, value, 0)))
    .digest('hex')
    .slice(0, 8);

function masked(name: string, node: JsonNode | undefined, depth: number): unknown {
  if (node === undefined || depth > deepest) return null;
  if (node.type === 'array') {
    const items = node.items.map((item) => masked(name, item, depth + 1));
    if (!items.every(isText)) return items;
    // A list can also be a command with its arguments.
    return name === 'command' ? maskCommandLine(items) : name === 'args' ? maskCommandLine(['', ...items]) : items;
  }
  if (node.type === 'object') {
    const members = Array.from(liveMembers(node), ([key, { value }]) => [key, masked(key, value, depth + 1)] as const);
    return members.toSorted(([one], [other]) => (one < other ? -1 : 1));
  }
  if (node.type === 'string') return /url$/i.test(name) ? maskAddress(node.value) : maskValue(name, node.value);
  return 'value' in node ? node.value : node.type;
}

const isText = (value: unknown): value is string => typeof value === 'string';
