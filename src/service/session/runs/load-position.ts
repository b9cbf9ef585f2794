/**
 * Where "Load More" continues: in each list, one per status of the filter, the number of rows whose runs are loaded.
 * Rows move to other pages when runs are added or deleted.
 */

import type { FilteredPage } from './filtered-page.ts';
import type { RunPage } from './run-feed.ts';

interface ListPosition {
  readonly total: number;
  /** Number of loaded rows, counted from the beginning of the list. */
  readonly rows: number;
}

export class LoadPosition {
  /** Page size. Stays the same, because pages of different sizes overlap or leave gaps. */
  readonly limit: number;
  readonly #lists: readonly ListPosition[];

  constructor(limit: number, lists: readonly ListPosition[] = []) {
    this.limit = limit;
    this.#lists = lists;
  }

  get isAtEnd(): boolean {
    return this.#unfinished.length === 0;
  }

  /** Number of loaded pages. */
  get pages(): number {
    return Math.ceil(Math.max(0, ...this.#lists.map(({ rows }) => rows)) / this.limit);
  }

  /** Number of the first page with rows that aren't loaded. */
  get nextPage(): number {
    const lists = this.isAtEnd ? this.#lists : this.#unfinished;
    return Math.max(1, Math.floor(Math.min(...lists.map(({ rows }) => rows)) / this.limit) + 1);
  }

  get #unfinished(): readonly ListPosition[] {
    return this.#lists.filter(({ rows, total }) => rows < total);
  }

  /** Returns the position after the newest page was loaded. @param isNew whether a run isn't loaded */
  afterNewest(page: FilteredPage, isNew: (id: string) => boolean): LoadPosition {
    return this.#moved(page, 1, ({ items }) => {
      const added = items.filter(({ id }) => isNew(id)).length;
      // If all are new, the runs between them and the loaded ones are missing.
      return added < this.limit ? added : Number.NEGATIVE_INFINITY;
    });
  }

  /** Returns the position after a page was loaded, and all before it. @param number of the page */
  afterPage(page: FilteredPage, number: number): LoadPosition {
    return this.#moved(page, number, () => 0);
  }

  /** Rows move down by the number of added ones, or by less if others were deleted. */
  #moved({ lists }: FilteredPage, number: number, added: (list: RunPage) => number): LoadPosition {
    const moved = lists.map((list, index): ListPosition => {
      const { total, rows } = this.#lists[index] ?? { total: list.total, rows: 0 };
      // Two totals that aren't known say nothing about a change.
      const shift = list.total === total ? Math.min(0, added(list)) : Math.min(list.total - total, added(list));
      return { total: list.total, rows: Math.max(number * this.limit, rows + shift) };
    });
    return new LoadPosition(this.limit, moved);
  }
}
