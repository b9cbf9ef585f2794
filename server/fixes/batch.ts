/** Many fixes at once: they are made in rounds, and come out as one set of changes of the first text. */
import { parseText } from '../config/parse.ts';
import { applyChanges, type Change, type Fix, inOrder } from './fix.ts';

/** One fix of everything that can be fixed now in a text. */
export type Round = (text: string) => readonly Fix[];

const roundLimit = 20;

/**
 * Makes the fixes that `round` names, reads the text again, and goes on until nothing is left to do. Fixes that touch
 * each other wait for the next round. A round that leaves as many as before, or more that is no JSON, is taken back.
 */
export function fixAll(text: string, round: Round): readonly Change[] {
  const pieces = new Pieces(text);
  let fixes = round(text);
  for (let rounds = 0; fixes.length > 0 && rounds < roundLimit; rounds++) {
    const changes = apart(fixes);
    const next = applyChanges(pieces.text, changes);
    const left = round(next);
    if (left.length >= fixes.length || faultsOf(next) > faultsOf(pieces.text)) break;
    pieces.apply(changes, next);
    fixes = left;
  }
  return pieces.changes();
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

/** A text as pieces: stretches of the first text, and what was put between them. */
class Pieces {
  readonly #first: string;
  #pieces: readonly Piece[];
  text: string;

  constructor(text: string) {
    this.#first = text;
    this.text = text;
    this.#pieces = [{ from: 0, to: text.length }];
  }

  apply(changes: readonly Change[], next: string): void {
    const result: Piece[] = [];
    const rest = [...this.#pieces];
    let at = 0;
    /** Takes so many characters off the front. */
    const take = (length: number, keep: boolean): void => {
      let left = length;
      for (let piece = rest[0]; left > 0 && piece !== undefined; piece = rest[0]) {
        const size = sizeOf(piece);
        const [head, tail] = size <= left ? [piece, undefined] : split(piece, left);
        if (keep) result.push(head);
        if (tail === undefined) rest.shift();
        else rest[0] = tail;
        left -= Math.min(size, left);
      }
    };
    for (const { offset, length, text } of inOrder(changes)) {
      take(offset - at, true);
      take(length, false);
      if (text !== '') result.push({ text });
      at = offset + length;
    }
    this.#pieces = [...result, ...rest];
    this.text = next;
  }

  /** What has happened to the first text. */
  changes(): readonly Change[] {
    const changes: Change[] = [];
    let at = 0;
    let text = '';
    for (const piece of [...this.#pieces, { from: this.#first.length, to: this.#first.length }]) {
      if ('text' in piece) text += piece.text;
      else {
        if (text !== '' || piece.from > at) changes.push({ offset: at, length: piece.from - at, text });
        at = piece.to;
        text = '';
      }
    }
    return changes;
  }
}

type Piece = { readonly from: number; readonly to: number } | { readonly text: string };

const sizeOf = (piece: Piece): number => ('text' in piece ? piece.text.length : piece.to - piece.from);

function split(piece: Piece, at: number): [Piece, Piece] {
  if ('text' in piece) return [{ text: piece.text.slice(0, at) }, { text: piece.text.slice(at) }];
  return [
    { from: piece.from, to: piece.from + at },
    { from: piece.from + at, to: piece.to },
  ];
}
