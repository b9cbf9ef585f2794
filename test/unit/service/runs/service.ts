/** An account of a service whose pages of runs are provided by the test, immediately or later. */
import { ApiFailure } from '../../../../src/service/api/errors/errors.ts';
import type { ExecutionQuery, WorkflowRunMetadata } from '../../../../src/service/api/index.ts';
import type { ServiceSession } from '../../../../src/service/session/session.ts';
import { TestAccounts } from '../../session.ts';

export class FakeService {
  /** Runs of the service, newest first. */
  runs: WorkflowRunMetadata[] = [];
  /** All requests, in order. */
  readonly asked: (ExecutionQuery | string)[] = [];
  /** Sends runs oldest first. */
  isOldestFirst = false;
  /** Sends the total of all runs with filtered lists, too. */
  ignoresFilterInTotal = false;
  /** What the total counts: the runs of the list, those of the page, or nothing. */
  total: 'list' | 'page' | 'nothing' = 'list';
  /** Sends the first page whatever page is asked for. */
  ignoresPage = false;
  /** Steps of each run. */
  steps: object[] = [];
  /** If set, pages wait for it. */
  gate: Promise<void> | undefined;

  /** Workflows of the service, and how often they were requested. */
  workflows: object[] = [];
  lists = 0;

  readonly #client = {
    listWorkflows: async () => {
      this.lists++;
      return this.workflows;
    },
    listExecutions: async (query: ExecutionQuery, { signal }: { signal?: AbortSignal } = {}) => {
      this.asked.push(query);
      const { page = 1, limit = 20, workflow_id: workflow, status } = query;
      const ended = new Promise<never>((_, reject) => {
        const cancel = () => reject(new ApiFailure({ kind: 'canceled', message: 'Canceled.' }));
        signal?.addEventListener('abort', cancel);
      });
      await Promise.race([this.gate, ended]);
      const all = this.runs.filter(
        (run) =>
          (workflow === undefined || run.workflow_id === workflow) && (status === undefined || run.status === status),
      );
      if (this.isOldestFirst) all.reverse();
      const from = this.ignoresPage ? 0 : (page - 1) * limit;
      const items = all.slice(from, from + limit);
      const counted = this.ignoresFilterInTotal ? this.runs.length : all.length;
      const total = { list: counted, page: items.length, nothing: -1 }[this.total];
      return { items, total, succeeded: 0, failed: 0, page, limit };
    },
    getExecution: async (id: string) => {
      this.asked.push(id);
      const run = this.runs.find((one) => one.id === id);
      if (!run) throw new ApiFailure({ kind: 'notFound', status: 404, message: 'gone' });
      return { ...run, steps: this.steps, step_count: this.steps.length };
    },
  };

  readonly accounts = new TestAccounts(this.#client);

  get session(): ServiceSession {
    return this.accounts.only;
  }

  /** Switches to another account. */
  replace(id?: string): void {
    this.accounts.switchTo(this.#client, id);
  }
}
