/** Workflows: their view, commands, and documents. */
import { type ExtensionContext, Uri } from 'vscode';
import { lazy } from '../../../common/lazy.ts';
import { idsExcept, registerLazily } from '../../shared/commands.ts';
import { DisposableStore } from '../../shared/disposable.ts';
import { commands } from '../../shared/generated/names.ts';
import { platform } from '../../shared/platform.ts';
import { unlistedCommands } from '../../shared/unlisted-commands.ts';
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
    const preferences = this.register(new WorkflowViewPreferences(memory));
    const bodies = this.register(new WebhookBodies(memory));
    this.documents = this.register(new WorkflowDocuments(accounts));
    this.tree = this.register(new WorkflowTree(accounts, preferences));
    const { sendWebhook, sendPayloadAgain, editPayload, savePayload, loadMoreVersions } = unlistedCommands;
    const unlisted = [sendWebhook, sendPayloadAgain, editPayload, savePayload, loadMoreVersions] as const;
    const ids = idsExcept(commands.workflows, 'copyLink', 'openDetails', 'openPanel', 'pin', 'unpin', 'watch');
    this.register(
      registerLazily([...ids, ...idsExcept(commands.versions), ...unlisted], async () =>
        (await import('./commands.ts')).workflowCommands(accounts, this, preferences, bodies),
      ),
    );
  }
}
