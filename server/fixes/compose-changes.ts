/** Combines consecutive sets of changes into one set of changes of the original text. */
import { type Change, inOrder } from './fix.ts';

export function composeChanges(original: string, rounds: readonly (readonly Change[])[]): readonly Change[] {
  /** The current text by character: the offset in the original text, or an inserted character. */
  let current: readonly (number | string)[] = Array.from({ length: original.length }, (_, offset) => offset);
  for (const changes of rounds) {
    const parts: (readonly (number | string)[])[] = [];
    let at = 0;
    for (const { offset, length, text } of inOrder(changes)) {
      parts.push(current.slice(at, offset), text.split(''));
      at = offset + length;
    }
    current = [...parts, current.slice(at)].flat();
  }
  const composed: Change[] = [];
  let [from, added] = [0, ''];
  for (const character of [...current, original.length]) {
    if (typeof character === 'string') added += character;
    else {
      if (added !== '' || character > from) composed.push({ offset: from, length: character - from, text: added });
      [from, added] = [character + 1, ''];
    }
  }
  return composed;
}
