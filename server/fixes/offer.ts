/** Selects the fixes of a problem that can be offered. */
import type { ConfigDocument } from '../config/document.ts';
import { parseText } from '../config/parse.ts';
import type { FixMaker } from '../rules/rule.ts';
import { applyChanges, type Fix } from './fix.ts';

/**
 * Returns the fixes of a problem, the best one first. In invalid JSON, only those that don't add syntax errors: if a
 * bracket or a comma is missing, parts of the tree are a guess.
 */
export function usableFixes(document: ConfigDocument, { fixes }: { readonly fixes?: FixMaker }): readonly Fix[] {
  const made = fixes?.(document) ?? [];
  const { text, faults } = document;
  if (faults.length === 0) return made;
  return made.filter(({ changes }) => parseText(applyChanges(text, changes)).faults.length <= faults.length);
}
