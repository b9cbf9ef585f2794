/** All fixes on real and mutated files: each solves its problem, adds no other, and makes no unnecessary change. */

import { describe, expect, test } from 'vitest';
import { ConfigDocument } from '../../../server/config/servers/document.ts';
import { allProblems, check } from '../../../server/rules/check.ts';
import type { RuleContext } from '../../../server/rules/context.ts';
import { fixedText } from '../../../server/rules/fix-all.ts';
import { rules } from '../../../server/rules/rule-list.ts';
import { corpus } from '../../corpus.ts';
import { fc, runs } from '../random-runs.ts';
import { assertFixes } from './fix-checks.ts';

const contexts: readonly RuleContext[] = [
  { level: 'project', environment: new Set(['HOME', 'PATH']) },
  { level: 'user' },
  { level: 'imported' },
];

const files = corpus();

/** Files that break many rules, in several layouts, including the wrong example of each rule. */
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
      // Mostly where a member could begin, because the file stays readable there.
      const starts = [...text.matchAll(/[{[,]/g)].map(({ index }) => index + 1);
      const at = place % 3 === 0 ? place % (text.length + 1) : (starts[place % Math.max(1, starts.length)] ?? 0);
      return text.slice(0, at) + added + text.slice(at + (place % 5 === 0 ? cut : 0));
    }, seed),
  );

describe('fix with kinds of problems', () => {
  const codes = rules.map(({ code }) => code);

  test.each([
    ['json-syntax', '{"mcpServers": {"a": {"command": "x",, "args": ["y"],,},},,}'],
    ['wrong-json-type', '{"mcpServers": {"a": {"command": ["docs-server", 1, "x"]}}}'],
  ])('is done after one run: %s', (code, text) => {
    const once = fixedText(text, undefined, [code]);
    expect(fixedText(once, undefined, [code])).toBe(once);
    expect(allProblems(check(new ConfigDocument(once)))).toEqual([]);
  });

  test('is done after one run on files that break many rules', () => {
    fc.assert(
      fc.property(mutated, fc.constantFrom(...codes.map((code) => [code]), codes), (text, kinds) => {
        const once = fixedText(text, undefined, kinds);
        expect(fixedText(once, undefined, kinds), text).toBe(once);
      }),
      { numRuns: runs(700) },
    );
  });
});

describe('fixes for mutated files', () => {
  test('solve their own problem and change nothing else', () => {
    const offered = new Set<string>();
    fc.assert(
      fc.property(mutated, fc.constantFrom(...contexts), (text, context) => {
        for (const code of assertFixes(text, context, 8)) offered.add(code);
      }),
      // Inputs are always the same, so that failures are due to changes. Use other seeds for a longer search.
      { numRuns: runs(700) },
    );
    expect(offered.size).toBeGreaterThan(25);
  });
});
