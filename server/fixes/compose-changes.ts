/** Combines consecutive sets of changes into one set of changes of the original text. */
import { applyChanges, type Change, inOrder } from './fix.ts';

export function composeChanges(original: string, rounds: readonly (readonly Change[])[]): readonly Change[] {
  let text = original;
  /** For each character of `text`, its offset in the original text; -1 for inserted ones. */
  let origins = Array.from({ length: original.length }, (_, index) => index);
  for (const changes of rounds) {
    const parts: number[][] = [];
    let at = 0;
    for (const { offset, length, text: added } of inOrder(changes)) {
      parts.push(origins.slice(at, offset), new Array<number>(added.length).fill(-1));
      at = offset + length;
    }
    origins = [...parts, origins.slice(at)].flat();
    text = applyChanges(text, changes);
  }
  const composed: Change[] = [];
  let [from, added] = [0, ''];
  for (const [index, origin] of [...origins, original.length].entries()) {
    if (origin < 0) added += text[index] ?? '';
    else {
      if (added !== '' || origin > from) composed.push({ offset: from, length: origin - from, text: added });
      [from, added] = [origin + 1, ''];
    }
  }
  return composed;
}
