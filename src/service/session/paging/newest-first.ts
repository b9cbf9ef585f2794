/**
 * Reads paged lists newest first, whatever their order in the service. The spec doesn't define an order (spec
 * http-api.md, "Ordering"), so it's recognized from the records.
 */
import { sumUnreadable } from '../../../shared/unreadable.ts';
import { apiLimits } from '../../api/records.ts';
import { FullPages, type ListPage, type PageRequest, type Request, rowsOf } from './full-pages.ts';
import { ListTotals, unknownTotal } from './list-total.ts';

type ListOrder = 'descending' | 'ascending' | 'none';

/** Maximum number of pages that are searched for the newest records of a list without an order. */
const maxSearchedPages = 5;
/**
 * Part of the steps between records that shows an order. A service that sorts by another time, such as that of the start,
 * has a few records in another order, but the newest ones are on the same page.
 */
const orderedShare = 0.9;
/** Maximum number of attempts to read the end of a list that grows or shrinks at the same time. */
const maxAttempts = 3;

/** `isNewestKnown` is false if a list has no order and isn't read completely: newer records may be on other pages. */
export type NewestFirstPage<P> = P & { readonly isNewestKnown: boolean };

/** One instance per kind of record and account, because all lists of one kind have the same order. */
export class NewestFirst<Item, P extends ListPage<Item>> {
  readonly #rank: (item: Item) => number;
  readonly #pages = new FullPages<Item, P>();
  readonly #listTotals = new ListTotals<P>();
  #order: ListOrder | undefined;
  /** Last known total of each list, by key. */
  readonly #totals = new Map<string, number>();
  /** By how much the total exceeds the number of rows, by key: the total of a filtered list may ignore the filter. */
  readonly #surplus = new Map<string, number>();
  /** What was read from the beginning of each list without an order, newest first. */
  readonly #searched = new Map<string, { readonly page: P; readonly isComplete: boolean }>();

  /** @param rank ascends with the age of the list: a creation time, a revision; NaN if unknown */
  constructor(rank: (item: Item) => number) {
    this.#rank = rank;
  }

  /** Returns a page, counted from the newest record. @param key identifies the list, such as its filter */
  async page(key: string, wanted: PageRequest, request: Request<P>): Promise<NewestFirstPage<P>> {
    const read = async (one: PageRequest) => {
      const sent = await this.#pages.read(one, request);
      const total = await this.#listTotals.of(key, one, sent, (next) => this.#pages.read(next, request));
      const page = { ...sent, total };
      this.#observe(page);
      this.#totals.set(key, total);
      return page;
    };
    const wasAsExpected = this.#isAsExpected;
    if (wasAsExpected) {
      const page = await read(wanted);
      if (this.#isAsExpected || (wanted.page === 1 && isAll(page)))
        return { ...page, items: this.#sorted(page.items), isNewestKnown: true };
    }
    const end = this.#order === 'ascending' ? await this.#fromEnd(key, wanted, read) : undefined;
    if (end !== undefined) return end;
    // The pages before this one were read in the order of the service, so they may lack rows.
    return this.#search(key, wanted, wasAsExpected ? 1 : wanted.page, read);
  }

  /** True until an order other than newest first is recognized. */
  get #isAsExpected(): boolean {
    return this.#order === undefined || this.#order === 'descending';
  }

  /** Learns the order from a page. Only lists with more pages count, because the order of others doesn't matter. */
  #observe(page: P): void {
    if (isAll(page)) return;
    const order = orderOf(page.items.map(this.#rank));
    if (order !== undefined) this.#order = this.#order === undefined || this.#order === order ? order : 'none';
  }

  /** Returns undefined if the list isn't ascending after all, or its end can't be found. */
  async #fromEnd(key: string, { page: number, limit }: PageRequest, read: Request<P>) {
    let total = this.#totals.get(key) ?? (await read({ page: 1, limit })).total;
    // The end of a list is where its total says.
    for (let attempt = 0; attempt < maxAttempts && total !== unknownTotal && this.#order === 'ascending'; attempt++) {
      const surplus = this.#surplus.get(key) ?? 0;
      const count = Math.max(0, total - surplus);
      const to = Math.max(0, count - (number - 1) * limit);
      const from = Math.max(0, to - limit);
      const lastPage = Math.max(1, Math.ceil(to / limit));
      const last = await read({ page: lastPage, limit });
      const isShared = from > 0 && from % limit !== 0;
      const pages = isShared ? [await read({ page: Math.floor(from / limit) + 1, limit }), last] : [last];
      if (pages.some((page) => page.total !== total)) {
        total = last.total;
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
      return {
        ...last,
        total: total - (this.#surplus.get(key) ?? 0),
        items: this.#sorted(items),
        unreadable,
        isNewestKnown: true,
      };
    }
    this.#order = 'none';
    return undefined;
  }

  /**
   * Returns rows from the beginning of the service's list, sorted; after those, rows as the service sends them.
   * @param first first page to return
   */
  async #search(
    key: string,
    { page: number, limit }: PageRequest,
    first: number,
    read: Request<P>,
  ): Promise<NewestFirstPage<P>> {
    const known = number > 1 ? this.#searched.get(key) : undefined;
    const { page, isComplete } = known ?? (await this.#readBeginning(read));
    this.#searched.set(key, { page, isComplete });
    const items = page.items.slice((first - 1) * limit, number * limit);
    if (isComplete || number * limit <= page.items.length) return { ...page, items, isNewestKnown: isComplete };
    const rest = await read({ page: number, limit });
    return { ...rest, items: [...items, ...rest.items], isNewestKnown: false };
  }

  async #readBeginning(read: Request<P>): Promise<{ readonly page: P; readonly isComplete: boolean }> {
    const limit = apiLimits.pageSizeMaximum;
    const pages: P[] = [];
    let isEmpty = false;
    let last: P;
    do {
      last = await read({ page: pages.length + 1, limit });
      pages.push(last);
      isEmpty = last.items.length === 0 && last.unreadable === undefined;
    } while (pages.length < maxSearchedPages && !isEmpty && pages.length * limit < last.total);
    const rows = pages.flatMap((one) => one.items);
    // An order that only a few records disturbed is recognized again once they are gone.
    this.#order = orderOf(rows.map(this.#rank)) ?? 'none';
    const page = { ...last, items: this.#sorted(rows), unreadable: sumUnreadable(pages.map((one) => one.unreadable)) };
    return { page, isComplete: isEmpty || pages.length * limit >= last.total };
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
 * the next one is empty.
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
    const page = full === near ? near.page + 1 : Math.floor((full.page + empty) / 2);
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
