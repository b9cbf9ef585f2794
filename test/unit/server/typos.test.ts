/**
 * A typo causes about one finding. Each input is a real file with one random typo: a character that is missing,
 * doubled, or swapped, or a missing quote, brace, or comma. `npm run fuzz` uses more inputs and a new seed.
 */
import { randomInt } from 'node:crypto';
import { expect, test } from 'vitest';
import { ConfigDocument } from '../../../server/config/servers/document.ts';
import { check } from '../../../server/rules/check.ts';
import { wholeCorpus } from '../../corpus.ts';
import { Random } from '../../random.ts';
import { inputs, isLongRun } from '../random-runs.ts';

const count = Math.ceil(inputs(8000) / 4);
const seed = isLongRun ? randomInt(2 ** 31) : 20_261_124;
const context = { level: 'project' } as const;

type Typo = (text: string, at: number, random: Random) => string;

const without = (text: string, at: number): string => text.slice(0, at) + text.slice(at + 1);
const withAdded = (text: string, at: number, added: string): string => text.slice(0, at) + added + text.slice(at);

/** Removes one of the characters at random. */
const missing =
  (characters: string): Typo =>
  (text, _at, random) => {
    const found = Array.from(text.matchAll(new RegExp(`[${characters}]`, 'g')), ({ index }) => index);
    return found.length === 0 ? text : without(text, random.pick(found));
  };

const typos: Readonly<Record<string, Typo>> = {
  'a missing character': without,
  'a doubled character': (text, at) => withAdded(text, at, text.charAt(at)),
  'a swapped pair': (text, at) => withAdded(without(text, at), at + 1, text.charAt(at)),
  'a wrong character': (text, at, random) => withAdded(without(text, at), at, random.pick([...'abcxyz019;:,."'])),
  'a line break': (text, at) => withAdded(text, at, '\n'),
  'a missing quote': missing('"'),
  'a missing brace': missing('{}\\[\\]'),
  'a missing comma or colon': missing(',:'),
};

/** Counts findings by their code and message, because a typo can move them. */
function counted(text: string): Map<string, number> {
  const counts = new Map<string, number>();
  for (const { code } of check(new ConfigDocument(text), context).problems)
    counts.set(code, (counts.get(code) ?? 0) + 1);
  return counts;
}

function newFindings(before: ReadonlyMap<string, number>, after: ReadonlyMap<string, number>): number {
  let sum = 0;
  for (const [code, count] of after) sum += Math.max(0, count - (before.get(code) ?? 0));
  return sum;
}

test('typos cause 1.2 new findings each on average, and at most 4', { timeout: 0 }, () => {
  const files = wholeCorpus().flatMap(({ name, text }) => {
    const { faults, liveServers } = new ConfigDocument(text);
    return faults.length === 0 && liveServers.length > 0 ? [{ name, text, before: counted(text) }] : [];
  });
  const kinds = Object.entries(typos);
  const found: { readonly added: number; readonly what: string }[] = [];
  for (let run = 0; run < count; run++) {
    const random = new Random(seed + run);
    const { name, text, before } = random.pick(files);
    const [kind, make] = random.pick(kinds);
    const at = random.below(text.length);
    const changed = make(text, at, random);
    if (changed === text) continue;
    found.push({ added: newFindings(before, counted(changed)), what: `${name}, ${kind}, input ${run}` });
  }
  const mean = found.reduce((sum, { added }) => sum + added, 0) / found.length;
  const most = found.toSorted((one, other) => other.added - one.added);
  const many = found.filter(({ added }) => added >= 4).length / found.length;
  if (isLongRun || process.env.TYPOS)
    console.log(
      `seed ${seed}: ${found.length} typos, ${mean.toFixed(2)} new findings each, at most ${most[0]?.added}; ${(many * 100).toFixed(1)} % have four or more\n${most
        .slice(0, 25)
        .map(({ added, what }) => `${added} ${what}`)
        .join('\n')}`,
    );
  expect(mean).toBeLessThanOrEqual(1.2);
  expect(most[0]?.added).toBeLessThanOrEqual(4);
});
