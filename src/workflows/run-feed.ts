/** Where every page of runs is asked for, so that one answer serves all that show runs or follow them. */
import { EventEmitter } from 'vscode';
import type { Connection } from '../account/index.ts';
import type { ExecutionPage, ExecutionQuery, WorkflowRunMetadata } from '../api/index.ts';
import { Owner } from '../shared/disposable.ts';

export interface ReceivedRuns {
  readonly runs: readonly WorkflowRunMetadata[];
  /** True for the newest runs of all workflows: what is not among them is older. */
  readonly newest: boolean;
}

export class RunFeed extends Owner {
  readonly #connection: Connection;
  readonly #received = this.own(new EventEmitter<ReceivedRuns>());
  /** Fires with every page, whoever asked for it. */
  readonly onDidReceive = this.#received.event;
  /** By the query, what is being asked now. */
  readonly #asked = new Map<string, Promise<ExecutionPage>>();

  constructor(connection: Connection) {
    super();
    this.#connection = connection;
    // What is still under way belongs to another account.
    this.own(
      connection.onDidChange(({ kind }) => {
        if (kind !== 'unauthorized' && kind !== 'unreachable') this.#asked.clear();
      }),
    );
  }

  /** One page; whoever asks for the same while it is under way gets the same answer. @throws ApiFailure */
  page(query: ExecutionQuery, signal?: AbortSignal): Promise<ExecutionPage> {
    const key = JSON.stringify([query.page, query.limit, query.workflow_id, query.status]);
    const known = this.#asked.get(key);
    if (known !== undefined) return known;
    const asked: Promise<ExecutionPage> = this.#ask(query, signal, () => this.#asked.get(key) === asked).finally(() => {
      if (this.#asked.get(key) === asked) this.#asked.delete(key);
    });
    this.#asked.set(key, asked);
    return asked;
  }

  async #ask(query: ExecutionQuery, signal: AbortSignal | undefined, isCurrent: () => boolean): Promise<ExecutionPage> {
    const page = await this.#connection.run((client) => client.listExecutions(query, signal ? { signal } : {}));
    const newest = query.page === 1 && query.workflow_id === undefined && query.status === undefined;
    if (isCurrent()) this.#received.fire({ runs: page.items, newest });
    return page;
  }
}
