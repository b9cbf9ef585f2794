/**
 * For any bytes, nothing throws or hangs, all positions are inside the text, and all fixes pass their checks. Real
 * files are mutated as editors, merges and attackers would. `npm run fuzz` uses 200,000 inputs.
 */
import { randomInt } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { completionsAt } from '../../../server/features/completion/completion.ts';
import { formattingEdits } from '../../../server/features/edits/formatting.ts';
import { foldingRanges, selectionRangeAt } from '../../../server/features/folding.ts';
import { hoverAt } from '../../../server/features/hover.ts';
import { semanticTokensOf } from '../../../server/features/semantic-tokens.ts';
import { documentSymbols } from '../../../server/features/symbols.ts';
import { allProblems, check } from '../../../server/rules/check.ts';
import type { RuleContext } from '../../../server/rules/context.ts';
import { rules } from '../../../server/rules/rule-list.ts';
import { corpus } from '../../corpus.ts';
import { Random } from '../../random.ts';
import { inputs, isLongRun } from '../random-runs.ts';
import { assertRanges, contextOf, rejectOutside } from './files.ts';
import { assertFixes } from './fix-checks.ts';
import { largeDocuments } from './growth-probe.ts';

const count = inputs(2000);
const seed = isLongRun ? randomInt(2 ** 31) : 20_261_120;
/** Processor time in milliseconds that counts as hanging. Other load on the machine is excluded. */
const hang = 2000;

const contexts: readonly RuleContext[] = [
  { level: 'project', environment: new Set(['HOME', 'PATH']) },
  { level: 'user' },
  { level: 'imported' },
  { level: 'plugin' },
];
const seeds: readonly string[] = [
  ...rules.map(({ docs }) => docs.wrong),
  ...corpus().map(({ text }) => text),
  // Denial-of-service inputs: many repetitions, deep nesting, texts for which careless regular expressions are slow.
  ...Object.values(largeDocuments).map((make) => make(4)),
];

const pieces = [
  ...['{', '}', '[', ']', ',', ':', '"', '\\', '\\u', '//', '/*', '*/', '\r', '\n', '\r\n', '\u2028', '\0', '\uFEFF'],
  ...['\ud800', '\udc00', '😀', '\u202e', "'", '`', '-', '1e999', '-0', '0x1', 'NaN', 'nul', '${', '${A:-', '$A', '~/'],
  ...['"__proto__": {"command": "x"},', '"constructor": 1,', '"toString": {},', '"hasOwnProperty": [],'],
  ...[
    '"mcpServers": {},',
    '"command": "npx",',
    '"url": "http://x/sse",',
    '"type": "sse",',
    '"args": [""],',
    '"env": null,',
  ],
  ...['"disabledServers": ["a", "a"],', '"enabled": "no",', '"timeout": -1,', '"oauth": {"callbackPort": 70000},'],
];

