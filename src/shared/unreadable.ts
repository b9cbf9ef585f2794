/** Rows that a list leaves out, and why. */
import * as l10n from '@vscode/l10n';
import { inert, oneLine } from './format.ts';

/** Number of the rows that were left out. */
export interface Unreadable {
  readonly count: number;
  /** Error in the first of them: `items[3].status: must be string`. */
  readonly why: string;
}

/** Adds the numbers of unreadable rows. @returns undefined if all were readable */
export function sumUnreadable(pages: readonly (Unreadable | undefined)[]): Unreadable | undefined {
  const unreadable = pages.flatMap((rows) => rows ?? []);
  const [first] = unreadable;
  return first && { ...first, count: unreadable.reduce((sum, { count }) => sum + count, 0) };
}

export function unreadableText({ count, why }: Unreadable): string {
  return l10n.t('Unreadable rows: {0}. {1}', count, inert(oneLine(why, 200)));
}
