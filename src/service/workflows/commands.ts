import { l10n } from 'vscode';
import { withViewProgress } from '../../shared/cancellable.ts';
import { commands, views } from '../../shared/generated/names.ts';
import { knownValue } from '../../shared/knowledge.ts';
import { AskForRow, type SelectedRow } from '../../shared/list/row-commands.ts';
import { whyMissing } from '../../shared/list/unreadable.ts';
import { copyText, showInformation } from '../../shared/notifications.ts';
import { unlistedCommands } from '../../shared/unlisted-commands.ts';
import type { WorkflowVersion } from '../api/index.ts';
import type { Accounts } from '../session/accounts/accounts.ts';
import type { ServiceSession } from '../session/session.ts';
import { sessionCommands } from '../session/session-commands.ts';
import type { WorkflowEntry } from '../session/workflows/workflow-store.ts';
import { versionLabel } from './appearance.ts';
import { changeStatus } from './change-status.ts';
import type { VersionName, WorkflowDocuments } from './documents.ts';
import { askForVersion, loadVersions, pickVersion, pickWorkflow } from './pick.ts';
import { workflowOf } from './rows.ts';
import { VersionRow, versionOf } from './version-rows.ts';
import type { WorkflowViewPreferences } from './view-preferences.ts';
import type { WebhookBodies } from './webhook/bodies.ts';
import type { PayloadStore } from './webhook/payloads.ts';

export function workflowCommands(
  accounts: Accounts,
  feature: {
    readonly tree: SelectedRow;
    readonly documents: WorkflowDocuments;
    readonly payloads: () => Promise<PayloadStore>;
  },
  preferences: WorkflowViewPreferences,
  bodies: WebhookBodies,
) {
  const { tree, documents, payloads } = feature;
  const webhook = { documents, bodies, payloads };
  const onPayload = (action: 'sendAgain' | 'editPayload' | 'savePayload') =>
    onRow(async (session, argument) => {
      const payloadCommands = await import('./webhook/payload-commands.ts');
      await payloadCommands.withPayload(session, webhook, argument, payloadCommands[action]);
    });
  const { onCommand, onRow } = sessionCommands(accounts, tree);
  const send = onRow(async (session, row) =>
    (await import('./webhook/payload-commands.ts')).sendToWebhook(session, webhook, row),
  );
  const onWorkflow = workflowHandlers(accounts, tree);
  const onVersion = (placeHolder: string, run: (version: VersionName) => unknown) =>
    onRow(async (session, argument) => {
      const known = versionOf(argument);
      if (known !== undefined)
        return run({ id: known, display_name: session.versions.known(known)?.display_name ?? known });
      const picked = await pickVersion(session, argument, placeHolder);
      return picked && run(picked.version);
    });
  return {
    [commands.workflows.refresh]: onCommand(({ workflows, versions, latest }) =>
      withViewProgress(views.workflows, async () => {
        versions.expire();
        await Promise.all([workflows.refresh(), latest.refresh()]);
      }),
    ),
    [commands.workflows.stopLoading]: () => accounts.session?.workflows.stop(),
    [commands.workflows.enable]: onRow(changeStatus('enabled'), 'changes'),
    [commands.workflows.disable]: onRow(changeStatus('disabled'), 'changes'),
    [commands.workflows.sort]: () => preferences.askSort(l10n.t('Sort workflows (favorites first)')),
    [commands.workflows.filter]: () => preferences.pickFilter(),
    [commands.workflows.clearFilter]: () => preferences.setFilter({}),
    [commands.workflows.addFavorite]: onWorkflow(
      l10n.t('Select a workflow to add to favorites'),
      ({ workflow }) => preferences.setFavorite(workflow.id, true),
      'changes',
    ),
    [commands.workflows.removeFavorite]: onWorkflow(
      l10n.t('Select a workflow to remove from favorites'),
      ({ workflow }) => preferences.setFavorite(workflow.id, false),
      'changes',
    ),
    [commands.workflows.copyId]: onWorkflow(l10n.t('Select a workflow to copy its ID'), ({ workflow }) =>
      copyText(workflow.id, l10n.t('Workflow ID copied.')),
    ),
    [commands.workflows.copyWebhookUrl]: onWorkflow(
      l10n.t('Select a workflow to copy its webhook URL'),
      ({ workflow }) => copyText(workflow.webhook_url, l10n.t('Webhook URL copied.')),
    ),
    [commands.workflows.copyWebhookAsCurl]: onWorkflow(
      l10n.t('Select a workflow to copy its webhook as curl'),
      async ({ workflow }) => {
        const { asCurl } = await import('./webhook/request.ts');
        await copyText(asCurl(workflow.webhook_url, bodies.read(workflow.id)), l10n.t('curl command copied.'));
      },
    ),
    [commands.workflows.editWebhookBody]: send,
    [unlistedCommands.sendWebhook]: send,
    [unlistedCommands.sendPayloadAgain]: onPayload('sendAgain'),
    [unlistedCommands.editPayload]: onPayload('editPayload'),
    [unlistedCommands.savePayload]: onPayload('savePayload'),
    [commands.workflows.deletePayloads]: async () =>
      (await import('./webhook/payload-commands.ts')).deletePayloads(webhook),
    [commands.versions.publish]: onRow(
      async (session, row) => (await import('./publish.ts')).publishVersion(session, row),
      'changes',
    ),
    [commands.versions.open]: onVersion(l10n.t('Select a version to open'), (version) =>
      documents.openVersion(version),
    ),
    [commands.versions.copyId]: onVersion(l10n.t('Select a version to copy its ID'), ({ id }) =>
      copyText(id, l10n.t('Version ID copied.')),
    ),
    [commands.versions.compare]: onRow((session, node, selection) => compare(session, documents, node, selection)),
    [unlistedCommands.loadMoreVersions]: onCommand(async ({ versions }, row) => {
      const workflow = workflowOf(row);
      if (workflow !== undefined) await withViewProgress(views.workflows, () => versions.loadMore(workflow));
    }),
  };
}

