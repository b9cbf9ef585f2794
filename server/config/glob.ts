/** Patterns of names. */

/** True if a name matches a pattern with `*` and `?`. */
export function matchesGlob(name: string, pattern: string): boolean {
  let [at, next] = [0, 0];
  // Backtracking to the last star only bounds the running time.
  let star: { readonly at: number; readonly next: number } | undefined;
  while (at < name.length) {
    const wanted = pattern[next];
    if (wanted === '*') star = { at, next: ++next };
    else if (wanted === '?' || wanted === name[at]) {
      at++;
      next++;
    } else if (star !== undefined) {
      star = { at: star.at + 1, next: star.next };
      ({ at, next } = star);
    } else return false;
  }
  return /^\**$/.test(pattern.slice(next));
}
