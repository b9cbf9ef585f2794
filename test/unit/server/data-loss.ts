/** Finds data that a change removes from a file. */
import type { Span } from '../../../server/config/text/json.ts';
import { allowedName } from '../../../server/fixes/rename-server.ts';
import type { Facts, Leaf } from './facts.ts';

/** Returns what a title says that it removes, or undefined if it removes nothing. */
export function namedIn(title: string): ReadonlySet<string> | undefined {
  if (!/\bremoves?\b/i.test(title)) return undefined;
  const quoted = Array.from(title.matchAll(/"(?:[^"\\]|\\.)*"/g), ([text]) => unquote(text));
  return new Set([...quoted, ...quoted.flatMap((text) => text.split(' ')), title.replace(/^Remove /, '')]);
}

function unquote(text: string): string {
  try {
    return String(JSON.parse(text));
  } catch {
    return text;
  }
}

/** Problems whose fix rewrites a value: the title names the new value. */
const rewrites: ReadonlySet<string> = new Set([
  ...'unknown-transport transport-mismatch wrong-json-type not-allowed-value out-of-range legacy-sse'.split(' '),
  ...'placeholder-value machine-path prompt-without-consent foreign-variable json-syntax plain-http'.split(' '),
  ...'timeout-in-seconds callback-port-mismatch container-terminal misspelled-package'.split(' '),
]);
/** Keys of other tools whose value is written differently in this format. */
const translated = /^(?:disabled|transport|transportType|(?:startup|tool)_timeout_sec|type|name)$/;

interface Offer {
  readonly code: string;
  readonly title: string;
  readonly spans: readonly Span[];
}

interface Lost {
  readonly value: string;
  readonly named: boolean;
}

export function lostBetween(before: Facts, after: Facts, { code, title, spans }: Offer): readonly Lost[] {
  const removed = namedIn(title);
  const isNamed = (path: readonly string[], value: string): boolean =>
    removed !== undefined && [value, ...path].some((word) => removed.has(word) || removed.has(`${word.slice(0, 60)}…`));
  const left = counts(after.leaves.map(({ value }) => value));
  const lost: Lost[] = [];
  // Titles must not contain secrets.
  const secret = /^Remove the (?:secret|password)/.test(title);
  const mayGo = (leaf: Leaf): boolean => isNamed(leaf.path, leaf.value) || isRewritten(leaf, after, code, spans);
  // Of two equal values, the one that the title names is the removed one.
  const order = before.leaves.toSorted((one, other) => Number(mayGo(one)) - Number(mayGo(other)));
  for (const leaf of order) {
    const count = left.get(leaf.value) ?? 0;
    if (count > 0) left.set(leaf.value, count - 1);
    else if (isTwin(leaf, before, after) || isRewritten(leaf, after, code, spans)) continue;
    else lost.push({ value: leaf.value, named: secret || isNamed(leaf.path, leaf.value) });
  }
  const names = counts(after.servers.map(({ name }) => name));
  const last = before.servers.toSorted(
    (one, other) => Number(isNamed(one.path, one.name)) - Number(isNamed(other.path, other.name)),
  );
  const renamed = last.filter(({ name }) => {
    const count = names.get(name) ?? 0;
    names.set(name, count - 1);
    return count <= 0;
  });
  const fresh = [...names].flatMap(([name, count]) => (count > 0 ? [name] : []));
  /** True for a level of a map of servers that is no server: its servers are those of the map now. */
  const isLevel = (path: readonly string[]): boolean => {
    const inside = before.leaves.filter((leaf) => path.every((key, index) => leaf.path[index] === key));
    const held = new Set(inside.map((leaf) => leaf.path[path.length] ?? ''));
    return held.size > 0 && [...held].every((name) => after.servers.some((server) => server.name === name));
  };
  for (const { name, path } of renamed)
    if (!isLevel(path) && !fresh.some((other) => isRenamed(name, other)) && !listed(after, name))
      lost.push({ value: name, named: isNamed(path, name) });
  const entries = new Set(after.entries.map((entry) => entry.name));
  const isNewName = (name: string): boolean =>
    /^(?:header|variable)-name$/.test(code) && [...entries].some((other) => isRenamed(name, other));
  for (const { name, path } of before.entries)
    if (!entries.has(name) && !isNewName(name)) lost.push({ value: name, named: isNamed(path, name) });
  return lost;
}

function counts(values: readonly string[]): Map<string, number> {
  const result = new Map<string, number>();
  for (const value of values) result.set(value, (result.get(value) ?? 0) + 1);
  return result;
}

/** True if the file had the same value under the same key twice; one of them is enough. */
function isTwin(leaf: Leaf, before: Facts, after: Facts): boolean {
  const same = (other: Leaf): boolean => other.value === leaf.value && other.path.at(-1) === leaf.path.at(-1);
  const said = after.leaves.some((other) => other.value === leaf.value);
  return said && before.leaves.filter(same).length > 1;
}

/**
 * True if the value of the problem is kept in another form: as text, with another type, or in this format's notation.
 */
function isRewritten({ value, path, offset, end }: Leaf, after: Facts, code: string, spans: readonly Span[]): boolean {
  const here = spans.some((span) => span.offset <= end && span.offset + span.length >= offset);
  if (here && (rewrites.has(code) || code === 'all-safe')) return true;
  if (code === 'transport-mismatch' || code === 'command-and-url') return path.at(-1) === 'type';
  if (code === 'source.fixAll') return here;
  // A server that one fix moves is corrected by the next one, which no finding could name at first.
  const key = path.at(-1);
  if (code === 'all-safe' && key === 'enabled' && /^(?:yes|no|on|off)$/i.test(value)) return true;
  if (code === 'all-safe' && key === 'timeout' && /^\d+ ?(?:ms|s|m)?$/.test(value)) return true;
  if (code === 'disabled-stub' && /^(?:enabled|disabled)$/.test(path.at(-1) ?? '')) return true;
  // All tools, which is also the default.
  if (value === '*' && /tools$/i.test(path.at(-1) ?? '')) return true;
  if (translated.test(path.at(-1) ?? '')) return true;
  if (code.startsWith('other-') || code.startsWith('foreign-') || code === 'flat-map')
    if (/^(?:true|false|\d+(?:\.\d+)?\s*[a-z]*)$/.test(value)) return true;
  const wordsIn = (text: string): readonly string[] => text.toLowerCase().match(/[a-z0-9]+/g) ?? [];
  // In this format, it's "./a".
  const written = value.replace(/^\$\{workspaceFolder\}\//, './');
  const words = wordsIn(written).filter((word) => !/^(?:env|input)$/.test(word));
  const all = new Set(after.leaves.flatMap((leaf) => wordsIn(leaf.value)));
  const names = new Set([...after.servers.map(({ name }) => name), ...after.entries.map(({ name }) => name)]);
  return (
    (words.length > 0 && words.every((word) => all.has(word))) ||
    names.has(value) ||
    after.servers.some(({ name }) => isRenamed(value, name))
  );
}

const listed = (after: Facts, name: string): boolean =>
  after.leaves.some(({ value, path }) => value === name && path.at(-1) === 'disabledServers');

function isRenamed(name: string, other: string): boolean {
  const valid = allowedName(name) ?? 'server';
  return other === valid || (other.startsWith(valid.slice(0, 90)) && /-\d+$/.test(other));
}
