/** What the view and the commands of workflows share. */
import type { Connection } from '../account/index.ts';
import type { WorkflowDocuments } from './documents.ts';
import type { LatestRuns } from './latest-runs.ts';
import type { WorkflowNode } from './nodes.ts';
import type { WorkflowStore } from './store.ts';
import type { VersionStore } from './versions.ts';
import type { WorkflowViewPreferences } from './view-preferences.ts';
import type { WebhookBodies } from './webhook/bodies.ts';

export interface WorkflowData {
  readonly connection: Connection;
  readonly store: WorkflowStore;
  readonly versions: VersionStore;
  readonly latest: LatestRuns;
  readonly preferences: WorkflowViewPreferences;
}

export interface WorkflowServices extends WorkflowData {
  /** The view. */
  readonly tree: { readonly selectedRow: WorkflowNode | undefined };
  readonly documents: WorkflowDocuments;
  readonly bodies: WebhookBodies;
}
