/** Where every page of runs is asked for, so that one answer serves all that show runs or follow them. */
import { EventEmitter } from 'vscode';
import type { Connection } from '../account/index.ts';
import { ApiFailure } from '../api/errors.ts';
import type { ExecutionPage, ExecutionQuery, Unreadable, WorkflowRunMetadata } from '../api/index.ts';
import { Owner } from '../shared/disposable.ts';

/** A page, and what of it could not be read. */
export type RunPage = ExecutionPage & { readonly unreadable: Unreadable | undefined };

export interface ReceivedRuns {
  readonly runs: readonly WorkflowRunMetadata[];
  /** True for the newest runs of all workflows: what is not among them is older. */
  readonly newest: boolean;
}

/** Milliseconds for which an answer is good enough for a view that opens beside another. */
const RECENT = 3000;

export class RunFeed extends Owner {
  readonly #connection: Connection;
  readonly #received = this.own(new EventEmitter<ReceivedRuns>());
  /** Fires with every page, whoever asked for it. */
  readonly onDidReceive = this.#received.event;
  /** By the query, what is being asked now. */
  readonly #asked = new Map<string, Promise<RunPage>>();
  #last: { readonly key: string; readonly page: RunPage; readonly at: number } | undefined;

  constructor(connection: Connection) {
    super();
    this.#connection = connection;
    // What is still under way belongs to another account.
    this.own(
      connection.onDidReplace(() => {
        this.#asked.clear();
        this.#last = undefined;
      }),
    );
  }

  /** One page; whoever asks for the same while it is under way gets the same answer. @throws ApiFailure */
  page(query: ExecutionQuery, signal?: AbortSignal): Promise<RunPage> {
    const key = keyOf(query);
    const known = this.#asked.get(key);
    if (known !== undefined) return signal ? untilAborted(known, signal) : known;
    const asked: Promise<RunPage> = this.#ask(query, signal, () => this.#asked.get(key) === asked).finally(() => {
      if (this.#asked.get(key) === asked) this.#asked.delete(key);
    });
    this.#asked.set(key, asked);
    return asked;
  }

  /** The same for a list that is filled for the first time: the answer may have come a moment ago. @throws ApiFailure */
  async firstPage(query: ExecutionQuery, signal?: AbortSignal): Promise<RunPage> {
    const last = this.#last;
    const isGood = last?.key === keyOf(query) && Date.now() - last.at < RECENT;
    return isGood ? last.page : this.page(query, signal);
  }

  async #ask(query: ExecutionQuery, signal: AbortSignal | undefined, isCurrent: () => boolean): Promise<RunPage> {
    let unreadable: Unreadable | undefined;
    const onUnreadable = (rows: Unreadable) => {
      unreadable = rows;
    };
    const answer = await this.#connection.run((client) =>
      client.listExecutions(query, { onUnreadable, ...(signal && { signal }) }),
    );
    const page = { ...answer, unreadable };
    const newest = query.page === 1 && query.workflow_id === undefined && query.status === undefined;
    if (!isCurrent()) return page;
    this.#last = { key: keyOf(query), page, at: Date.now() };
    this.#received.fire({ runs: page.items, newest });
    return page;
  }
}

/** Who joins a question that another has asked can still leave it. */
function untilAborted<T>(asked: Promise<T>, signal: AbortSignal): Promise<T> {
  const left = new Promise<never>((_, reject) => {
    const leave = () => reject(new ApiFailure({ kind: 'cancelled', message: 'Cancelled.' }));
    if (signal.aborted) leave();
    signal.addEventListener('abort', leave, { once: true });
  });
  return Promise.race([asked, left]);
}

function keyOf(query: ExecutionQuery): string {
  return JSON.stringify([query.page, query.limit, query.workflow_id, query.status]);
}
