/** Applies many fixes at once: in rounds, which are combined into one set of changes of the original text. */
import { parseText } from '../config/parse.ts';
import { EditComposer } from './edit-composer.ts';
import { applyChanges, type Change, type Fix, inOrder } from './fix.ts';

/** Fixes that can be applied to a text now. */
export interface Work {
  /** One fix of each problem that can be fixed. */
  readonly fixes: readonly Fix[];
  /** Number of problems of these kinds, including those that can't be fixed now. */
  readonly problems: number;
}

export type Round = (text: string) => Work;

const roundLimit = 20;

/**
 * Applies the fixes that `round` returns, parses the text again, and repeats until no fixes are left. Fixes that
 * overlap or touch wait for the next round. Stops and discards a round that doesn't reduce the number of problems, or
 * that adds syntax errors.
 */
export function fixAll(text: string, round: Round): readonly Change[] {
  const composer = new EditComposer(text);
  let work = round(text);
  for (let rounds = 0; work.fixes.length > 0 && rounds < roundLimit; rounds++) {
    const changes = apart(work.fixes);
    const next = applyChanges(composer.text, changes);
    const left = round(next);
    if (left.problems >= work.problems || faultsOf(next) > faultsOf(composer.text)) break;
    composer.apply(changes, next);
    work = left;
  }
  return composer.changes();
}

const faultsOf = (text: string): number => parseText(text).faults.length;

/** Returns the changes of the fixes that don't overlap or touch an earlier one. */
function apart(fixes: readonly Fix[]): readonly Change[] {
  const taken: Change[] = [];
  const ordered = fixes
    .filter((fix) => fix.changes.length > 0)
    .map((fix) => inOrder(fix.changes))
    .toSorted((one, other) => (one[0]?.offset ?? 0) - (other[0]?.offset ?? 0));
  let end = -1;
  for (const changes of ordered) {
    const first = changes[0];
    const last = changes.at(-1);
    if (first === undefined || last === undefined || first.offset <= end) continue;
    taken.push(...changes);
    end = last.offset + last.length;
  }
  return taken;
}
