/** Workflows: their view, commands, and documents. */
import { type ExtensionContext, Uri } from 'vscode';
import { lazy } from '../../../common/lazy.ts';
import { idsExcept, registerLazily } from '../../shared/commands.ts';
import { DisposableStore } from '../../shared/disposable.ts';
import { earlierCommands } from '../../shared/earlier-commands.ts';
import { commands } from '../../shared/generated/names.ts';
import { platform } from '../../shared/platform.ts';
import type { Accounts } from '../session/accounts/accounts.ts';
import { WorkflowDocuments } from './documents.ts';
import type * as pick from './pick.ts';
import { WorkflowTree } from './tree.ts';
import { WorkflowViewPreferences } from './view-preferences.ts';
import { WebhookBodies } from './webhook/bodies.ts';
import type { PayloadStore } from './webhook/payloads.ts';

export { workflowStatusText } from './appearance.ts';
export type { Payload } from './webhook/payloads.ts';

/** Commands and pickers are loaded when the first of them is used. */
export const loadWorkflowHandlers = async () => (await import('./commands.ts')).workflowHandlers;
export const pickWorkflow = async (...args: Parameters<typeof pick.pickWorkflow>) =>
  (await import('./pick.ts')).pickWorkflow(...args);
export const pickWorkflowId = async (...args: Parameters<typeof pick.pickWorkflowId>) =>
  (await import('./pick.ts')).pickWorkflowId(...args);

/** Loaded when the first schedule is shown, because it needs the library that explains cron expressions. */
export const loadSchedules = () => import('./schedule.ts');

export class Workflows extends DisposableStore {
  readonly documents: WorkflowDocuments;
  readonly tree: WorkflowTree;

  /** What was sent to webhooks from here. */
  readonly payloads: () => Promise<PayloadStore>;

  /** @param context its workspace state stores the filter, the sort order, favorites, and webhook bodies */
  constructor(accounts: Accounts, context: Pick<ExtensionContext, 'workspaceState' | 'globalStorageUri'>) {
    super();
    const { workspaceState: memory, globalStorageUri } = context;
    this.payloads = lazy(async () => {
      const { PayloadStore } = await import('./webhook/payloads.ts');
      return new PayloadStore(await platform().folder(Uri.joinPath(globalStorageUri, 'payloads')));
    });
    const preferences = this.own(new WorkflowViewPreferences(memory));
    const bodies = this.own(new WebhookBodies(memory));
    this.documents = this.own(new WorkflowDocuments(accounts));
    this.tree = this.own(new WorkflowTree(accounts, preferences));
    const ids = idsExcept(commands.workflows, 'copyLink', 'openDetails', 'openPanel', 'pin', 'unpin', 'watch');
    this.own(
      registerLazily([...ids, earlierCommands.sendWebhook, ...idsExcept(commands.versions)], async () =>
        (await import('./commands.ts')).workflowCommands(accounts, this, preferences, bodies),
      ),
    );
  }
}
