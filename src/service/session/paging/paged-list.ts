/** A list that is loaded page by page, newest first. */
import { sumUnreadable, type Unreadable } from '../../../shared/list/unreadable.ts';
import type { ListPage } from './full-pages.ts';
import { knownTotal } from './list-total.ts';
import type { NewestFirstPage } from './newest-first.ts';

export class PagedList<Item extends { readonly id: string }> {
  readonly #request: (page: number, signal?: AbortSignal) => Promise<NewestFirstPage<ListPage<Item>>>;
  readonly #items = new Map<string, Item>();
  #total = 0;
  #isNewestKnown = true;
  #isExhausted = false;
  #isRepeating = false;
  /** Number of loaded pages. */
  pages = 0;
  /** The rows that couldn't be read. */
  unreadable: Unreadable | undefined;

  /** @param request loads a page, counted from the newest record; the first one is 1 */
  constructor(request: (page: number, signal?: AbortSignal) => Promise<NewestFirstPage<ListPage<Item>>>) {
    this.#request = request;
  }

  get items(): readonly Item[] {
    return [...this.#items.values()];
  }

  /** Number of rows that the service has, which may be more than are loaded; undefined if it isn't known. */
  get total(): number | undefined {
    return knownTotal(Math.max(this.#isExhausted ? 0 : this.#total, this.#loaded));
  }

  /** An empty page ends the list, whatever the total is. */
  get isComplete(): boolean {
    return this.#isExhausted || (this.pages > 0 && this.#loaded >= this.#total);
  }

  /** True if the service sends the same rows for each page, so that others can't be loaded. */
  get isRepeating(): boolean {
    return this.#isRepeating;
  }

  /** True if another page may have more rows. */
  get hasMore(): boolean {
    return !this.isComplete && !this.#isRepeating;
  }

  /** False if the service may have newer records than the loaded ones. */
  get isNewestKnown(): boolean {
    return this.#isNewestKnown || this.isComplete;
  }

  get #loaded(): number {
    return this.#items.size + (this.unreadable?.count ?? 0);
  }

  /** Loads the next page. @returns its records, and whether rows were added or deleted since the page before @throws ApiFailure */
  async loadNext(signal?: AbortSignal): Promise<{ readonly items: readonly Item[]; readonly hasMoved: boolean }> {
    const { items, total, unreadable, isNewestKnown } = await this.#request(this.pages + 1, signal);
    const hasMoved = this.pages > 0 && total !== this.#total;
    const isNew = items.some(({ id }) => !this.#items.has(id));
    this.#isRepeating = this.pages > 0 && items.length > 0 && !isNew && !hasMoved;
    // New records push others to the next page, which then contains some that are loaded already.
    for (const item of items) this.#items.set(item.id, item);
    this.#isNewestKnown &&= isNewestKnown;
    this.#isExhausted = items.length === 0 && unreadable === undefined;
    this.#total = total;
    this.unreadable = sumUnreadable([this.unreadable, unreadable]);
    this.pages++;
    return { items, hasMoved };
  }
}
