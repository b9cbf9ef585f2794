/** Workflows: their view, commands, versions, and documents, and the feed of their runs. */
import type { Memento } from 'vscode';
import type { Connection } from '../account/index.ts';
import { DisposableStore } from '../shared/disposable.ts';
import { registerWorkflowCommands } from './commands.ts';
import { WorkflowDocuments } from './documents.ts';
import { LatestRuns } from './latest-runs.ts';
import { RunFeed } from './run-feed.ts';
import { WorkflowStore } from './store.ts';
import { WorkflowTree } from './tree.ts';
import { VersionStore } from './versions.ts';
import { WorkflowViewPreferences } from './view-preferences.ts';
import { WebhookBodies } from './webhook/bodies.ts';

export { workflowStatusText } from './appearance.ts';
export type { LatestRuns } from './latest-runs.ts';
export { pickWorkflow, pickWorkflowId } from './pick.ts';
export type { ReceivedRuns, RunFeed, RunPage } from './run-feed.ts';
export type { WorkflowStore } from './store.ts';

/** Loaded when the first schedule is shown, because it needs the library that explains cron expressions. */
export const loadSchedules = () => import('./schedule.ts');

export class Workflows extends DisposableStore {
  readonly store: WorkflowStore;
  readonly versions: VersionStore;
  /** Requests all pages of runs. */
  readonly feed: RunFeed;
  readonly latest: LatestRuns;
  readonly documents: WorkflowDocuments;
  readonly tree: WorkflowTree;

  /** @param memory workspace state: stores the filter, the sort order, favorites, and webhook bodies */
  constructor(connection: Connection, memory: Memento) {
    super();
    const preferences = this.own(new WorkflowViewPreferences(memory));
    const bodies = this.own(new WebhookBodies(memory));
    this.store = this.own(new WorkflowStore(connection));
    this.versions = this.own(new VersionStore(connection));
    this.feed = this.own(new RunFeed(connection));
    this.latest = this.own(new LatestRuns(connection, this.feed));
    this.documents = this.own(new WorkflowDocuments(this.versions));
    const { store, versions, latest, documents } = this;
    const data = { connection, store, versions, latest, preferences };
    this.tree = this.own(new WorkflowTree(data));
    this.ownAll(...registerWorkflowCommands({ ...data, tree: this.tree, documents, bodies }));
  }
}
