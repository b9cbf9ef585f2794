/** Composes consecutive edits into one set of changes of the original text. */
import { type Change, inOrder } from './fix.ts';

/** Represents the text as pieces of the original text and inserted pieces. */
export class EditComposer {
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
    /** Consumes `length` characters from the front. */
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

  /** Returns all edits so far as changes of the original text. */
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
