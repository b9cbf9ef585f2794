/** Enables and disables workflows. Changes are shown immediately, and reverted if the service rejects them. */
import { l10n } from 'vscode';
import { withViewProgress } from '../../shared/cancellable.ts';
import { offerUndo } from '../../shared/editing/undo.ts';
import { views } from '../../shared/generated/names.ts';
import { log } from '../../shared/log.ts';
import { showError, showWarning } from '../../shared/notifications.ts';
import { describeFailure, failureFacts } from '../../shared/text/failure-text.ts';
import { withMessage } from '../api/errors/error-text.ts';
import type { WorkflowStatusChange } from '../api/index.ts';
import type { ServiceSession } from '../session/session.ts';
import type { WorkflowEntry } from '../session/workflows/workflow-store.ts';
import { pickWorkflow } from './pick.ts';
import { WorkflowRow } from './rows.ts';

/** Returns a command handler, which is called with the row and the selected rows. */
export function changeStatus(status: WorkflowStatusChange) {
  return async (session: ServiceSession, argument: unknown, selection: unknown): Promise<void> => {
    const several = (Array.isArray(selection) ? selection : []).filter((one) => one instanceof WorkflowRow);
    // Skips workflows that already have the status.
    const changes = (entry: WorkflowEntry | undefined) => entry?.details?.status !== status;
    if (several.length > 1) {
      const chosen = several.map(({ id }) => id).filter((id) => changes(session.workflows.get(id)));
      await apply(session, status, chosen);
      return;
    }
    const placeHolder =
      status === 'enabled' ? l10n.t('Select a workflow to enable') : l10n.t('Select a workflow to disable');
    const entry = await pickWorkflow(session, argument, placeHolder, changes);
    if (entry) await apply(session, status, [entry.workflow.id]);
  };
}

/** Returns false if a workflow couldn't be changed. */
async function apply(
  session: ServiceSession,
  status: WorkflowStatusChange,
  chosen: readonly string[],
  isUndo = false,
): Promise<boolean> {
  const { workflows: store, signal } = session;
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
  // Nothing is told about an account that the user has left.
  if (signal.aborted) return false;
  const [first] = done;
  if (first !== undefined) {
    const summary = changed(status, store.nameOf(first, 60), done.length);
    const text = withMessage(summary, done.length === 1 ? message : null);
    const undo = () => {
      session.throwIfEnded();
      return undoChange(session, status, done);
    };
    // An enabled workflow runs on its schedule, and the spec doesn't say what stops when it's disabled.
    if (!isUndo) void offerUndo(text, undo);
  }
  if (refused.size === 0) return true;
  for (const [reason, names] of refused) void showError(`${refusal(status, names)} ${reason}`);
  // Refreshes the list, because a workflow may have been deleted.
  void store.refresh();
  return false;
}

/** Doesn't overwrite a status that someone else has changed since. */
async function undoChange(session: ServiceSession, status: WorkflowStatusChange, ids: readonly string[]) {
  const { workflows } = session;
  const unchanged: string[] = [];
  const changed: string[] = [];
  /** A workflow may have been deleted, which doesn't keep the others from being undone. */
  const unknown: [id: string, problem: unknown][] = [];
  await Promise.all(
    ids.map(async (id) => {
      try {
        const details = await workflows.reloadDetail(id);
        (details.status === status ? unchanged : changed).push(id);
      } catch (problem) {
        unknown.push([id, problem]);
      }
    }),
  );
  for (const id of changed.slice(0, 1))
    void showWarning(l10n.t('"{0}" was changed in the meantime, so its status is kept.', workflows.nameOf(id, 60)));
  for (const [id, problem] of unknown.slice(0, 1))
    void showWarning(
      l10n.t(
        'The status of "{0}" isn\'t known, so it is kept. {1}',
        workflows.nameOf(id, 60),
        describeFailure(problem),
      ),
    );
  if (unchanged.length === 0) return false;
  const isUndone = await apply(session, status === 'enabled' ? 'disabled' : 'enabled', unchanged, true);
  return isUndone && unchanged.length === ids.length;
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
