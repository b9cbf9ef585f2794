/**
 * Reads paged lists newest first, whatever their order in the service. The spec doesn't define an order (spec
 * http-api.md, "Ordering"), so it's recognized from the records.
 */
import { sumUnreadable } from '../../../shared/list/unreadable.ts';
import { FullPages, type ListPage, type PageRequest, type Request, rowsOf } from './full-pages.ts';
import { ListTotals, unknownTotal } from './list-total.ts';

type ListOrder = 'descending' | 'ascending' | 'none';

/**
 * Part of the steps between records that shows an order. A service that sorts by another time, such as that of the start,
 * has a few records in another order, but the newest ones are on the same page.
 */
const orderedShare = 0.9;
/** Where the search for the end of a list gives up: a service that ignores the number of the page has none. */
const maxPages = 10_000;
/** Maximum number of attempts to read the end of a list that grows or shrinks at the same time. */
const maxAttempts = 3;

/** `isNewestKnown` is false if a list has no order and has more pages: newer records may be on those. */
export type NewestFirstPage<P> = P & { readonly isNewestKnown: boolean };

/** One instance per kind of record and account, because all lists of one kind have the same order. */
export class NewestFirst<Item, P extends ListPage<Item>> {
  readonly #rank: (item: Item) => number;
  readonly #pages = new FullPages<Item, P>();
  readonly #listTotals = new ListTotals<P>();
  /** The order that the last list showed. */
  #order: ListOrder | undefined;
  /** Lists that are read from their end, by key. Stays the same until their first page is read again, so that no row is lost. */
  readonly #fromEnd = new Set<string>();
  /** Last known total of each list, by key. */
  readonly #totals = new Map<string, number>();
  /** By how much the total exceeds the number of rows, by key: the total of a filtered list may ignore the filter. */
  readonly #surplus = new Map<string, number>();

  /** Number of rows that was found, by key of a list without a total; `unknownTotal` if it has no end. */
  readonly #ends = new Map<string, number>();

  /** @param rank ascends with the age of the list: a creation time, a revision; NaN if unknown */
  constructor(rank: (item: Item) => number) {
    this.#rank = rank;
  }

