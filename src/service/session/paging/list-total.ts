/**
 * Totals of lists. The spec doesn't say what they count, and services send -1 for "not counted", or the number of rows
 * of the page. So a total counts only if what came doesn't contradict it.
 */
import { countOf } from './count.ts';
import { type ListPage, type PageRequest, type Request, rowsOf } from './full-pages.ts';

/** Total of a list whose length isn't known: it ends with its first page that isn't full. */
export const unknownTotal = Number.POSITIVE_INFINITY;

/** Returns the total for display; undefined if it isn't known. */
export function knownTotal(total: number | undefined): number | undefined {
  return total === unknownTotal ? undefined : total;
}

/** What is known of the totals of one kind of list. */
export class ListTotals<P extends ListPage<unknown>> {
  /** The service counts the rows of a page instead of those of the list: its next page had more. */
  #isOfPage = false;
  /** Totals that the next page has confirmed, by key of the list. */
  readonly #confirmed = new Map<string, number>();

  /** Returns the total of a list. Asks for the next page if the total may be that of the first one. @throws ApiFailure */
  async of(key: string, wanted: PageRequest, sent: P, request: Request<P>): Promise<number> {
    const { page, limit } = wanted;
    const [rows, total] = [rowsOf(sent), countOf(sent.total)];
    const end = (page - 1) * limit + rows;
    const mayBeOfPage = page === 1 && total === rows && rows === limit && this.#confirmed.get(key) !== total;
    if (mayBeOfPage && !this.#isOfPage) {
      const next = await request({ page: 2, limit });
      // A service that ignores the page sends the same rows again.
      this.#isOfPage = rowsOf(next) > 0 && JSON.stringify(next.items) !== JSON.stringify(sent.items);
      if (!this.#isOfPage) this.#confirmed.set(key, total);
    }
    // A page after the first one has rows before it. How many isn't certain, because pages may be smaller than asked for.
    const isPossible = total !== undefined && (page === 1 || rows === 0 ? total >= rows : total > rows);
    if (isPossible && !this.#isOfPage) return total;
    return rows < limit && (rows > 0 || page === 1) ? end : unknownTotal;
  }
}
