/** Checks for all fixes that are offered: each solves its problem, adds no other, and makes no unnecessary change. */
import { expect } from 'vitest';
import { ConfigDocument } from '../../../server/config/servers/document.ts';
import { applyChanges, type Fix, inOrder } from '../../../server/fixes/fix.ts';
import { allProblems, check } from '../../../server/rules/check.ts';
import type { RuleContext } from '../../../server/rules/context.ts';
import { usableFixes } from '../../../server/rules/fix-all.ts';
import type { Problem } from '../../../server/rules/rule.ts';

const count = (text: string, code: string, context: RuleContext): number =>
  allProblems(check(new ConfigDocument(text), context)).filter((problem) => problem.code === code).length;
const isThere = (text: string, { message, offset }: Problem, context: RuleContext): boolean =>
  allProblems(check(new ConfigDocument(text), context)).some(
    (other) => other.message === message && other.offset === offset,
  );
/** Returns the number of syntax errors, which is limited. */
const faults = (text: string): number => new ConfigDocument(text).faults.length;

/** Asserts that the text outside the changes is the same. */
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

/** Codes with a fix after which more of the text is checked: that after a syntax error, in an unknown key, or one level too deep. */
const uncovers = (code: string): boolean =>
  code.startsWith('json-') || code === 'unknown-key' || code === 'missing-command';

/** Tries all fixes of a text. Returns the codes of the problems that have one. */
export function assertFixes(text: string, context: RuleContext, limit = 40): readonly string[] {
  const document = new ConfigDocument(text);
  const repeated =
    allProblems(check(document, context)).some(({ code }) => code.startsWith('duplicate-')) ||
    document.servers.some(({ live }) => !live);
  const offered: string[] = [];
  for (const problem of allProblems(check(document, context)).slice(0, limit)) {
    for (const fix of usableFixes(document, problem, context)) {
      const said = `${problem.code}: ${fix.title}\n${text}`;
      const after = applyChanges(text, fix.changes);
      offered.push(problem.code);
      expect(fix.changes.length, said).toBeGreaterThan(0);
      assertMinimal(text, after, fix);
      expect(faults(after), `${said}\n→\n${after}`).toBeLessThanOrEqual(document.faults.length);
      const before = count(text, problem.code, context);
      const left = count(after, problem.code, context);
      // What wasn't checked before may have other problems now.
      if (uncovers(problem.code))
        expect(left < before || !isThere(after, problem, context), `${said}\n→\n${after}`).toBe(true);
      // Removing a key makes an earlier one with the same name effective.
      else if (repeated) expect(left, `${said}\n→\n${after}`).toBeLessThanOrEqual(before);
      else expect(left, `${said}\n→\n${after}`).toBeLessThan(before);
    }
  }
  return offered;
}