  /**
   * Returns a page, counted from the newest record. A list without an order is returned as the service sends it.
   * @param key identifies the list, such as its filter
   */
  async page(key: string, wanted: PageRequest, request: Request<P>): Promise<NewestFirstPage<P>> {
    const read = async (one: PageRequest) => {
      const sent = await this.#pages.read(one, request);
      const total = await this.#listTotals.of(key, one, sent, (next) => this.#pages.read(next, request));
      this.#totals.set(key, total);
      return { ...sent, total };
    };
    if (wanted.page > 1) {
      const page = this.#fromEnd.has(key) ? await this.#readFromEnd(key, wanted, read) : undefined;
      return this.#result(page ?? (await read(wanted)));
    }
    this.#fromEnd.delete(key);
    if (this.#order !== 'ascending') {
      const first = await read(wanted);
      if (isAll(first)) return this.#result(first);
      this.#order = this.#orderOf(first) ?? (this.#order === 'none' ? undefined : this.#order);
      if (this.#order === 'ascending' && this.#ends.get(key) === unknownTotal) this.#order = 'none';
      if (this.#order !== 'ascending') return this.#result(first);
    }
    const last = await this.#readFromEnd(key, wanted, read);
    if (last !== undefined && (this.#orderOf(last) ?? 'ascending') === 'ascending') {
      this.#fromEnd.add(key);
      return this.#result(last);
    }
    const first = await read(wanted);
    this.#order = this.#orderOf(first) === 'descending' ? 'descending' : 'none';
    return this.#result(first);
  }

  #result(page: P): NewestFirstPage<P> {
    const order = this.#order ?? 'descending';
    const isNewestKnown = isAll(page) || (order !== 'none' && (this.#orderOf(page) ?? order) === order);
    return { ...page, items: this.#sorted(page.items), isNewestKnown };
  }

  /** Returns undefined if the end of the list can't be found. */
  async #readFromEnd(key: string, { page: number, limit }: PageRequest, read: Request<P>): Promise<P | undefined> {
    let total = this.#totals.get(key) ?? (await read({ page: 1, limit })).total;
    if (total === unknownTotal) {
      const page = Math.max(1, Math.ceil((this.#ends.get(key) ?? 0) / limit));
      const rows = page === 1 ? limit : rowsOf(await read({ page, limit }));
      total = await findEnd({ page, rows }, limit, total, read);
      this.#ends.set(key, total);
      this.#surplus.delete(key);
    }
    // The end of a list is where its total says.
    for (let attempt = 0; attempt < maxAttempts && total !== unknownTotal; attempt++) {
      const surplus = this.#surplus.get(key) ?? 0;
      const count = Math.max(0, total - surplus);
      const to = Math.max(0, count - (number - 1) * limit);
      const from = Math.max(0, to - limit);
      const lastPage = Math.max(1, Math.ceil(to / limit));
      const last = await read({ page: lastPage, limit });
      const isShared = from > 0 && from % limit !== 0;
      const pages = isShared ? [await read({ page: Math.floor(from / limit) + 1, limit }), last] : [last];
      const moved = pages.find((page) => page.total !== total && page.total !== unknownTotal);
      if (moved !== undefined) {
        total = moved.total;
        continue;
      }
      if (to === count && (surplus > 0 || rowsOf(last) < count - (lastPage - 1) * limit)) {
        const end = await findEnd({ page: lastPage, rows: rowsOf(last) }, limit, total, read);
        this.#surplus.set(key, Math.max(0, total - end));
        if (Math.ceil(end / limit) !== Math.ceil(count / limit)) continue;
      }
      const unreadable = sumUnreadable(pages.map((page) => page.unreadable));
      const rows = pages.flatMap(({ items }) => items);
      const start = from % limit;
      // If rows are missing, the positions of the others aren't known. Nothing is cut off then: the readers merge records by ID.
      const isComplete = rows.length === start + Math.min(count, lastPage * limit) - from;
      const items = isComplete ? rows.slice(start, start + to - from) : rows;
      return { ...last, total: total - (this.#surplus.get(key) ?? 0), items, unreadable };
    }
    return undefined;
  }

  #orderOf({ items }: P): ListOrder | undefined {
    return orderOf(items.map(this.#rank));
  }

  #sorted(items: readonly Item[]): Item[] {
    return items.toSorted((one, other) => (this.#rank(other) || 0) - (this.#rank(one) || 0));
  }
}

/** True if a page contains its whole list. */
function isAll(page: ListPage<unknown>): boolean {
  return rowsOf(page) >= page.total;
}

/**
 * Returns the number of rows of a list whose total may be too high: its last page with rows has fewer than the limit, or
 * the next one is empty. Returns `unknownTotal` if there is no end.
 * @param near a page close to the end, which was just read
 */
async function findEnd(
  near: { readonly page: number; readonly rows: number },
  limit: number,
  total: number,
  read: Request<ListPage<unknown>>,
): Promise<number> {
  /** The last page with rows so far, and the first page after the end so far. */
  let [full, empty] = near.rows > 0 ? [near, Math.ceil(total / limit) + 1] : [{ page: 0, rows: limit }, near.page];
  while (full.rows === limit && full.page + 1 < empty) {
    if (full.page > maxPages) return unknownTotal;
    // Without a total, the steps double until a page is empty.
    const between = empty === Number.POSITIVE_INFINITY ? full.page * 2 : Math.floor((full.page + empty) / 2);
    const page = full === near ? near.page + 1 : between;
    const rows = rowsOf(await read({ page, limit }));
    if (rows === 0) empty = page;
    else full = { page, rows };
  }
  return Math.max(0, full.page - 1) * limit + (full.page === 0 ? 0 : full.rows);
}

/** Returns undefined if the records don't show an order. */
function orderOf(ranks: readonly number[]): ListOrder | undefined {
  const known = ranks.filter((rank) => !Number.isNaN(rank));
  const steps = known.slice(1).map((rank, index) => rank - (known[index] ?? rank));
  const rises = steps.filter((step) => step > 0).length;
  const falls = steps.filter((step) => step < 0).length;
  if (rises + falls === 0) return undefined;
  const needed = (rises + falls) * orderedShare;
  return rises >= needed ? 'ascending' : falls >= needed ? 'descending' : 'none';
}
