/** Combines consecutive sets of changes into one set of changes of the original text. */
import { type Change, inOrder } from './fix.ts';

/** A piece of the current text. Copying single characters in every round would be slow in a large file. */
interface Piece {
  /** Offset in the original text; undefined for inserted text. */
  readonly origin: number | undefined;
  readonly text: string;
}

export function composeChanges(original: string, rounds: readonly (readonly Change[])[]): readonly Change[] {
  let pieces: readonly Piece[] = [{ origin: 0, text: original }];
  for (const changes of rounds) pieces = withChanges(pieces, changes);
  const composed: Change[] = [];
  let [from, added] = [0, ''];
  for (const { origin, text } of [...pieces, { origin: original.length, text: '' }]) {
    if (origin === undefined) added += text;
    else {
      if (added !== '' || origin > from) composed.push({ offset: from, length: origin - from, text: added });
      [from, added] = [origin + text.length, ''];
    }
  }
  return composed;
}

function withChanges(pieces: readonly Piece[], changes: readonly Change[]): readonly Piece[] {
  const result: Piece[] = [];
  let index = 0;
  let rest = pieces[0];
  /** Adds the next characters to the result, or drops them. */
  const advance = (length: number, isKept: boolean): void => {
    let left = length;
    while (left > 0 && rest !== undefined) {
      const part = slice(rest, 0, left);
      if (isKept) result.push(part);
      left -= part.text.length;
      rest = part.text.length < rest.text.length ? slice(rest, part.text.length) : pieces[++index];
    }
  };
  let at = 0;
  for (const { offset, length, text } of inOrder(changes)) {
    advance(offset - at, true);
    advance(length, false);
    if (text !== '') result.push({ origin: undefined, text });
    at = offset + length;
  }
  advance(Number.POSITIVE_INFINITY, true);
  return result;
}

function slice({ origin, text }: Piece, from: number, to?: number): Piece {
  return { origin: origin === undefined ? undefined : origin + from, text: text.slice(from, to) };
}
