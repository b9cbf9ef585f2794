/** Which fixes are made when many are made at once. */
import { ConfigDocument } from '../config/document.ts';
import type { RuleContext } from '../rules/context.ts';
import { allProblems } from '../rules/index.ts';
import type { Problem } from '../rules/rule.ts';
import { fixAll } from './batch.ts';
import type { Change, Fix } from './fix.ts';

/** All fixes that cannot change what a file says, as changes of this text. */
export function safeChanges(text: string, context?: RuleContext): readonly Change[] {
  return changesFor(text, context, (problem, document) => problem.fixes?.(document).find((fix) => fix.safe === true));
}

/** The best fix of every problem with one of these codes, as changes of this text. */
export function kindChanges(
  text: string,
  context: RuleContext | undefined,
  codes: readonly string[],
): readonly Change[] {
  return changesFor(text, context, (problem, document) =>
    codes.includes(problem.code) ? bestFix(document, problem) : undefined,
  );
}

/** The fix to make when nobody chooses: the preferred one, or the only one. */
export function bestFix(document: ConfigDocument, { fixes }: Problem): Fix | undefined {
  const offered = fixes?.(document) ?? [];
  return offered.find(({ preferred }) => preferred === true) ?? (offered.length === 1 ? offered[0] : undefined);
}

type Choose = (problem: Problem, document: ConfigDocument) => Fix | undefined;

function changesFor(text: string, context: RuleContext = {}, choose: Choose): readonly Change[] {
  return fixAll(text, (current) => {
    const document = new ConfigDocument(current);
    return allProblems(document, context).flatMap((problem) => choose(problem, document) ?? []);
  });
}
