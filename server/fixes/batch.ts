/** Applies many fixes at once: in rounds, which are combined into one set of changes of the original text. */
import { parseText } from '../config/parse.ts';
import { EditComposer } from './edit-composer.ts';
import { applyChanges, type Change, type Fix, inOrder } from './fix.ts';

/** Fixes that can be applied to a text now. */
export interface FixRound {
  /** One fix of each problem that can be fixed. */
  readonly fixes: readonly Fix[];
  /** Number of problems of these kinds, including those that can't be fixed now. */
  readonly problems: number;
}

export type FixProvider = (text: string) => FixRound;

const roundLimit = 20;

/**
 * Applies the fixes that `fixesFor` returns, parses the text again, and repeats until no fixes are left. Fixes that
 * overlap or touch wait for the next round. Stops and discards a round that doesn't reduce the number of problems, or
 * that adds syntax errors.
 */
export function fixAll(text: string, fixesFor: FixProvider): readonly Change[] {
  const composer = new EditComposer(text);
  let round = fixesFor(text);
  for (let rounds = 0; round.fixes.length > 0 && rounds < roundLimit; rounds++) {
    const changes = nonOverlapping(round.fixes);
    const fixed = applyChanges(composer.text, changes);
    const next = fixesFor(fixed);
    if (next.problems >= round.problems || faultsOf(fixed) > faultsOf(composer.text)) break;
    composer.apply(changes, fixed);
    round = next;
  }
  return composer.changes();
}

const faultsOf = (text: string): number => parseText(text).faults.length;

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
