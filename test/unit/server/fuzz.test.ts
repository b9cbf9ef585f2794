/**
 * For any bytes, nothing throws or hangs, all positions are inside the text, and all fixes pass their checks. Real
 * files are mutated as editors, merges and attackers would. `npm run fuzz` uses 200,000 inputs and a new seed; `npm
 * test` uses 2,000 inputs, which are always the same, so that failures are due to changes.
 */
import { randomInt } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { ConfigDocument } from '../../../server/config/document.ts';
import { completionsAt } from '../../../server/features/completion.ts';
import { bracketSpans, selectionsAt } from '../../../server/features/folding.ts';
import { formattingEdits } from '../../../server/features/formatting.ts';
import { hoverAt } from '../../../server/features/hover.ts';
import { semanticTokensOf } from '../../../server/features/semantic-tokens.ts';
import { outlineOf } from '../../../server/features/symbols.ts';
import type { RuleContext } from '../../../server/rules/context.ts';
import { allProblems, rules } from '../../../server/rules/index.ts';
import { corpus } from '../../corpus.ts';
import { assertFixes } from './fix-checks.ts';
import { largeDocuments } from './growth-probe.ts';

const longRun = process.env.SWITCHYARD_FUZZ !== undefined;
const inputs = longRun ? Number(process.env.SWITCHYARD_FUZZ) : 2000;
const seed = longRun ? randomInt(2 ** 31) : 20_261_120;
/** Processor time in milliseconds that counts as hanging. Other load on the machine is excluded. */
const hang = 2000;

const contexts: readonly RuleContext[] = [
  { level: 'project', environment: new Set(['HOME', 'PATH']) },
  { level: 'user' },
  { level: 'imported' },
];
const seeds: readonly string[] = [
  ...rules.map(({ docs }) => docs.wrong),
  ...corpus().map(({ text }) => text),
  // Denial-of-service inputs: many repetitions, deep nesting, texts for which careless regular expressions are slow.
  ...Object.values(largeDocuments).map((make) => make(4)),
];

