/** Rows of lists that couldn't be read. */
import type { Unreadable } from '../api/index.ts';

/** Adds the numbers of unreadable rows. @returns undefined if all were readable */
export function sumUnreadable(pages: readonly (Unreadable | undefined)[]): Unreadable | undefined {
  const unreadable = pages.flatMap((rows) => rows ?? []);
  const [first] = unreadable;
  return first && { ...first, count: unreadable.reduce((sum, { count }) => sum + count, 0) };
}
