/** Dependencies of the workflow commands. */
import type { WorkflowDocuments } from './documents.ts';
import type { LatestRuns } from './latest-runs.ts';
import type { WorkflowStore } from './store.ts';
import type { WorkflowTree } from './tree.ts';
import type { VersionStore } from './versions.ts';
import type { WorkflowViewPreferences } from './view-preferences.ts';
import type { WebhookBodies } from './webhook/bodies.ts';

export interface WorkflowServices {
  readonly store: WorkflowStore;
  readonly tree: WorkflowTree;
  readonly versions: VersionStore;
  readonly latest: LatestRuns;
  readonly preferences: WorkflowViewPreferences;
  readonly documents: WorkflowDocuments;
  readonly bodies: WebhookBodies;
}