/** Pseudorandom numbers from a seed (mulberry32), so that a failure can be repeated. */
class Dice {
  #state: number;
  constructor(start: number) {
    this.#state = start;
  }
  below(limit: number): number {
    this.#state = (this.#state + 0x6d2b79f5) | 0;
    let value = Math.imul(this.#state ^ (this.#state >>> 15), 1 | this.#state);
    value = (value + Math.imul(value ^ (value >>> 7), 61 | value)) ^ value;
    return ((value ^ (value >>> 14)) >>> 0) % Math.max(1, limit);
  }
  of<T>(list: readonly T[]): T {
    return list[this.below(list.length)] as T;
  }
}

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

type Mutation = (text: string, dice: Dice) => string;
const mutations: readonly Mutation[] = [
  (text, dice) => text.slice(0, dice.below(text.length + 1)),
  (text, dice) => text.slice(dice.below(text.length + 1)),
  (text, dice) => splice(text, dice.below(text.length + 1), 0, dice.of(pieces)),
  (text, dice) => splice(text, dice.below(text.length + 1), dice.below(6), dice.of(pieces)),
  (text, dice) => splice(text, dice.below(text.length + 1), dice.below(30), ''),
  (text, dice) => splice(text, dice.below(text.length + 1), 1, String.fromCharCode(dice.below(0x10000))),
  // Duplicated text, as after a bad merge, and text from another file.
  (text, dice) => splice(text, dice.below(text.length + 1), 0, stretch(text, dice)),
  (text, dice) => splice(text, dice.below(text.length + 1), 0, stretch(dice.of(seeds), dice)),
  (text, dice) => text.replaceAll('\n', dice.of(['\r\n', '\r', '\n\n', ' '])),
  (text) => `\uFEFF${text}`,
  // Duplicates a key, at any level.
  (text, dice) => {
    const keys = [...text.matchAll(/"[^"\\\n]{1,40}"\s*:/g)];
    const { index = 0, 0: key } = dice.of(keys) ?? { 0: '' };
    return key === '' ? text : splice(text, index, 0, `${key} ${dice.of(['{}', '"x"', '[1]', 'null'])},`);
  },
  (text, dice) => text.replace(/"[^"\\\n]{1,40}"(?=\s*:)/, dice.of(['"__proto__"', '""', '"a b"', '"\\ud800"'])),
  (text, dice) => {
    const depth = dice.below(300);
    const [open, close] = dice.of([
      ['[', ']'],
      ['{"a":', '}'],
    ]);
    return splice(text, dice.below(text.length + 1), 0, `${open?.repeat(depth)}1${close?.repeat(depth)}`);
  },
  (text, dice) =>
    splice(text, dice.below(text.length + 1), 0, dice.of(['x', '"', '\\', '${A', ' ']).repeat(dice.below(3000))),
];

const splice = (text: string, at: number, cut: number, added: string): string =>
  text.slice(0, at) + added + text.slice(at + cut);
const stretch = (text: string, dice: Dice): string => {
  const at = dice.below(text.length);
  return text.slice(at, at + dice.below(200));
};

function randomBytes(dice: Dice): string {
  const bytes = Uint8Array.from({ length: dice.below(400) }, () => dice.below(256));
  return new TextDecoder('utf-8').decode(bytes);
}

function inputOf(dice: Dice): string {
  if (dice.below(50) === 0) return randomBytes(dice);
  let text = dice.of(seeds);
  for (let left = 1 + dice.below(4); left > 0; left--) text = dice.of(mutations)(text, dice);
  return text;
}

/** Calls everything that an editor may request. */
function useAll(text: string, offset: number, context: RuleContext): void {
  const document = new ConfigDocument(text);
  const spans = [
    ...allProblems(document, context),
    ...completionsAt(document, offset).map(({ replace }) => replace),
    ...selectionsAt(document, offset),
    ...bracketSpans(document),
    ...semanticTokensOf(document),
    ...outlineOf(document).map(({ span }) => span),
    ...formattingEdits(text, undefined, { tabSize: 2, insertSpaces: true }),
  ];
  const hovered = hoverAt(document, offset);
  if (hovered !== undefined) spans.push(hovered.span);
  for (const span of spans)
    if (span.offset < 0 || span.length < 0 || span.offset + span.length > text.length)
      throw new Error(`a place outside of the text: ${JSON.stringify(span)}`);
}

describe('fuzzing', () => {
  test(`${inputs} inputs cause no exceptions, hangs, or invalid fixes`, { timeout: 0 }, () => {
    const offered = new Set<string>();
    let slowest = 0;
    for (let run = 0; run < inputs; run++) {
      const dice = new Dice(seed + run);
      const text = inputOf(dice);
      const context = dice.of(contexts);
      const began = process.cpuUsage();
      try {
        useAll(text, dice.below(text.length + 1), context);
        slowest = Math.max(slowest, process.cpuUsage(began).user / 1000);
        for (const code of assertFixes(text, context, 3)) offered.add(code);
      } catch (error) {
        const why = error instanceof Error ? error.message.slice(0, 500) : String(error);
        throw new Error(`seed ${seed}, input ${run}: ${JSON.stringify(text.slice(0, 2000))}\n${why}`);
      }
    }
    if (longRun) console.log(`seed ${seed}: ${inputs} inputs, the slowest took ${slowest.toFixed(0)} ms`);
    expect(slowest).toBeLessThan(hang);
    expect(offered.size).toBeGreaterThan(25);
  });

  test('a real file truncated at any position causes no exceptions', () => {
    const { text } = corpus().find((file) => file.text.length > 900 && file.text.length < 2500) ?? { text: '' };
    expect(text.length).toBeGreaterThan(900);
    for (let end = 0; end <= text.length; end++) useAll(text.slice(0, end), end, contexts[0] ?? {});
  });
});
