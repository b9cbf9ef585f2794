/** Where every page of runs is asked for, so that one answer serves all that show runs or follow them. */
import { EventEmitter } from 'vscode';
import type { Connection } from '../account/index.ts';
import type {
  ExecutionPage,
  ExecutionQuery,
  Unreadable,
  WorkflowRunDetail,
  WorkflowRunMetadata,
} from '../api/index.ts';
import { DisposableStore } from '../shared/disposable.ts';
import { SharedRequests } from '../shared/shared-requests.ts';

/** A page, and what of it could not be read. */
export type RunPage = ExecutionPage & { readonly unreadable: Unreadable | undefined };

export interface ReceivedRuns {
  readonly runs: readonly WorkflowRunMetadata[];
  /** True for the newest runs of all workflows: what is not among them is older. */
  readonly newest: boolean;
}

/** Milliseconds for which an answer is good enough for a view that opens beside another. */
const RECENT = 3000;

export class RunFeed extends DisposableStore {
  readonly #connection: Connection;
  readonly #received = this.own(new EventEmitter<ReceivedRuns>());
  /** Fires with every page, whoever asked for it. */
  readonly onDidReceive = this.#received.event;
  readonly #requests = new SharedRequests<RunPage>();
  #last: { readonly key: string; readonly page: RunPage; readonly at: number } | undefined;

  /** Counts the accounts, so that responses for an earlier one are dropped. */
  #account = 0;

  constructor(connection: Connection) {
    super();
    this.#connection = connection;
    // What is still under way belongs to another account.
    this.own(
      connection.onDidReplace(() => {
        this.#account++;
        this.#requests.clear();
        this.#last = undefined;
      }),
    );
  }

  /** One page; callers that ask for the same page at the same time share one request. @throws ApiFailure */
  page(query: ExecutionQuery, signal?: AbortSignal): Promise<RunPage> {
    return this.#requests.join(keyOf(query), signal, (shared, isCurrent) => this.#ask(query, shared, isCurrent));
  }

  /** The same for a list that is filled for the first time: the answer may have come a moment ago. @throws ApiFailure */
  async firstPage(query: ExecutionQuery, signal?: AbortSignal): Promise<RunPage> {
    const last = this.#last;
    const isGood = last?.key === keyOf(query) && Date.now() - last.at < RECENT;
    return isGood ? last.page : this.page(query, signal);
  }

  /** One run with its steps, also if it is no longer on a loaded page. @throws ApiFailure */
  async run(id: string): Promise<WorkflowRunDetail> {
    const account = this.#account;
    const detail = await this.#connection.run((client) => client.getExecution(id));
    const { steps: _steps, step_count: _count, ...run } = detail;
    if (account === this.#account) this.#received.fire({ runs: [run], newest: false });
    return detail;
  }

  async #ask(query: ExecutionQuery, signal: AbortSignal, isCurrent: () => boolean): Promise<RunPage> {
    let unreadable: Unreadable | undefined;
    const onUnreadable = (rows: Unreadable) => {
      unreadable = rows;
    };
    const answer = await this.#connection.run((client) => client.listExecutions(query, { onUnreadable, signal }));
    const page = { ...answer, unreadable };
    const newest = query.page === 1 && query.workflow_id === undefined && query.status === undefined;
    if (!isCurrent()) return page;
    this.#last = { key: keyOf(query), page, at: Date.now() };
    this.#received.fire({ runs: page.items, newest });
    return page;
  }
}

function keyOf(query: ExecutionQuery): string {
  return JSON.stringify([query.page, query.limit, query.workflow_id, query.status]);
}
