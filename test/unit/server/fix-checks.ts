/** What holds of every fix that is ever offered: it helps, it harms nothing, it touches nothing else. */
import { expect } from 'vitest';
import { ConfigDocument } from '../../../server/config/document.ts';
import { applyChanges, type Fix, inOrder } from '../../../server/fixes/fix.ts';
import { usableFixes } from '../../../server/fixes/usable-fixes.ts';
import type { RuleContext } from '../../../server/rules/context.ts';
import { allProblems } from '../../../server/rules/index.ts';
import type { Problem } from '../../../server/rules/rule.ts';

const count = (text: string, code: string, context: RuleContext): number =>
  allProblems(new ConfigDocument(text), context).filter((problem) => problem.code === code).length;
const isThere = (text: string, { message, offset }: Problem, context: RuleContext): boolean =>
  allProblems(new ConfigDocument(text), context).some((other) => other.message === message && other.offset === offset);
/** Faults are no longer counted where there are very many. */
const faults = (text: string): number => new ConfigDocument(text).faults.length;

/** Everything outside the changes is there, in its order, and nothing else is. */
export function assertMinimal(before: string, after: string, { changes }: Pick<Fix, 'changes'>): void {
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
export function assertFixes(text: string, context: RuleContext, limit = 40): readonly string[] {
  const document = new ConfigDocument(text);
  const repeated =
    allProblems(document, context).some(({ code }) => code.startsWith('duplicate-')) ||
    document.servers.some(({ live }) => !live);
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
      // What was passed over in silence behind a fault, or inside an unknown key, may now have a separate problem.
      if (problem.code.startsWith('json-') || problem.code === 'unknown-key')
        expect(left < before || !isThere(after, problem, context), `${said}\n→\n${after}`).toBe(true);
      // Where a key is taken away, an earlier one of the same name comes to life.
      else if (repeated) expect(left, `${said}\n→\n${after}`).toBeLessThanOrEqual(before);
      else expect(left, `${said}\n→\n${after}`).toBeLessThan(before);
    }
  }
  return offered;
}
