/** The runs loaded so far, page by page, and the steps of those that were opened. */

import { ListStore } from '../../../shared/list/list-store.ts';
import type { Unreadable } from '../../../shared/list/unreadable.ts';
import { sumUnreadable } from '../../../shared/list/unreadable.ts';
import { log } from '../../../shared/log.ts';
import { setting } from '../../../shared/settings.ts';
import { timeOf } from '../../../shared/text/time.ts';
import type { WorkflowRunMetadata } from '../../api/index.ts';
import { countOf } from '../paging/count.ts';
import { knownTotal } from '../paging/list-total.ts';
import { type FilteredPage, filteredPage, type Totals } from './filtered-page.ts';
import { LoadPosition } from './load-position.ts';
import { RunDays } from './run-days.ts';
import type { RunDetail } from './run-detail.ts';
import type { RunFeed } from './run-feed.ts';
import { hidesRuns, isHidden, type RunFilter, showsAllRuns } from './run-filter.ts';
import { hasEnded, isActive } from './run-state.ts';

/** Maximum number of pages in a refresh. "Load More" loads older runs again. */
const maxRefreshedPages = 4;

interface PageFacts extends Pick<FilteredPage, keyof Totals | 'isNewestKnown'> {
  /** One per status of the filter. */
  readonly lists: readonly { readonly total: number }[];
}

export class RunStore extends ListStore {
  readonly #feed: RunFeed;
  readonly #details = new Map<string, RunDetail>();
  /** The loaded runs. */
  readonly byDay = new RunDays();
  #totals: PageFacts | undefined;
  /** Undefined before the first load. */
  #position: LoadPosition | undefined;
  /** IDs on the newest page when it was last loaded. */
  #newest: readonly string[] = [];
  /** Rows that couldn't be read, by page number. */
  readonly #unreadable = new Map<number, Unreadable>();
  /** True if the last page was empty. */
  #exhausted = false;
  #isRepeating = false;
  #filter: RunFilter = {};
  /** IDs of loaded runs that the filter of types hides. */
  readonly #hidden = new Set<string>();
  readonly #types = new Set<string>();

  constructor(feed: RunFeed) {
    super('Runs');
    this.#feed = feed;
    // A loaded run is up to date, whatever requested it. New runs are added by the pages of this list.
    this.register(
      feed.onDidReceive(({ runs }) => {
        for (const { type } of runs) this.#types.add(type);
        this.#addRuns(runs.filter(({ id }) => this.get(id) !== undefined));
      }),
    );
  }

  get filter(): RunFilter {
    return this.#filter;
  }

