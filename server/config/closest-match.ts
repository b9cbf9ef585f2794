/** Finds the known name that a mistyped one probably means. */

/** Returns the letters and digits in lower case, so that `request_id-format` equals `requestIdFormat`. */
export function normalizedWord(word: string): string {
  return word.toLowerCase().replace(/[^a-z0-9]/g, '');
}

/**
 * Returns the candidate closest to a mistyped word; undefined if none is close. Close means the same letters in another
 * spelling, or at most one typo (a letter changed, added, or omitted, or two swapped) per three letters and at most two
 * in total.
 */
export function closestMatch(word: string, candidates: Iterable<string>): string | undefined {
  const wanted = normalizedWord(word);
  if (wanted === '' || wanted.length > 40) return undefined;
  let best: string | undefined;
  let bestSlips = Number.POSITIVE_INFINITY;
  for (const candidate of candidates) {
    const known = normalizedWord(candidate);
    const allowed = Math.min(2, Math.floor(Math.min(wanted.length, known.length) / 3));
    const slips = distance(wanted, known, allowed);
    if (slips <= allowed && slips < bestSlips) {
      best = candidate;
      bestSlips = slips;
    }
  }
  return best;
}

/** True if two words differ by one typo: a letter added, omitted, or changed, or two adjacent letters swapped. */
export function isOneEdit(one: string, other: string): boolean {
  return distance(one, other, 1) === 1;
}

/** Returns the number of typos between two words (optimal string alignment). Numbers above `limit` aren't exact. */
function distance(one: string, other: string, limit: number): number {
  if (Math.abs(one.length - other.length) > limit) return limit + 1;
  let beforeLast: number[] = [];
  let last = Array.from({ length: other.length + 1 }, (_, index) => index);
  for (let row = 1; row <= one.length; row++) {
    const current = [row];
    for (let column = 1; column <= other.length; column++) {
      const changed = (last[column - 1] ?? 0) + (one[row - 1] === other[column - 1] ? 0 : 1);
      let cost = Math.min(changed, (last[column] ?? 0) + 1, (current[column - 1] ?? 0) + 1);
      if (row > 1 && column > 1 && one[row - 1] === other[column - 2] && one[row - 2] === other[column - 1]) {
        cost = Math.min(cost, (beforeLast[column - 2] ?? 0) + 1);
      }
      current.push(cost);
    }
    // The following rows can't be lower.
    if (current.every((cost) => cost > limit)) return limit + 1;
    beforeLast = last;
    last = current;
  }
  return last[other.length] ?? 0;
}
