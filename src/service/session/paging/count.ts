/** Counts that the service sends. */

/** Returns a count; undefined if the number can't be one, such as -1 for "not counted". */
export function countOf(sent: number): number | undefined {
  return Number.isSafeInteger(sent) && sent >= 0 ? sent : undefined;
}
