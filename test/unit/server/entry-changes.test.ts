/** Each edit of an entry that changes its meaning is found by `mcp-config diff`, and no other. */
import { isDeepStrictEqual } from 'node:util';
import { expect, test } from 'vitest';
import { propertyChanges } from '../../../server/cli/diff/entry-changes.ts';
import { ConversionError } from '../../../server/convert/failure.ts';
import { type WrittenServer, writtenServers } from '../../../server/convert/finding/written-servers.ts';
import { atLeast, wholeCorpus } from '../../corpus.ts';
import { Random } from '../../random.ts';

type Json = null | boolean | number | string | Json[] | { [key: string]: Json };

const isObject = (value: Json): value is { [key: string]: Json } =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** Edits of a value, somewhere inside it. */
function edited(value: Json, pick: (count: number) => number): Json {
  if (isObject(value)) {
    const keys = Object.keys(value);
    const key = keys[pick(keys.length + 1)];
    if (key === undefined) return { ...value, added: pick(2) === 0 ? 'x' : { inner: ['x'] } };
    const { [key]: old = null, ...rest } = value;
    const others: { [key: string]: Json } = rest;
    const kind = pick(6);
    if (kind === 0) return others;
    if (kind === 1) return { ...others, [key]: old };
    if (kind === 2) return { ...others, [`${key}x`]: old };
    return { ...value, [key]: edited(old, pick) };
  }
  if (Array.isArray(value)) {
    const at = pick(value.length + 1);
    if (at === value.length) return [...value, 'x'];
    const kind = pick(3);
    if (kind === 0) return value.filter((_, index) => index !== at);
    if (kind === 1) return value.toReversed();
    return value.map((item, index) => (index === at ? edited(item, pick) : item));
  }
  const kind = pick(4);
  if (kind === 0) return value;
  if (kind === 1) return String(value);
  if (kind === 2) return typeof value === 'boolean' ? !value : `${value}x`;
  return kind === 3 && typeof value === 'number' ? value + 1 : null;
}

async function serversIn(text: string, path: string): Promise<readonly WrittenServer[]> {
  try {
    return (await writtenServers(text, { path })).servers;
  } catch (error) {
    if (error instanceof ConversionError) return [];
    throw error;
  }
}

test('every edit of an entry in the collected files is found, unless it changes nothing', async () => {
  const numbers = new Random(56);
  const pick = (count: number): number => numbers.below(count);
  const counts = { changed: 0, unchanged: 0 };
  for (const { name, text } of wholeCorpus()) {
    const before = await serversIn(text, name);
    for (const [index, { value, name: server }] of [...before.entries()].flatMap(
      (entry) => Array(20).fill(entry) as (typeof entry)[],
    )) {
      if (value === undefined) continue;
      const written = text.slice(value.offset, value.offset + value.length);
      let old: Json;
      try {
        old = JSON.parse(written);
      } catch {
        continue;
      }
      const now = edited(old, pick);
      const replaced = JSON.stringify(now, undefined, pick(3));
      const after = await serversIn(
        text.slice(0, value.offset) + replaced + text.slice(value.offset + value.length),
        name,
      );
      const counterpart = after.length === before.length ? after[index] : undefined;
      const isFound =
        counterpart === undefined ||
        counterpart.name !== server ||
        propertyChanges(value, counterpart.value).length > 0;
      const isChanged = !isDeepStrictEqual(old, now);
      counts[isChanged ? 'changed' : 'unchanged']++;
      expect({ name, server, now, isFound }).toEqual({ name, server, now, isFound: isChanged });
    }
  }
  expect(counts.changed).toBeGreaterThan(atLeast(1000, 20));
  expect(counts.unchanged).toBeGreaterThan(atLeast(100, 2));
});
