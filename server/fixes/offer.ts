/** Which fixes of a problem can be offered. */
import type { ConfigDocument } from '../config/document.ts';
import { parseText } from '../config/parse.ts';
import type { FixMaker } from '../rules/rule.ts';
import { applyChanges, type Fix } from './fix.ts';

/**
 * The fixes of a problem, the best one first. In text that is no JSON only those that do not make it worse: where a
 * bracket or a comma is missing, the tree is partly a guess.
 */
export function usableFixes(document: ConfigDocument, { fixes }: { readonly fixes?: FixMaker }): readonly Fix[] {
  const made = fixes?.(document) ?? [];
  const { text, faults } = document;
  if (faults.length === 0) return made;
  return made.filter(({ changes }) => parseText(applyChanges(text, changes)).faults.length <= faults.length);
}
