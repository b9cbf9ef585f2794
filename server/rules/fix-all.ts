/** Selects the fixes that can be offered, and applies many at once. */
import { ConfigDocument } from '../config/servers/document.ts';
import { endOf } from '../config/text/json.ts';
import { parseText } from '../config/text/parse.ts';
import { composeChanges } from '../fixes/compose-changes.ts';
import { applyChanges, type Change, type Fix, inOrder } from '../fixes/fix.ts';
import { combineMoves } from '../fixes/move-servers.ts';
import { addsErrors, isGuess } from './added-errors.ts';
import { allProblems, check } from './check.ts';
import { nothingKnown, type RuleContext } from './context.ts';
import { omitToolProblems } from './dialect.ts';
import type { Problem } from './rule.ts';

/**
 * Returns the fixes of a problem, the best one first, without those that would lose comments or add errors. In invalid
 * JSON, only those that don't add syntax errors: if a bracket or a comma is missing, parts of the tree are a guess.
 */
export function usableFixes(
  document: ConfigDocument,
  problem: Pick<Problem, 'offset' | 'fixes'>,
  context?: RuleContext,
): readonly Fix[] {
  const made = (problem.fixes?.(document) ?? []).filter((fix) => !addsErrors(document, fix, context));
  const { text, faults } = document;
  if (faults.length === 0) return made;
  return made.filter(
    (fix) =>
      keepsComments(document, problem, fix) &&
      parseText(applyChanges(text, fix.changes)).faults.length <= faults.length,
  );
}

/** False for a fix that drops a comment, unless the problem is the comment itself or the fix is marked as a removal. */
function keepsComments(
  { text, faults }: ConfigDocument,
  problem: Pick<Problem, 'offset'>,
  { changes, removes }: Fix,
): boolean {
  if (removes === true) return true;
  const cuts = changes.filter(({ length }) => length > 0);
  return faults.every((fault) => {
    if (fault.kind !== 'comment' || fault.offset === problem.offset) return true;
    const isCut = cuts.some((change) => change.offset < endOf(fault) && fault.offset < endOf(change));
    return !isCut || changes.some((change) => change.text.includes(text.slice(fault.offset, endOf(fault))));
  });
}

/**
 * Returns the fix to apply without a choice: the preferred one, or the only one. Never one that removes data or adds
 * errors.
 */
export function bestFix(document: ConfigDocument, problem: Problem, context?: RuleContext): Fix | undefined {
  const best = likelyFix(document, problem);
  return best === undefined || addsErrors(document, best, context) ? undefined : best;
}

/** Returns the same fix, even if it adds errors: fixes of other problems may correct them. */
function likelyFix(document: ConfigDocument, problem: Problem): Fix | undefined {
  const offered = problem.fixes?.(document) ?? [];
  const best = offered.find(({ preferred }) => preferred === true) ?? (offered.length === 1 ? offered[0] : undefined);
  if (best === undefined || best.removes === true) return undefined;
  return keepsComments(document, problem, best) ? best : undefined;
}

/** Returns all fixes that don't change the meaning of the file, as changes of this text. */
export function safeChanges(text: string, context?: RuleContext): readonly Change[] {
  return fixAll(text, context, (document, problems, isAllowed) => {
    const fixes = problems
      .flatMap((problem) => problem.fixes?.(document).find((fix) => fix.safe === true) ?? [])
      .filter((fix) => isAllowed(document, fix));
    return { fixes, problems: fixes.length };
  });
}

/**
 * Returns the fix of a problem that loses nothing and needs no decision: one that doesn't change the meaning of the file,
 * or the preferred one of an error.
 */
function sureFix(document: ConfigDocument, problem: Problem): Fix | undefined {
  // Whether a comment can go is a decision, and so is a name, which permissions and prompts contain.
  if (problem.code === 'json-comment' || problem.code === 'server-name') return undefined;
  const offered = problem.fixes?.(document) ?? [];
  const isSure = (fix: Fix): boolean =>
    fix.safe === true || (problem.severity === 'error' && fix.preferred === true && fix.removes !== true);
  const sure = offered.find(isSure);
  return sure !== undefined && keepsComments(document, problem, sure) ? sure : undefined;
}

/** Returns these fixes of all problems, as changes of this text. */
export function sureChanges(text: string, context?: RuleContext): readonly Change[] {
  return fixAll(text, context, (document, problems, isAllowed) => {
    const fixes = problems
      .flatMap((problem) => sureFix(document, problem) ?? [])
      .filter((fix) => isAllowed(document, fix));
    return { fixes: combineMoves(document, fixes), problems: fixes.length };
  });
}

