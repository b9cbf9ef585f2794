/** Rows that a list leaves out, and why. */
import * as l10n from '@vscode/l10n';
import { describeFailure } from '../text/failure-text.ts';
import { inert, oneLine } from '../text/format.ts';

/** Number of the rows that were left out. */
export interface Unreadable {
  readonly count: number;
  /** Error in the first of them: `items[3].status: must be string`. */
  readonly why: string;
}

/** Makes a request that leaves out unreadable rows. @returns also how many; undefined if all were readable */
export async function leavingOutUnreadable<T>(
  request: (onUnreadable: (rows: Unreadable) => void) => Promise<T>,
): Promise<{ readonly answer: T; readonly unreadable: Unreadable | undefined }> {
  let unreadable: Unreadable | undefined;
  const answer = await request((rows) => {
    unreadable = rows;
  });
  return { answer, unreadable };
}

/** Adds the numbers of unreadable rows. @returns undefined if all were readable */
export function sumUnreadable(pages: readonly (Unreadable | undefined)[]): Unreadable | undefined {
  const unreadable = pages.flatMap((rows) => rows ?? []);
  const [first] = unreadable;
  return first && { ...first, count: unreadable.reduce((sum, { count }) => sum + count, 0) };
}

/** Returns why a list may lack a row: it couldn't be loaded, or rows couldn't be read. Otherwise, `none`. */
export function whyMissing(
  { failure, unreadable }: { readonly failure?: unknown; readonly unreadable?: Unreadable | undefined },
  none: string,
): string {
  if (failure !== undefined) return describeFailure(failure);
  return unreadable === undefined ? none : unreadableText(unreadable);
}

export function unreadableText({ count, why }: Unreadable): string {
  return l10n.t('Unreadable rows: {0}. {1}', count, inert(oneLine(why, 200)));
}
