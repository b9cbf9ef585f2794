/**
 * Reads pages of the size that was asked for, also if the service sends fewer rows: it may have a smaller maximum than
 * the spec's (spec http-api.md, "Limits"), and its `limit` says so. Other pages would begin at other rows.
 */
import type { Unreadable } from '../../../shared/list/unreadable.ts';
import { sumUnreadable } from '../../../shared/list/unreadable.ts';

export interface ListPage<Item> {
  readonly items: readonly Item[];
  readonly total: number;
  readonly unreadable: Unreadable | undefined;
  /** Size of this page, if the service says so. */
  readonly limit?: number;
}

export interface PageRequest {
  readonly page: number;
  readonly limit: number;
}

export type Request<P> = (page: PageRequest) => Promise<P>;

export class FullPages<Item, P extends ListPage<Item>> {
  /** The largest size that the service sends. */
  #largest = Number.POSITIVE_INFINITY;

  async read(wanted: PageRequest, request: Request<P>): Promise<P> {
    if (wanted.limit <= this.#largest) {
      const sent = await request(wanted);
      const size = await this.#smallerSize(sent, wanted, request);
      if (size === undefined) return sent;
      this.#largest = size;
    }
    return this.#joined(wanted, this.#largest, request);
  }

  /** Returns the size of a full page that is smaller than asked for; undefined if the page is the end of its list. */
  async #smallerSize(sent: P, { page, limit: asked }: PageRequest, request: Request<P>): Promise<number | undefined> {
    const { limit = asked, total } = sent;
    if (limit <= 0 || limit >= asked || rowsOf(sent) !== limit) return undefined;
    if (total > limit) return limit;
    if (page > 1) return undefined;
    // The total may be that of the page.
    const next = await request({ page: 2, limit });
    return rowsOf(next) > 0 && JSON.stringify(next.items) !== JSON.stringify(sent.items) ? limit : undefined;
  }

  /** Reads the rows of a page from smaller pages. */
  async #joined({ page, limit }: PageRequest, size: number, request: Request<P>): Promise<P> {
    const [from, to] = [(page - 1) * limit, page * limit];
    const parts: P[] = [];
    let last: P;
    let number = Math.floor(from / size) + 1;
    do {
      last = await request({ page: number, limit: size });
      parts.push(last);
    } while (rowsOf(last) === size && number++ * size < to);
    const rows = parts.flatMap(({ items }) => items);
    const unreadable = sumUnreadable(parts.map((part) => part.unreadable));
    // If rows can't be read, the positions of the others aren't known. The readers merge records by ID.
    const items = unreadable === undefined ? rows.slice(from % size, (from % size) + limit) : rows;
    return { ...last, items, unreadable, limit };
  }
}

/** Returns the number of rows that the service sent. */
export function rowsOf({ items, unreadable }: ListPage<unknown>): number {
  return items.length + (unreadable?.count ?? 0);
}
