import { type Disposable, l10n, window } from 'vscode';
import type { WorkflowStatusChange } from '../api/index.ts';
import { copyText } from '../shared/clipboard.ts';
import { registerCommand } from '../shared/commands.ts';
import { type Command, commands, views } from '../shared/contract.ts';
import { oneLine } from '../shared/format.ts';
import { describeFailure } from '../shared/messages.ts';
import { compareVersions, openVersion } from './documents.ts';
import { asNode, pickVersion, pickWorkflow } from './pick.ts';
import { publishVersion } from './publish.ts';
import type { WorkflowStore } from './store.ts';
import type { VersionStore } from './versions.ts';

export function registerWorkflowCommands(store: WorkflowStore, versions: VersionStore): Disposable[] {
  const inView = <T>(work: () => Promise<T>) => window.withProgress({ location: { viewId: views.workflows } }, work);
  const onVersion = (id: Command, question: string, run: (version: { id: string; display_name: string }) => unknown) =>
    registerCommand(id, async (node) => {
      const picked = await pickVersion(store, versions, node, question);
      if (picked) await run(picked.version);
    });
  return [
    registerCommand(commands.refreshWorkflows, () => inView(() => store.refresh())),
    registerCommand(commands.enableWorkflow, (node, selection) => setStatus(store, 'enabled', node, selection)),
    registerCommand(commands.disableWorkflow, (node, selection) => setStatus(store, 'disabled', node, selection)),
    registerCommand(commands.copyWorkflowId, async (node) => {
      const entry = await pickWorkflow(store, node, l10n.t('Copy the ID of which workflow?'));
      if (entry) await copyText(entry.workflow.id, l10n.t('Workflow ID copied.'));
    }),
    registerCommand(commands.copyWebhookUrl, async (node) => {
      const entry = await pickWorkflow(store, node, l10n.t('Copy the webhook URL of which workflow?'));
      if (entry) await copyText(entry.workflow.webhook_url, l10n.t('Webhook URL copied.'));
    }),
    registerCommand(commands.publishVersion, (node) => publishVersion(store, versions, node)),
    onVersion(commands.openVersion, l10n.t('Open which version?'), openVersion),
    onVersion(commands.copyVersionId, l10n.t('Copy the ID of which version?'), ({ id }) =>
      copyText(id, l10n.t('Version ID copied.')),
    ),
    registerCommand(commands.compareVersions, (node, selection) => compare(store, versions, node, selection)),
    registerCommand(commands.loadMoreVersions, async (argument) => {
      const node = asNode(argument);
      if (node?.kind === 'more') await inView(() => versions.loadMore(node.workflow));
    }),
  ];
}

/** Two selected versions, or one and another that the user picks. */
async function compare(store: WorkflowStore, versions: VersionStore, node: unknown, selection: unknown): Promise<void> {
  const selected = (Array.isArray(selection) ? selection : []).map(asNode).filter((one) => one?.kind === 'version');
  const [first, second] = selected.length === 2 ? selected.map((one) => one?.version) : [];
  const left = first ?? (await pickVersion(store, versions, node, l10n.t('Compare which version?')))?.version;
  if (!left) return;
  const workflow = asNode(node);
  const sibling = workflow && workflow.kind !== 'workflow' ? { kind: 'workflow', id: workflow.workflow } : workflow;
  const right = second ?? (await pickVersion(store, versions, sibling, l10n.t('Compare with which version?')))?.version;
  if (right) await (left.revision <= right.revision ? compareVersions(left, right) : compareVersions(right, left));
}

async function setStatus(
  store: WorkflowStore,
  status: WorkflowStatusChange,
  argument: unknown,
  selection: unknown,
): Promise<void> {
  const several = (Array.isArray(selection) ? selection : []).map(asNode).filter((node) => node?.kind === 'workflow');
  const question = status === 'enabled' ? l10n.t('Enable which workflow?') : l10n.t('Disable which workflow?');
  const one = async () =>
    (await pickWorkflow(store, argument, question, (entry) => entry.details?.status !== status))?.workflow.id;
  const chosen = several.length > 1 ? several.map((node) => node?.id) : [await one()];
  await window.withProgress({ location: { viewId: views.workflows } }, async () => {
    for (const id of chosen) if (id !== undefined) await change(store, id, status);
  });
}

async function change(store: WorkflowStore, id: string, status: WorkflowStatusChange): Promise<void> {
  const name = oneLine(store.get(id)?.workflow.name ?? id);
  try {
    await store.setStatus(id, status);
  } catch (error) {
    const what =
      status === 'enabled' ? l10n.t('"{0}" could not be enabled.', name) : l10n.t('"{0}" could not be disabled.', name);
    void window.showErrorMessage(`${what} ${describeFailure(error)}`);
    void store.refresh();
  }
}
