/** Requests all pages of runs, so that each response updates everything that shows or watches runs. */
import { EventEmitter } from 'vscode';
import { DisposableStore } from '../../../shared/disposable.ts';
import { leavingOutUnreadable, type Unreadable } from '../../../shared/list/unreadable.ts';
import { timeOf } from '../../../shared/text/time.ts';
import type { ApiClient, ExecutionPage, ExecutionQuery, WorkflowRunMetadata } from '../../api/index.ts';
import { apiLimits } from '../../api/records.ts';
import { knownTotal } from '../paging/list-total.ts';
import { NewestFirst, type NewestFirstPage } from '../paging/newest-first.ts';
import { SharedRequests } from '../shared-requests.ts';
import type { RunDetail } from './run-detail.ts';

/** A page as the service sent it, and which of its rows couldn't be read. */
type SentPage = ExecutionPage & { readonly unreadable: Unreadable | undefined };

/** A page, counted from the newest run. */
export type RunPage = NewestFirstPage<SentPage>;

export interface ReceivedRuns {
  readonly runs: readonly WorkflowRunMetadata[];
  /** True for the newest runs of all workflows, so that all other runs are older. */
  readonly newest: boolean;
  /** Epoch milliseconds: if these are the newest runs, they include all that were created later. */
  readonly since: number;
  /** False if the service may have newer runs: its list has no order, and isn't loaded completely. */
  readonly isNewestKnown: boolean;
}

/** Milliseconds for which a response is reused for another view that opens. */
const reuseMs = 3000;

export class RunFeed extends DisposableStore {
  readonly #client: ApiClient;
  readonly #received = this.register(new EventEmitter<ReceivedRuns>());
  /** Fires for every response, whatever requested it. */
  readonly onDidReceive = this.#received.event;
  readonly #requests = new SharedRequests<RunPage>();
  readonly #pages = new NewestFirst<WorkflowRunMetadata, SentPage>(({ created_at }) => timeOf(created_at));
  #total: number | undefined;
  #last: { readonly key: string; readonly page: RunPage; readonly at: number } | undefined;

  constructor(client: ApiClient) {
    super();
    this.#client = client;
  }

  /**
   * Loads one page, counted from the newest run, whatever the order in the service. Concurrent calls for the same page share one request.
   * @param isFirst for the first load of a list: reuses a response that was just received @throws ApiFailure
   */
  async page(query: ExecutionQuery, signal?: AbortSignal, isFirst = false): Promise<RunPage> {
    const last = this.#last;
    if (isFirst && last?.key === keyOf(query) && Date.now() - last.at < reuseMs) return last.page;
    return this.#requests.join(keyOf(query), signal, (shared) => this.#requestPage(query, shared));
  }

  /** Last known number of runs of all workflows, in all states. */
  get total(): number | undefined {
    return knownTotal(this.#total);
  }

  /** Loads one run with its steps, even if it isn't on a loaded page. @throws ApiFailure */
  async run(id: string): Promise<RunDetail> {
    const { answer: detail, unreadable: unreadableSteps } = await leavingOutUnreadable((onUnreadable) =>
      this.#client.getExecution(id, { onUnreadable }),
    );
    const { steps: _steps, step_count: _count, ...run } = detail;
    this.#received.fire({ runs: [run], newest: false, since: Number.POSITIVE_INFINITY, isNewestKnown: true });
    return unreadableSteps === undefined ? detail : { ...detail, unreadableSteps };
  }

  async #requestPage(query: ExecutionQuery, signal: AbortSignal): Promise<RunPage> {
    const { page: number = 1, limit = apiLimits.pageSize, ...filter } = query;
    const page = await this.#pages.page(keyOf(filter), { page: number, limit }, async (part) => {
      const { answer, unreadable } = await leavingOutUnreadable((onUnreadable) =>
        this.#client.listExecutions({ ...filter, ...part }, { onUnreadable, signal }),
      );
      return { ...answer, unreadable };
    });
    this.#last = { key: keyOf(query), page, at: Date.now() };
    const isUnfiltered = query.workflow_id === undefined && query.status === undefined;
    if (isUnfiltered) this.#total = page.total;
    const newest = number === 1 && isUnfiltered;
    const { items: runs, isNewestKnown } = page;
    this.#received.fire({ runs, newest, since: completeSince(page), isNewestKnown });
    return page;
  }
}

/**
 * Returns the time, in epoch milliseconds, since which the newest page contains all runs. Nothing is certain about a page of
 * a list without an order.
 */
export function completeSince({ items, total, isNewestKnown }: RunPage): number {
  if (!isNewestKnown) return Number.POSITIVE_INFINITY;
  const oldest = timeOf(items.at(-1)?.created_at ?? '');
  return items.length >= total ? Number.NEGATIVE_INFINITY : Number.isNaN(oldest) ? Number.POSITIVE_INFINITY : oldest;
}

/** The same for equal queries, whatever properties they have. */
function keyOf(query: ExecutionQuery): string {
  return JSON.stringify(Object.entries(query).sort());
}
