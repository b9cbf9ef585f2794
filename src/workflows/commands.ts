import { type Disposable, l10n } from 'vscode';
import type { WorkflowVersion } from '../api/index.ts';
import type { Accounts } from '../service/accounts.ts';
import type { ServiceSession } from '../service/session.ts';
import { sessionCommands } from '../service/session-commands.ts';
import type { WorkflowEntry } from '../service/workflow-store.ts';
import { withViewProgress } from '../shared/cancellable.ts';
import { copyText } from '../shared/clipboard.ts';
import { registerCommand } from '../shared/commands.ts';
import { oneLine } from '../shared/format.ts';
import { type Command, commands, views } from '../shared/generated/names.ts';
import { showInformation } from '../shared/notifications.ts';
import { versionLabel } from './appearance.ts';
import { changeStatus } from './change-status.ts';
import type { VersionName, WorkflowDocuments } from './documents.ts';
import { askForVersion, loadVersions, pickVersion, pickWorkflow } from './pick.ts';
import { workflowOf } from './rows.ts';
import { VersionRow, versionOf } from './version-rows.ts';
import type { WorkflowViewPreferences } from './view-preferences.ts';
import type { WebhookBodies } from './webhook/bodies.ts';

export function registerWorkflowCommands(
  accounts: Accounts,
  { tree, documents }: { readonly tree: { readonly selectedRow: unknown }; readonly documents: WorkflowDocuments },
  preferences: WorkflowViewPreferences,
  bodies: WebhookBodies,
): Disposable[] {
  const { onCommand, onRow } = sessionCommands(accounts, tree);
  const onWorkflow = workflowCommands(accounts, tree);
  const onVersion = (id: Command, placeHolder: string, run: (version: VersionName) => unknown) =>
    onRow(id, async (session, argument) => {
      const known = versionOf(argument);
      if (known !== undefined)
        return run({ id: known, display_name: session.versions.known(known)?.display_name ?? known });
      const picked = await pickVersion(session, argument, placeHolder);
      return picked && run(picked.version);
    });
  return [
    onCommand(commands.workflows.refresh, ({ workflows, versions, latest }) =>
      withViewProgress(views.workflows, async () => {
        versions.expire();
        await Promise.all([workflows.refresh(), latest.refresh()]);
      }),
    ),
    registerCommand(commands.workflows.stopLoading, () => accounts.session?.workflows.stop()),
    onRow(commands.workflows.enable, changeStatus('enabled'), 'changes'),
    onRow(commands.workflows.disable, changeStatus('disabled'), 'changes'),
    registerCommand(commands.workflows.sort, () => preferences.askSort(l10n.t('Sort workflows (favorites first)'))),
    registerCommand(commands.workflows.filter, () => preferences.pickFilter()),
    registerCommand(commands.workflows.clearFilter, () => preferences.setFilter({})),
    onWorkflow(
      commands.workflows.addFavorite,
      l10n.t('Select a workflow to add to favorites'),
      ({ workflow }) => preferences.setFavorite(workflow.id, true),
      'changes',
    ),
    onWorkflow(
      commands.workflows.removeFavorite,
      l10n.t('Select a workflow to remove from favorites'),
      ({ workflow }) => preferences.setFavorite(workflow.id, false),
      'changes',
    ),
    onWorkflow(commands.workflows.copyId, l10n.t('Select a workflow to copy its ID'), ({ workflow }) =>
      copyText(workflow.id, l10n.t('Workflow ID copied.')),
    ),
    onWorkflow(commands.workflows.copyWebhookUrl, l10n.t('Select a workflow to copy its webhook URL'), ({ workflow }) =>
      copyText(workflow.webhook_url, l10n.t('Webhook URL copied.')),
    ),
    onWorkflow(
      commands.workflows.copyWebhookAsCurl,
      l10n.t('Select a workflow to copy its webhook as curl'),
      async ({ workflow }) => {
        const { asCurl } = await import('./webhook/request.ts');
        await copyText(asCurl(workflow.webhook_url, bodies.read(workflow.id)), l10n.t('curl command copied.'));
      },
    ),
    onWorkflow(commands.workflows.editWebhookBody, l10n.t('Select a workflow to send to its webhook'), ({ workflow }) =>
      bodies.open(workflow.id, oneLine(workflow.name, 60)),
    ),
    onCommand(commands.workflows.sendWebhook, async (session) =>
      (await import('./webhook/send.ts')).sendOpenBody(session, documents, bodies),
    ),
    onRow(
      commands.versions.publish,
      async (session, row) => (await import('./publish.ts')).publishVersion(session, row),
      'changes',
    ),
    onVersion(commands.versions.open, l10n.t('Select a version to open'), (version) => documents.openVersion(version)),
    onVersion(commands.versions.copyId, l10n.t('Select a version to copy its ID'), ({ id }) =>
      copyText(id, l10n.t('Version ID copied.')),
    ),
    onRow(commands.versions.compare, (session, node, selection) => compare(session, documents, node, selection)),
    onCommand(commands.versions.loadMore, async ({ versions }, row) => {
      const workflow = workflowOf(row);
      if (workflow !== undefined) await withViewProgress(views.workflows, () => versions.loadMore(workflow));
    }),
  ];
}

/** Returns a function that registers a command on a workflow: that of the row, or the user's choice. */
export function workflowCommands(accounts: Accounts, tree: { readonly selectedRow: unknown }) {
  const { onRow } = sessionCommands(accounts, tree);
  return (id: Command, placeHolder: string, run: (entry: WorkflowEntry) => unknown, effect?: 'changes') =>
    onRow(
      id,
      async (session, row) => {
        const entry = await pickWorkflow(session, row, placeHolder);
        if (entry) await run(entry);
      },
      effect,
    );
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
  const entry = await pickWorkflow(session, argument, l10n.t('Select a workflow to compare two of its versions'));
  if (!entry) return [];
  const { id } = entry.workflow;
  await loadVersions(session, id);
  const known = session.versions.versions(id);
  const active = session.workflows.get(id)?.details?.active_version_id;
  const wanted = versionOf(argument) ?? active;
  const first = known.find((one) => one.id === wanted) ?? known[0];
  if (first === undefined || known.length < 2) {
    void showInformation(l10n.t('This workflow has fewer than two versions.'));
    return [];
  }
  const placeHolder = l10n.t('Select a version to compare with {0}', versionLabel(first));
  const second = await askForVersion(session, id, placeHolder, first.id);
  return second ? [first, second] : [];
}
