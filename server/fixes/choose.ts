/** Which fixes are made when many are made at once. */
import { ConfigDocument } from '../config/document.ts';
import type { RuleContext } from '../rules/context.ts';
import { allProblems } from '../rules/index.ts';
import type { Problem } from '../rules/rule.ts';
import { fixAll } from './batch.ts';
import type { Change, Fix } from './fix.ts';
import { combineMoves } from './move-servers.ts';

/** All fixes that cannot change what a file says, as changes of this text. */
export function safeChanges(text: string, context: RuleContext = {}): readonly Change[] {
  return fixAll(text, (current) => {
    const document = new ConfigDocument(current);
    const problems = allProblems(document, context);
    const fixes = problems.flatMap((problem) => problem.fixes?.(document).find((fix) => fix.safe === true) ?? []);
    return { fixes, problems: fixes.length + dropped(problems) };
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
    const all = allProblems(document, context ?? {});
    const these = all.filter(({ code }) => codes.includes(code));
    const fixes = combineMoves(
      document,
      these.flatMap((problem) => bestFix(document, problem) ?? []),
    );
    return { fixes, problems: these.length + dropped(all) };
  });
}

/** What a parser drops may come to life when its twin gets another name, and then have the same problem: that is progress too. */
const dropped = (problems: readonly Problem[]): number =>
  problems.filter(({ code }) => code === 'duplicate-key' || code === 'duplicate-server').length;

/** The fix to make without a choice: the preferred one, or the only one. Data is removed only by a choice. */
export function bestFix(document: ConfigDocument, { fixes }: Problem): Fix | undefined {
  const offered = fixes?.(document) ?? [];
  const best = offered.find(({ preferred }) => preferred === true) ?? (offered.length === 1 ? offered[0] : undefined);
  return best?.removes === true ? undefined : best;
}
