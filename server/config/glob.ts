/** Patterns of names, matched in linear time for each star. */

/** One character, or any number of them (`*`). */
export type Unit = '*' | ((character: string) => boolean);

/** True if a name matches a pattern with `*` and `?`. */
export function matchesGlob(name: string, pattern: string): boolean {
  const units = Array.from(pattern, (wanted): Unit => {
    if (wanted === '*') return '*';
    return wanted === '?' ? () => true : (character) => character === wanted;
  });
  return matchesUnits(units, [...name]);
}

/** Backtracking to the last star only bounds the running time. */
export function matchesUnits(units: readonly Unit[], characters: readonly string[]): boolean {
  let [at, next] = [0, 0];
  let star: { readonly at: number; readonly next: number } | undefined;
  while (at < characters.length) {
    const unit = units[next];
    if (unit === '*') star = { at, next: ++next };
    else if (unit?.(characters[at] ?? '')) {
      at++;
      next++;
    } else if (star !== undefined) {
      star = { at: star.at + 1, next: star.next };
      ({ at, next } = star);
    } else return false;
  }
  return units.slice(next).every((unit) => unit === '*');
}