/** Returns the best fix of every problem with one of these codes, as changes of this text. */
export function kindChanges(
  text: string,
  context: RuleContext | undefined,
  codes: readonly string[],
): readonly Change[] {
  return fixAll(text, context, (document, problems, isAllowed) => {
    const these = problems.filter(({ code }) => codes.includes(code));
    const fixes = these
      .flatMap((problem) => likelyFix(document, problem) ?? [])
      .filter((fix) => isAllowed(document, fix));
    return { fixes: combineMoves(document, fixes), problems: these.length };
  });
}

/**
 * Returns the text with all fixes that don't change its meaning, and the best fix of every problem with one of these
 * codes. Both are repeated until nothing changes, because one kind of fix can make another possible.
 */
export function fixedText(text: string, context: RuleContext | undefined, codes: readonly string[]): string {
  let fixed = applyChanges(text, safeChanges(text, context));
  for (let round = 0; codes.length > 0 && round < roundLimit; round++) {
    const next = applyChanges(fixed, kindChanges(fixed, context, codes));
    if (next === fixed) break;
    fixed = applyChanges(next, safeChanges(next, context));
  }
  return fixed;
}

const roundLimit = 20;

/**
 * Returns one fix of each problem that can be fixed, and the number of problems of these kinds.
 * @param isAllowed false for a fix to leave out
 */
type Select = (
  document: ConfigDocument,
  problems: readonly Problem[],
  isAllowed: (document: ConfigDocument, fix: Fix) => boolean,
) => { readonly fixes: readonly Fix[]; readonly problems: number };

/**
 * Applies the fixes that `select` returns. A fix may add errors if others correct them, so fixes that add some are left
 * out only if there are more errors in the end.
 */
function fixAll(text: string, context: RuleContext | undefined, select: Select): readonly Change[] {
  const attempts = [() => true, (document: ConfigDocument, fix: Fix) => !addsErrors(document, fix, context)];
  for (const isAllowed of attempts) {
    const { changes, isWorse } = fixInRounds(text, context, (document, problems) =>
      select(document, problems, isAllowed),
    );
    if (!isWorse) return changes;
  }
  return [];
}

/**
 * Applies fixes, parses the text again, and repeats until no fixes are left. Fixes that overlap or touch wait for the next
 * round. Stops and discards a round that doesn't reduce the number of problems, or that adds syntax errors.
 * @returns also whether there are more errors in the end
 */
function fixInRounds(
  original: string,
  context: RuleContext | undefined,
  select: (document: ConfigDocument, problems: readonly Problem[]) => ReturnType<Select>,
): { readonly changes: readonly Change[]; readonly isWorse: boolean } {
  const roundOf = (text: string) => {
    const document = new ConfigDocument(text);
    const everything = allProblems(check(document, context));
    const all = omitToolProblems(everything, document, context ?? nothingKnown);
    const { fixes, problems } = select(document, all);
    const errors = everything.filter(({ severity }) => severity === 'error').length;
    const duplicates = dropped(all);
    return { document, fixes, problems: problems + duplicates, duplicates, faults: document.faults.length, errors };
  };
  const rounds: (readonly Change[])[] = [];
  const first = roundOf(original);
  let round = first;
  while (round.fixes.length > 0 && rounds.length < roundLimit) {
    let changes = nonOverlapping(round.fixes);
    let next = roundOf(applyChanges(round.document.text, changes));
    if (next.duplicates > round.duplicates) {
      // Two fixes add the same key. After one of them, the other is no longer offered.
      changes = nonOverlapping(round.fixes.slice(0, 1));
      next = roundOf(applyChanges(round.document.text, changes));
    }
    if (next.problems >= round.problems || next.faults > round.faults) break;
    rounds.push(changes);
    round = next;
  }
  return {
    changes: rounds.length === 0 ? [] : composeChanges(original, rounds),
    isWorse: round.errors > first.errors && !isGuess(first.document),
  };
}

/**
 * Number of duplicates that JSON parsers drop. If a fix renames one of two duplicates, the other takes effect and may
 * have the same problem. Counting the duplicates makes this count as progress.
 */
const dropped = (problems: readonly Problem[]): number =>
  problems.filter(({ code }) => code === 'duplicate-key' || code === 'duplicate-server').length;

/** Returns the changes of the fixes that don't overlap or touch an earlier one. */
function nonOverlapping(fixes: readonly Fix[]): readonly Change[] {
  const selected: Change[] = [];
  const ordered = fixes
    .filter((fix) => fix.changes.length > 0)
    .map((fix) => inOrder(fix.changes))
    .toSorted((one, other) => (one[0]?.offset ?? 0) - (other[0]?.offset ?? 0));
  let end = -1;
  for (const changes of ordered) {
    const first = changes[0];
    const last = changes.at(-1);
    if (first === undefined || last === undefined || first.offset <= end) continue;
    selected.push(...changes);
    end = last.offset + last.length;
  }
  return selected;
}
