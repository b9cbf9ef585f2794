/** Requests all pages of runs, so that each response updates everything that shows or watches runs. */
import { EventEmitter } from 'vscode';
import { lazy } from '../../common/lazy.ts';
import type { Connection } from '../account/index.ts';
import type {
  ApiClient,
  ExecutionPage,
  ExecutionQuery,
  Unreadable,
  WorkflowRunDetail,
  WorkflowRunMetadata,
} from '../api/index.ts';
import { LIMITS } from '../api/records.ts';
import { DisposableStore } from '../shared/disposable.ts';
import { Generation } from '../shared/generation.ts';
import type { NewestFirstPage } from '../shared/newest-first.ts';
import { SharedRequests } from '../shared/shared-requests.ts';

/** A page as the service sent it, and which of its rows couldn't be read. */
type SentPage = ExecutionPage & { readonly unreadable: Unreadable | undefined };

/** A page, counted from the newest run. */
export type RunPage = NewestFirstPage<SentPage>;

export interface ReceivedRuns {
  readonly runs: readonly WorkflowRunMetadata[];
  /** True for the newest runs of all workflows, so that all other runs are older. */
  readonly newest: boolean;
  /** False if the service may have newer runs: its list has no order, and isn't loaded completely. */
  readonly isNewestKnown: boolean;
}

/** Milliseconds for which a response is reused for another view that opens. */
const REUSE_MS = 3000;

export class RunFeed extends DisposableStore {
  readonly #connection: Connection;
  readonly #received = this.own(new EventEmitter<ReceivedRuns>());
  /** Fires for every response, whatever requested it. */
  readonly onDidReceive = this.#received.event;
  #serviceNow: ApiClient['serviceNow'] | undefined;
  readonly #requests = new SharedRequests<RunPage>();
  #pages = newPages();
  #last: { readonly key: string; readonly page: RunPage; readonly at: number } | undefined;

  /** Advances when the account changes, so that responses for an earlier one are dropped. */
  readonly #account = new Generation();

  constructor(connection: Connection) {
    super();
    this.#connection = connection;
    // Pending requests belong to the previous account.
    this.own(
      connection.onDidReplace(() => {
        this.#account.advance();
        this.#requests.clear();
        this.#pages = newPages();
        this.#serviceNow = undefined;
        this.#last = undefined;
      }),
    );
  }

  /**
   * Loads one page, counted from the newest run, whatever the order in the service. Concurrent calls for the same page share one request.
   * @param isFirst for the first load of a list: reuses a response that was just received @throws ApiFailure
   */
  async page(query: ExecutionQuery, signal?: AbortSignal, isFirst = false): Promise<RunPage> {
    const last = this.#last;
    if (isFirst && last?.key === keyOf(query) && Date.now() - last.at < REUSE_MS) return last.page;
    return this.#requests.join(keyOf(query), signal, (shared, isCurrent) =>
      this.#requestPage(query, shared, isCurrent),
    );
  }

  /** Current time of the service in epoch milliseconds; undefined if it's not known. */
  get serviceNow(): number | undefined {
    return this.#serviceNow?.();
  }

  /** Loads one run with its steps, even if it isn't on a loaded page. @throws ApiFailure */
  async run(id: string): Promise<WorkflowRunDetail> {
    const isCurrent = this.#account.capture();
    const detail = await this.#run((client) => client.getExecution(id));
    const { steps: _steps, step_count: _count, ...run } = detail;
    if (isCurrent()) this.#received.fire({ runs: [run], newest: false, isNewestKnown: true });
    return detail;
  }

  #run<T>(request: (client: ApiClient) => Promise<T>): Promise<T> {
    return this.#connection.run((client) => {
      this.#serviceNow = client.serviceNow;
      return request(client);
    });
  }

  async #requestPage(query: ExecutionQuery, signal: AbortSignal, isCurrent: () => boolean): Promise<RunPage> {
    const { page: number = 1, limit = LIMITS.pageSize, ...filter } = query;
    const pages = await this.#pages();
    const page = await pages.page(JSON.stringify(filter), { page: number, limit }, async (part) => {
      let unreadable: Unreadable | undefined;
      const onUnreadable = (rows: Unreadable) => {
        unreadable = rows;
      };
      const sent = { ...filter, ...part };
      const answer = await this.#run((client) => client.listExecutions(sent, { onUnreadable, signal }));
      return { ...answer, unreadable };
    });
    const newest = number === 1 && query.workflow_id === undefined && query.status === undefined;
    if (!isCurrent()) return page;
    this.#last = { key: keyOf(query), page, at: Date.now() };
    this.#received.fire({ runs: page.items, newest, isNewestKnown: page.isNewestKnown });
    return page;
  }
}

/** Loaded with the first page, so that it doesn't delay the activation. */
const newPages = () =>
  lazy(async () => {
    const { NewestFirst } = await import('../shared/newest-first.ts');
    return new NewestFirst<WorkflowRunMetadata, SentPage>(({ created_at }) => Date.parse(created_at));
  });

function keyOf(query: ExecutionQuery): string {
  return JSON.stringify([query.page, query.limit, query.workflow_id, query.status]);
}
