/** Runs: their view, commands, and documents, and the workflows that are watched. */
import type { Memento } from 'vscode';
import type { Connection } from '../account/index.ts';
import { DisposableStore } from '../shared/disposable.ts';
import type { Workflows } from '../workflows/index.ts';
import { registerRunCommands } from './commands.ts';
import { RunDocuments } from './documents.ts';
import { RunViewPreferences } from './filter.ts';
import { refreshRuns } from './run-refresher.ts';
import { RunStore } from './store.ts';
import { RunTree } from './tree.ts';
import { failureBadge } from './watching/badge.ts';
import { Notifier } from './watching/notifier.ts';
import { PinnedWorkflowStatus } from './watching/pinned.ts';
import { WatchList } from './watching/watch-list.ts';

export { runOf } from './nodes.ts';
export { pickRun } from './pick.ts';

export class Runs extends DisposableStore {
  readonly store: RunStore;
  readonly tree: RunTree;
  readonly documents: RunDocuments;
  readonly watched: WatchList;
  readonly pinned: PinnedWorkflowStatus;
  readonly notifier: Notifier;

  /** @param memory workspace state: stores the filter, the watched workflows, and when failures were last seen */
  constructor(connection: Connection, workflows: Workflows, memory: Memento) {
    super();
    const preferences = this.own(new RunViewPreferences(memory));
    const store = this.own(new RunStore(connection, workflows.feed, preferences.filter));
    this.own(
      preferences.onDidChange(() => {
        store.filter = preferences.filter;
      }),
    );
    this.store = store;
    this.tree = this.own(new RunTree(store, workflows.store, connection));
    this.documents = this.own(new RunDocuments(store));
    this.watched = this.own(new WatchList(memory));
    this.notifier = this.own(new Notifier(workflows, this.watched, connection));
    const { tree, documents, watched, notifier } = this;
    this.pinned = this.own(new PinnedWorkflowStatus(workflows, watched));
    this.ownAll(
      failureBadge(tree.view, workflows.feed, memory, connection),
      refreshRuns({
        connection,
        runs: store,
        runsTree: tree,
        latest: workflows.latest,
        workflows: workflows.store,
        workflowsView: workflows.tree.view,
        watched,
        notifier,
      }),
    );
    workflows.tree.showWatched((id) => watched.modeOf(id) !== undefined, watched.onDidChange);
    this.ownAll(...registerRunCommands({ store, tree, workflows, documents, preferences, watched }));
  }
}