/** Returns a function that makes the handler of a command on a workflow: that of the row, or the user's choice. */
export function workflowHandlers(accounts: Accounts, tree: SelectedRow) {
  const { onRow } = sessionCommands(accounts, tree);
  return (placeHolder: string, run: (entry: WorkflowEntry) => unknown, effect?: 'changes') =>
    onRow(async (session, row) => {
      const entry = await pickWorkflow(session, row, placeHolder);
      if (entry) await run(entry);
    }, effect);
}

/** Compares two selected versions; otherwise the row's version, or the active one, with a picked version. */
async function compare(
  session: ServiceSession,
  documents: WorkflowDocuments,
  argument: unknown,
  selection: unknown,
): Promise<void> {
  const selected = (Array.isArray(selection) ? selection : []).flatMap((row): WorkflowVersion[] =>
    row instanceof VersionRow && row.record ? [row.record] : [],
  );
  const [left, right] = selected.length === 2 ? selected : await pickVersionPair(session, argument);
  if (!left || !right) return;
  await (left.revision <= right.revision
    ? documents.compareVersions(left, right)
    : documents.compareVersions(right, left));
}

async function pickVersionPair(session: ServiceSession, argument: unknown): Promise<readonly WorkflowVersion[]> {
  const selected = argument instanceof AskForRow && argument.first instanceof VersionRow ? argument.first : argument;
  const entry = await pickWorkflow(session, selected, l10n.t('Select a workflow to compare two of its versions'));
  if (!entry) return [];
  const { id } = entry.workflow;
  await loadVersions(session, id);
  const known = session.versions.versions(id);
  const active = knownValue(session.workflows.activeVersion(id));
  const wanted = versionOf(selected) ?? active;
  const first = known.find((one) => one.id === wanted) ?? known[0];
  if (first === undefined || known.length < 2) {
    const unreadable = session.versions.unreadable(id);
    void showInformation(whyMissing({ unreadable }, l10n.t('This workflow has fewer than two versions.')));
    return [];
  }
  const placeHolder = l10n.t('Select a version to compare with {0}', versionLabel(first));
  const second = await askForVersion(session, id, placeHolder, { except: first.id });
  return second ? [first, second] : [];
}
