/** Selects the fixes that are applied when many are applied at once. */
import { ConfigDocument } from '../config/document.ts';
import type { RuleContext } from '../rules/context.ts';
import { allProblems } from '../rules/index.ts';
import type { Problem } from '../rules/rule.ts';
import { fixAll } from './batch.ts';
import type { Change, Fix } from './fix.ts';
import { combineMoves } from './move-servers.ts';
import { keepsComments } from './usable-fixes.ts';

/** Returns all fixes that don't change the meaning of the file, as changes of this text. */
export function safeChanges(text: string, context?: RuleContext): readonly Change[] {
  return fixAll(text, (current) => {
    const document = new ConfigDocument(current);
    const problems = allProblems(document, context);
    const fixes = problems.flatMap((problem) => problem.fixes?.(document).find((fix) => fix.safe === true) ?? []);
    return { fixes, problems: fixes.length + dropped(problems) };
  });
}

/** Returns the best fix of every problem with one of these codes, as changes of this text. */
export function kindChanges(
  text: string,
  context: RuleContext | undefined,
  codes: readonly string[],
): readonly Change[] {
  return fixAll(text, (current) => {
    const document = new ConfigDocument(current);
    const all = allProblems(document, context);
    const these = all.filter(({ code }) => codes.includes(code));
    const fixes = combineMoves(
      document,
      these.flatMap((problem) => bestFix(document, problem) ?? []),
    );
    return { fixes, problems: these.length + dropped(all) };
  });
}

/**
 * Number of duplicates that JSON parsers drop. If a fix renames one of two duplicates, the other takes effect and may
 * have the same problem. Counting the duplicates makes this count as progress.
 */
const dropped = (problems: readonly Problem[]): number =>
  problems.filter(({ code }) => code === 'duplicate-key' || code === 'duplicate-server').length;

/** Returns the fix to apply without a choice: the preferred one, or the only one. Never one that removes data. */
export function bestFix(document: ConfigDocument, problem: Problem): Fix | undefined {
  const offered = problem.fixes?.(document) ?? [];
  const best = offered.find(({ preferred }) => preferred === true) ?? (offered.length === 1 ? offered[0] : undefined);
  if (best === undefined || best.removes === true) return undefined;
  return keepsComments(document, problem, best) ? best : undefined;
}
