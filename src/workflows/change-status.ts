/** Enables and disables workflows. Changes are shown immediately, and reverted if the service rejects them. */
import { l10n } from 'vscode';
import { ConnectionChangedError } from '../account/index.ts';
import type { WorkflowStatusChange } from '../api/index.ts';
import { withViewProgress } from '../shared/cancellable.ts';
import { views } from '../shared/contract.ts';
import { log } from '../shared/log.ts';
import { describeFailure, failureFacts, withMessage } from '../shared/messages.ts';
import { showError, showInformation, showStatus } from '../shared/notifications.ts';
import { asNode, workflowOf } from './nodes.ts';
import { pickWorkflow } from './pick.ts';
import type { WorkflowServices } from './services.ts';
import type { WorkflowEntry, WorkflowStore } from './store.ts';

/** Returns a command handler, which is called with the row and the selected rows. */
export function changeStatus({ store }: Pick<WorkflowServices, 'store'>, status: WorkflowStatusChange) {
  return async (argument: unknown, selection: unknown): Promise<void> => {
    const several = (Array.isArray(selection) ? selection : []).map(asNode).filter((one) => one?.kind === 'workflow');
    // Skips workflows that already have the status.
    const changes = (entry: WorkflowEntry | undefined) => entry?.details?.status !== status;
    if (several.length > 1)
      return apply(
        store,
        status,
        several.map(workflowOf).filter((id) => changes(store.get(id))),
      );
    const placeHolder =
      status === 'enabled' ? l10n.t('Select a workflow to enable') : l10n.t('Select a workflow to disable');
    const entry = await pickWorkflow(store, argument, placeHolder, changes);
    if (entry) await apply(store, status, [entry.workflow.id]);
  };
}

async function apply(store: WorkflowStore, status: WorkflowStatusChange, chosen: readonly string[]): Promise<void> {
  const isCurrent = store.generationGuard();
  const done: string[] = [];
  let message: string | null = null;
  /** Names of the workflows that couldn't be changed, by reason. */
  const refused = new Map<string, string[]>();
  await withViewProgress(views.workflows, () =>
    Promise.all(
      chosen.map(async (id) => {
        const name = store.nameOf(id, 60);
        try {
          message = await store.setStatus(id, status);
          done.push(id);
        } catch (error) {
          log().error(`Changing the status of ${id}: ${failureFacts(error)}`);
          const reason = describeFailure(error);
          refused.set(reason, [...(refused.get(reason) ?? []), name]);
        }
      }),
    ),
  );
  const [first] = done;
  if (first !== undefined) {
    const summary = changed(status, store.nameOf(first, 60), done.length);
    const text = withMessage(summary, done.length === 1 ? message : null);
    const undo = l10n.t('Undo');
    if (status === 'enabled') showStatus(text);
    // Offers Undo, because the triggers of disabled workflows no longer start them.
    else
      void showInformation(text, undo).then((chosen) => {
        if (chosen !== undo) return;
        if (isCurrent()) void apply(store, 'enabled', done);
        else void showError(new ConnectionChangedError().message);
      });
  }
  if (refused.size === 0) return;
  for (const [reason, names] of refused) void showError(`${refusal(status, names)} ${reason}`);
  // Refreshes the list, because a workflow may have been deleted.
  void store.refresh();
}

/** @param name of the first workflow @param count number of workflows */
function changed(status: WorkflowStatusChange, name: string, count: number): string {
  if (count === 1) return status === 'enabled' ? l10n.t('Enabled "{0}".', name) : l10n.t('Disabled "{0}".', name);
  return status === 'enabled' ? l10n.t('Enabled {0} workflows.', count) : l10n.t('Disabled {0} workflows.', count);
}

/** Returns one message for all workflows with the same reason. */
function refusal(status: WorkflowStatusChange, names: readonly string[]): string {
  const [name = ''] = names;
  if (names.length === 1)
    return status === 'enabled' ? l10n.t(`Couldn't enable "{0}".`, name) : l10n.t(`Couldn't disable "{0}".`, name);
  return status === 'enabled'
    ? l10n.t(`Couldn't enable {0} workflows ("{1}" and others).`, names.length, name)
    : l10n.t(`Couldn't disable {0} workflows ("{1}" and others).`, names.length, name);
}
