/** Every fix that is ever offered, on real files and on mutated ones: it helps, it harms nothing, it touches nothing else. */
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { ConfigDocument } from '../../../server/config/document.ts';
import { fixAll } from '../../../server/fixes/batch.ts';
import { applyChanges, type Fix, inOrder } from '../../../server/fixes/fix.ts';
import { usableFixes } from '../../../server/fixes/offer.ts';
import type { RuleContext } from '../../../server/rules/context.ts';
import { allProblems, rules } from '../../../server/rules/index.ts';
import type { Problem } from '../../../server/rules/rule.ts';
import { corpus } from './support.ts';

const contexts: readonly RuleContext[] = [
  { level: 'project', environment: new Set(['HOME', 'PATH']) },
  { level: 'user' },
  { level: 'imported' },
];

const count = (text: string, code: string, context: RuleContext): number =>
  allProblems(new ConfigDocument(text), context).filter((problem) => problem.code === code).length;
const isThere = (text: string, { message, offset }: Problem, context: RuleContext): boolean =>
  allProblems(new ConfigDocument(text), context).some((other) => other.message === message && other.offset === offset);
/** Faults are no longer counted where there are very many. */
const faults = (text: string): number => new ConfigDocument(text).faults.length;

/** Everything outside the changes is there, in its order, and nothing else is. */
function assertMinimal(before: string, after: string, { changes }: Pick<Fix, 'changes'>): void {
  let at = 0;
  let rest = after;
  for (const { offset, length, text } of inOrder(changes)) {
    expect(offset, 'changes overlap').toBeGreaterThanOrEqual(at);
    const kept = before.slice(at, offset);
    expect(rest.startsWith(kept + text)).toBe(true);
    rest = rest.slice(kept.length + text.length);
    at = offset + length;
  }
  expect(at).toBeLessThanOrEqual(before.length);
  expect(rest).toBe(before.slice(at));
}

/** Tries each fix of a text; gives the codes for which one was offered. */
function assertFixes(text: string, context: RuleContext, limit = 40): readonly string[] {
  const document = new ConfigDocument(text);
  const repeated = allProblems(document, context).some(({ code }) => code.startsWith('duplicate-'));
  const offered: string[] = [];
  for (const problem of allProblems(document, context).slice(0, limit)) {
    for (const fix of usableFixes(document, problem)) {
      const said = `${problem.code}: ${fix.title}\n${text}`;
      const after = applyChanges(text, fix.changes);
      offered.push(problem.code);
      expect(fix.changes.length, said).toBeGreaterThan(0);
      assertMinimal(text, after, fix);
      expect(faults(after), `${said}\n→\n${after}`).toBeLessThanOrEqual(document.faults.length);
      const before = count(text, problem.code, context);
      const left = count(after, problem.code, context);
      // What was passed over in silence behind a fault, or inside an unknown key, may now have a problem of its own.
      if (problem.code.startsWith('json-') || problem.code === 'unknown-key')
        expect(left < before || !isThere(after, problem, context), `${said}\n→\n${after}`).toBe(true);
      // Where a key is taken away, an earlier one of the same name comes to life.
      else if (repeated) expect(left, `${said}\n→\n${after}`).toBeLessThanOrEqual(before);
      else expect(left, `${said}\n→\n${after}`).toBeLessThan(before);
    }
  }
  return offered;
}

const files = corpus() ?? [];

describe('real files', () => {
  test.skipIf(files.length === 0)('each offered fix takes its problem away and nothing else', () => {
    const offered = new Set(files.flatMap(({ text }) => contexts.flatMap((context) => assertFixes(text, context))));
    expect(offered.size).toBeGreaterThan(10);
  });

  test.skipIf(files.length === 0)('all safe fixes at once leave none to make', () => {
    for (const { name, text } of files) {
      const safe = (current: string): readonly Fix[] => {
        const document = new ConfigDocument(current);
        return allProblems(document, {}).flatMap(
          (problem) => problem.fixes?.(document).find((fix) => fix.safe === true) ?? [],
        );
      };
      const changes = fixAll(text, safe);
      const after = applyChanges(text, changes);
      assertMinimal(text, after, { changes });
      expect(safe(after), name).toEqual([]);
    }
  });
});

/** Files that break many rules, in several layouts; each rule's own wrong example is among them. */
const seeds: readonly string[] = [
  ...rules.map(({ docs }) => docs.wrong),
  ...rules.flatMap(({ docs }) =>
    docs.wrong.startsWith('{"') ? [pretty(docs.wrong, '  ', '\n'), pretty(docs.wrong, '\t', '\r\n')] : [],
  ),
  ...files.map(({ text }) => text).filter((text) => text.length < 2000),
];

function pretty(text: string, indent: string, eol: string): string {
  try {
    return JSON.stringify(JSON.parse(text), null, indent).replaceAll('\n', eol);
  } catch {
    return text;
  }
}

const piece = fc.constantFrom(
  ...['{', '}', '[', ']', ',', ':', '"', '//x\n', '/* y */', '\r\n', '\n', ' ', ';', "'a'", '1', 'True', '.5', 'null'],
  ...['"command": "npx docs",', '"disabled": true,', '"timeout": "5s",', '"type": "SSE",', '"url": "http://a/sse",'],
  ...['"env": {"API_KEY": "$KEY", "B": 1},', '"args": ["~/x", 2],', '"a b": {"url": "x"},', '"servers": {},', '""'],
  ...['"oauth": {"scopes": ["a"]},', '"auth": {},', '"disabledServers": ["a", "", "a"],', '"enabledServers": ["a"],'],
);
const mutated = fc
  .tuple(fc.constantFrom(...seeds), fc.array(fc.tuple(fc.nat(), fc.nat({ max: 4 }), piece), { maxLength: 3 }))
  .map(([seed, edits]) =>
    edits.reduce((text, [place, cut, added]) => {
      // Mostly where a member could begin: there the file stays readable.
      const starts = [...text.matchAll(/[{[,]/g)].map(({ index }) => index + 1);
      const at = place % 3 === 0 ? place % (text.length + 1) : (starts[place % Math.max(1, starts.length)] ?? 0);
      return text.slice(0, at) + added + text.slice(at + (place % 5 === 0 ? cut : 0));
    }, seed),
  );

describe('mutated files', () => {
  test('each offered fix takes its problem away and nothing else', () => {
    const offered = new Set<string>();
    fc.assert(
      fc.property(mutated, fc.constantFrom(...contexts), (text, context) => {
        for (const code of assertFixes(text, context, 8)) offered.add(code);
      }),
      // The same inputs in every run, so that a change is judged by itself; other seeds are for a longer search.
      { numRuns: 2000, seed: 20_261_120 },
    );
    expect(offered.size).toBeGreaterThan(25);
  });
});
