/** Selects the fixes of a problem that can be offered. */
import type { ConfigDocument } from '../config/document.ts';
import { endOf } from '../config/json.ts';
import { parseText } from '../config/parse.ts';
import type { Problem } from '../rules/rule.ts';
import { applyChanges, type Fix } from './fix.ts';

/**
 * Returns the fixes of a problem, the best one first, without those that would lose comments. In invalid JSON, only
 * those that don't add syntax errors: if a bracket or a comma is missing, parts of the tree are a guess.
 */
export function usableFixes(document: ConfigDocument, problem: Pick<Problem, 'offset' | 'fixes'>): readonly Fix[] {
  const made = problem.fixes?.(document) ?? [];
  const { text, faults } = document;
  if (faults.length === 0) return made;
  return made.filter(
    (fix) =>
      keepsComments(document, problem, fix) &&
      parseText(applyChanges(text, fix.changes)).faults.length <= faults.length,
  );
}

/** False for a fix that drops a comment, unless the problem is the comment itself or the fix is marked as a removal. */
export function keepsComments(
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
