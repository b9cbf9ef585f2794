/** Which fixes are made when many are made at once. */
import { ConfigDocument } from '../config/document.ts';
import type { RuleContext } from '../rules/context.ts';
import { allProblems } from '../rules/index.ts';
import type { Problem } from '../rules/rule.ts';
import { fixAll } from './batch.ts';
import type { Change, Fix } from './fix.ts';

/** All fixes that cannot change what a file says, as changes of this text. */
export function safeChanges(text: string, context: RuleContext = {}): readonly Change[] {
  return fixAll(text, (current) => {
    const document = new ConfigDocument(current);
    const fixes = allProblems(document, context).flatMap(
      (problem) => problem.fixes?.(document).find((fix) => fix.safe === true) ?? [],
    );
    return { fixes, problems: fixes.length };
  });
}

/** The best fix of every problem with one of these codes, as changes of this text. */
export function kindChanges(
  text: string,
  context: RuleContext | undefined,
  codes: readonly string[],
): readonly Change[] {
  return fixAll(text, (current) => {
    const document = new ConfigDocument(current);
    const problems = allProblems(document, context ?? {}).filter(({ code }) => codes.includes(code));
    return { fixes: problems.flatMap((problem) => bestFix(document, problem) ?? []), problems: problems.length };
  });
}

/** The fix to make without a choice: the preferred one, or the only one. Data is removed only by a choice. */
export function bestFix(document: ConfigDocument, { fixes }: Problem): Fix | undefined {
  const offered = fixes?.(document) ?? [];
  const best = offered.find(({ preferred }) => preferred === true) ?? (offered.length === 1 ? offered[0] : undefined);
  return best?.removes === true ? undefined : best;
}