type Mutation = (text: string, random: Random) => string;
const mutations: readonly Mutation[] = [
  (text, random) => text.slice(0, random.below(text.length + 1)),
  (text, random) => text.slice(random.below(text.length + 1)),
  (text, random) => splice(text, random.below(text.length + 1), 0, random.pick(pieces)),
  (text, random) => splice(text, random.below(text.length + 1), random.below(6), random.pick(pieces)),
  (text, random) => splice(text, random.below(text.length + 1), random.below(30), ''),
  (text, random) => splice(text, random.below(text.length + 1), 1, String.fromCharCode(random.below(0x10000))),
  // Duplicated text, as after a bad merge, and text from another file.
  (text, random) => splice(text, random.below(text.length + 1), 0, stretch(text, random)),
  (text, random) => splice(text, random.below(text.length + 1), 0, stretch(random.pick(seeds), random)),
  (text, random) => text.replaceAll('\n', random.pick(['\r\n', '\r', '\n\n', ' '])),
  (text) => `\uFEFF${text}`,
  // Duplicates a key, at any level.
  (text, random) => {
    const keys = [...text.matchAll(/"[^"\\\n]{1,40}"\s*:/g)];
    if (keys.length === 0) return text;
    const { index, 0: key } = random.pick(keys);
    return splice(text, index, 0, `${key} ${random.pick(['{}', '"x"', '[1]', 'null'])},`);
  },
  (text, random) => text.replace(/"[^"\\\n]{1,40}"(?=\s*:)/, random.pick(['"__proto__"', '""', '"a b"', '"\\ud800"'])),
  (text, random) => {
    const depth = random.below(300);
    const [open, close] = random.pick([
      ['[', ']'],
      ['{"a":', '}'],
    ]);
    return splice(text, random.below(text.length + 1), 0, `${open?.repeat(depth)}1${close?.repeat(depth)}`);
  },
  (text, random) =>
    splice(
      text,
      random.below(text.length + 1),
      0,
      random.pick(['x', '"', '\\', '${A', ' ']).repeat(random.below(3000)),
    ),
];

const splice = (text: string, at: number, cut: number, added: string): string =>
  text.slice(0, at) + added + text.slice(at + cut);
const stretch = (text: string, random: Random): string => {
  const at = random.below(text.length);
  return text.slice(at, at + random.below(200));
};

function randomBytes(random: Random): string {
  const bytes = Uint8Array.from({ length: random.below(400) }, () => random.below(256));
  return new TextDecoder('utf-8').decode(bytes);
}

function inputOf(random: Random): string {
  if (random.below(50) === 0) return randomBytes(random);
  let text = random.pick(seeds);
  for (let left = 1 + random.below(4); left > 0; left--) text = random.pick(mutations)(text, random);
  return text;
}

/** Calls everything that an editor may request. */
function useAll(text: string, offset: number, context: RuleContext): void {
  const known = contextOf(text);
  const { document } = known;
  rejectOutside(document);
  semanticTokensOf(document);
  foldingRanges(document);
  assertRanges([
    selectionRangeAt(document, offset),
    documentSymbols(document),
    formattingEdits(document, undefined, { tabSize: 2, insertSpaces: true }),
    hoverAt(known, offset),
  ]);
  const proposals = completionsAt(known, offset);
  for (const span of [...allProblems(check(document.config, context)), ...proposals.map(({ replace }) => replace)])
    if (span.offset < 0 || span.length < 0 || span.offset + span.length > text.length)
      throw new Error(`a place outside of the text: ${JSON.stringify(span)}`);
}

test('a server that a fix moves one level up may have the same mistake, which was not seen there', () => {
  const text = '{"mcpServers": {"mcpServers": {"docs": {"env": {"A": "1"}}}}}';
  expect(assertFixes(text, { level: 'standalone' })).toEqual(['missing-command']);
});

describe('fuzzing', () => {
  test('random inputs cause no exceptions, hangs, or invalid fixes', { timeout: 0 }, () => {
    const offered = new Set<string>();
    let slowest = 0;
    for (let run = 0; run < count; run++) {
      const random = new Random(seed + run);
      const text = inputOf(random);
      const context = random.pick(contexts);
      const began = process.cpuUsage();
      try {
        useAll(text, random.below(text.length + 1), context);
        slowest = Math.max(slowest, process.cpuUsage(began).user / 1000);
        for (const code of assertFixes(text, context, 3)) offered.add(code);
      } catch (error) {
        const why = error instanceof Error ? error.message.slice(0, 500) : String(error);
        throw new Error(`seed ${seed}, input ${run}: ${JSON.stringify(text.slice(0, 2000))}\n${why}`);
      }
    }
    if (isLongRun) console.log(`seed ${seed}: ${count} inputs, the slowest took ${slowest.toFixed(0)} ms`);
    expect(slowest).toBeLessThan(hang);
    expect(offered.size).toBeGreaterThan(20);
  });

  test('a real file truncated at any position causes no exceptions', () => {
    const { text } = corpus().find((file) => file.text.length > 900 && file.text.length < 2500) ?? { text: '' };
    expect(text.length).toBeGreaterThan(900);
    for (let end = 0; end <= text.length; end++) useAll(text.slice(0, end), end, contexts[0] ?? {});
  });
});
