/** Badge of the Runs view: the number of runs that failed since the view was last visible. */
import { l10n, type Memento, type TreeView } from 'vscode';
import type { Connection } from '../../account/index.ts';
import type { WorkflowRunMetadata } from '../../api/index.ts';
import { DisposableStore } from '../../shared/disposable.ts';
import type { RunFeed } from '../../workflows/index.ts';

/** Time of the last change that the user has seen, by the clock of the service, in epoch milliseconds. */
const KEY = 'switchyard.runs.seenUntil';

export class FailureBadge extends DisposableStore {
  readonly #view: TreeView<unknown>;
  readonly #memory: Memento;
  /** Time of the last change of each failed run on the newest page, by ID. */
  #failed = new Map<string, number>();
  #latest = 0;

  constructor(view: TreeView<unknown>, feed: RunFeed, memory: Memento, connection: Connection) {
    super();
    this.#view = view;
    this.#memory = memory;
    this.own(feed.onDidReceive(({ runs, newest }) => newest && this.#recordRuns(runs)));
    this.own(view.onDidChangeVisibility(() => this.#show()));
    this.own(
      connection.onDidReplace(() => {
        this.#failed.clear();
        this.#latest = 0;
        this.#show();
      }),
    );
  }

  #recordRuns(runs: readonly WorkflowRunMetadata[]): void {
    const failed = runs.filter(({ status }) => status === 'FAILED');
    this.#failed = new Map(failed.map((run) => [run.id, changedAt(run)]));
    this.#latest = Math.max(this.#latest, ...runs.map(changedAt));
    // Failures before the first use in this workspace aren't counted.
    if (this.#memory.get(KEY) === undefined) this.#markSeen();
    this.#show();
  }

  #markSeen(): void {
    if (this.#latest > this.#seenUntil) void this.#memory.update(KEY, this.#latest);
  }

  get #seenUntil(): number {
    const value = this.#memory.get<unknown>(KEY);
    return typeof value === 'number' ? value : 0;
  }

  #show(): void {
    if (this.#view.visible) this.#markSeen();
    const seen = this.#seenUntil;
    const value = this.#view.visible ? 0 : [...this.#failed.values()].filter((at) => at > seen).length;
    const tooltip = value === 1 ? l10n.t('1 run failed') : l10n.t('{0} runs failed', value);
    this.#view.badge = value > 0 ? { value, tooltip } : undefined;
  }
}

/** Returns when the run last changed, in epoch milliseconds. */
function changedAt({ created_at, started_at, finished_at }: WorkflowRunMetadata): number {
  return Math.max(...[created_at, started_at, finished_at].map((time) => Date.parse(time ?? '') || 0));
}