  /** Drops the loaded runs if the filter changes, so that the view reloads. */
  set filter(filter: RunFilter) {
    if (JSON.stringify(filter) === JSON.stringify(this.#filter)) return;
    this.#filter = filter;
    this.byDay.clear();
    this.#totals = undefined;
    this.#position = undefined;
    this.#newest = [];
    this.#exhausted = false;
    this.#isRepeating = false;
    this.#unreadable.clear();
    this.#hidden.clear();
    this.reset();
  }

  /** True if the newest page is the newest page of all runs, whether or not types are hidden. */
  get isUnfiltered(): boolean {
    return this.#filter.workflow === undefined && this.#filter.statuses === undefined;
  }

  /** The types of all runs that were received, for the filter. */
  get types(): readonly string[] {
    return [...this.#types].sort();
  }

  /** False if the service may have newer runs that aren't loaded. */
  get isNewestKnown(): boolean {
    return this.#totals?.isNewestKnown !== false;
  }

  /** True if the service sends the same runs for each page, so that older ones can't be loaded. */
  get isRepeating(): boolean {
    return this.#isRepeating;
  }

  override get unreadable(): Unreadable | undefined {
    return sumUnreadable([...this.#unreadable.values()]);
  }

  get totals(): Totals | undefined {
    return this.#totals;
  }

  /** How many of the runs that match the filter succeeded and failed; undefined if that isn't known. */
  get outcomes(): Pick<Totals, 'succeeded' | 'failed'> | undefined {
    if (this.#totals === undefined) return undefined;
    if (showsAllRuns(this.#filter)) return hasOutcomes(this.#totals) ? this.#totals : this.#loadedOutcomes;
    if (this.hasMore) return this.total === undefined ? undefined : this.#totals;
    return this.#loadedOutcomes;
  }

  /** Counted among the loaded runs; undefined if there are more. */
  get #loadedOutcomes(): Pick<Totals, 'succeeded' | 'failed'> | undefined {
    if (this.hasMore || this.#isRepeating) return undefined;
    const count = (wanted: string) => this.runs.filter(({ status }) => status === wanted).length;
    return { succeeded: count('SUCCEEDED'), failed: count('FAILED') };
  }

  /** Number of runs that match the filter; undefined if it isn't known, or if the service's total may be that of other runs, too. */
  get total(): number | undefined {
    if (hidesRuns(this.#filter) && this.hasMore) return undefined;
    if (this.#totals === undefined || (!this.hasMore && !showsAllRuns(this.#filter)))
      return this.count + (this.unreadable?.count ?? 0);
    const { total, lists } = this.#totals;
    const all = this.#feed.total ?? 0;
    if (!this.isUnfiltered && lists.every((list) => list.total >= all)) return undefined;
    const isWhole = !this.hasMore && !this.#isRepeating;
    return knownTotal(total) ?? (isWhole ? this.count + (this.unreadable?.count ?? 0) : undefined);
  }

  /** Newest first. */
  get runs(): readonly WorkflowRunMetadata[] {
    return this.byDay.runs;
  }

  get(id: string): WorkflowRunMetadata | undefined {
    return this.byDay.get(id);
  }

  /** Number of loaded runs. */
  get count(): number {
    return this.byDay.size;
  }

  /** True if the service has runs that aren't loaded. */
  get hasMore(): boolean {
    if (this.#totals === undefined || this.#exhausted || this.#isRepeating) return false;
    // Loaded runs may have been deleted, and rows may be unreadable.
    return this.byDay.size + this.#hidden.size < this.#totals.total || this.#position?.isAtEnd === false;
  }

  /** Active runs on the newest page. */
  get activeRuns(): readonly WorkflowRunMetadata[] {
    return this.#newest.flatMap((id) => this.get(id) ?? []).filter(isActive);
  }

  get active(): boolean {
    return this.activeRuns.length > 0;
  }

  /** Reloads the newest of the loaded pages. */
  override refresh(): Promise<void> {
    return this.load('refresh', async (signal) => {
      const limit = setting('switchyard.runs.pageSize');
      const wanted = Math.min(maxRefreshedPages, Math.max(1, this.#position?.pages ?? 1));
      const pages: FilteredPage[] = [];
      while (pages.length < wanted) {
        const page = await this.#page(pages.length + 1, limit, signal);
        pages.push(page);
        if (page.items.length === 0 || pages.length * limit >= page.total) break;
      }
      return () => {
        const runs = pages.flatMap(({ items }) => items);
        const there = new Set(runs.map(({ id }) => id));
        // Steps are requested again when they're next shown.
        this.#details.clear();
        for (const id of [...this.byDay.ids()]) if (!there.has(id)) this.byDay.remove(id);
        this.#hidden.clear();
        this.#isRepeating = false;
        this.#addRuns(runs);
        this.#newest = pages[0]?.items.map(({ id }) => id) ?? [];
        this.#note(pages.at(-1), new LoadPosition(limit), pages.length);
        return undefined;
      };
    });
  }

  /** Adds or updates runs, and fires an event for each changed one. @returns whether there are new ones */
  #addRuns(runs: readonly WorkflowRunMetadata[]): boolean {
    const now = Date.now();
    let isNew = false;
    for (const run of runs) {
      if (isHidden(this.#filter, run)) {
        this.#hidden.add(run.id);
        continue;
      }
      const what = this.byDay.put(run, now);
      if (what === 'added') isNew = true;
      else if (what === 'changed') this.changed(run.id);
    }
    return isNew;
  }

  /** Loads the next page and adds its runs. */
  loadMore(): Promise<void> {
    return this.load('more', async (signal) => {
      const position = this.#position ?? new LoadPosition(setting('switchyard.runs.pageSize'));
      const { limit } = position;
      let number = position.nextPage;
      let page = await this.#page(number, limit, signal);
      // If runs were deleted, others moved up to a page that is already loaded.
      const moved = position.afterPage(page, 0).nextPage;
      if (moved < number) {
        number = moved;
        page = await this.#page(number, limit, signal);
      }
      const isKnown = () => page.items.length > 0 && page.items.every(({ id }) => this.get(id) || this.#hidden.has(id));
      // At most as many pages as the loaded runs fill, because a service may send the same page again and again.
      for (let left = (this.count + this.#hidden.size) / limit; left >= 1 && isKnown(); left--)
        page = await this.#page(++number, limit, signal);
      return () => {
        const newest = new Set(this.#newest);
        const isAgain = page.items.length > 0 && page.items.every(({ id }) => newest.has(id));
        this.#isRepeating = number > 1 && isAgain && isKnown();
        this.#addRuns(page.items);
        this.#note(page, position, number);
        return undefined;
      };
    });
  }

  /**
   * Requests only the newest page, however many runs are loaded, and reports only what changed. Does nothing while
   * another load is running.
   */
  async poll(): Promise<void> {
    if (this.isBusy) return;
    await this.load('poll', async (signal) => {
      const position = this.#position ?? new LoadPosition(setting('switchyard.runs.pageSize'));
      const page = await this.#page(1, position.limit, signal);
      return () => {
        const moved = position.afterNewest(page, (id) => this.get(id) === undefined && !this.#hidden.has(id));
        this.#position = moved;
        if (moved.nextPage < position.nextPage) this.#exhausted = false;
        return this.#mergeNewest(page);
      };
    });
  }

  /** Fires an event for each changed run. @returns undefined if runs were added or removed, or the totals changed */
  #mergeNewest(page: FilteredPage): string[] | undefined {
    const before = page.since === Number.NEGATIVE_INFINITY ? [...this.byDay.ids()] : this.#newest;
    const there = new Set(page.items.map(({ id }) => id));
    const gone = before.filter((id) => !there.has(id) && timeOf(this.get(id)?.created_at ?? '') > page.since);
    for (const id of gone) this.byDay.remove(id);
    const others = this.#addRuns(page.items) || gone.length > 0;
    this.#newest = [...there];
    const totals = JSON.stringify(this.#totals);
    this.#totals = factsOf(page);
    // The view's header shows the totals and whether runs may be missing.
    return others || totals !== JSON.stringify(this.#totals) ? undefined : [];
  }

  /** Remembers how far the list is loaded. @param position before the page @param number of the page */
  #note(page: FilteredPage | undefined, position: LoadPosition, number: number): void {
    if (!page) return;
    this.#position = position.afterPage(page, number);
    this.#totals = factsOf(page);
    // A list without runs isn't at its end, because a poll can add a full page.
    this.#exhausted = page.items.length === 0 && page.total > 0;
  }

  async #page(number: number, limit: number, signal: AbortSignal): Promise<FilteredPage> {
    const page = await filteredPage(this.#filter, { page: number, limit }, (query) =>
      this.#feed.page(query, signal, this.loadedAt === undefined),
    );
    if (page.unreadable === undefined) this.#unreadable.delete(number);
    else this.#unreadable.set(number, page.unreadable);
    return page;
  }

  /** Returns the run with its steps. Only a run that has ended comes from the cache. @throws ApiFailure */
  async detail(id: string): Promise<RunDetail> {
    const known = this.knownDetail(id);
    return known && hasEnded(known) ? known : this.#requestDetail(id);
  }

  /**
   * Like `detail`, but also returns an unfinished run from the cache, because its row is redrawn every second.
   * `refreshDetail` keeps it up to date.
   */
  async detailOfRow(id: string): Promise<RunDetail> {
    const known = this.knownDetail(id);
    const run = this.get(id);
    return known && run && !hasEnded(run) ? known : this.detail(id);
  }

  /**
   * Returns the run with its steps if they're in the cache. They're dropped if the list has another state of the run,
   * whatever the state was, because the spec has no transitions.
   */
  knownDetail(id: string): RunDetail | undefined {
    const known = this.#details.get(id);
    const run = this.get(id);
    const isOutdated = known && run && (known.status !== run.status || known.finished_at !== run.finished_at);
    return isOutdated ? undefined : known;
  }

  /** Reloads the steps of an active run. Never rejects; the old steps stay if the request fails. */
  async refreshDetail(id: string): Promise<void> {
    try {
      await this.#requestDetail(id);
      this.changed(id);
    } catch (error) {
      log().warn(`Steps of run ${id} could not be loaded.`, error);
    }
  }

  async #requestDetail(id: string): Promise<RunDetail> {
    const detail = await this.#feed.run(id);
    this.#details.set(id, detail);
    return detail;
  }

  /** More may come if the loaded ones are hidden. */
  protected override get size(): number {
    return this.byDay.size + (this.hasMore ? this.#hidden.size : 0);
  }
}

/** True if the service's counts can be those of all its runs. */
function hasOutcomes({ total, succeeded, failed }: Totals): boolean {
  const sum = (countOf(succeeded) ?? Number.NaN) + (countOf(failed) ?? Number.NaN);
  return sum <= total && knownTotal(total) !== undefined;
}

function factsOf({ total, succeeded, failed, isNewestKnown, lists }: FilteredPage): PageFacts {
  return { total, succeeded, failed, isNewestKnown, lists: lists.map((list) => ({ total: list.total })) };
}
