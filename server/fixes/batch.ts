/** Many fixes at once: they are made in rounds, and come out as one set of changes of the first text. */
import { parseText } from '../config/parse.ts';
import { EditComposer } from './edit-composer.ts';
import { applyChanges, type Change, type Fix, inOrder } from './fix.ts';

/** What can be done now in a text. */
export interface Work {
  /** One fix of each problem that can be fixed. */
  readonly fixes: readonly Fix[];
  /** The number of problems of these kinds, whether they can be fixed now or not. */
  readonly problems: number;
}

export type Round = (text: string) => Work;

const roundLimit = 20;

/**
 * Makes the fixes that `round` names, reads the text again, and goes on until nothing is left to do. Fixes that touch
 * each other wait for the next round. A round that leaves as many problems as before, or more that is no JSON, is taken
 * back.
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

/** The changes of as many fixes as do not touch each other. */
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
