import { type Disposable, l10n, type QuickPickItem, window } from 'vscode';
import type { WorkflowStatusChange } from '../api/index.ts';
import { copyText } from '../shared/clipboard.ts';
import { registerCommand } from '../shared/commands.ts';
import { commands, views } from '../shared/contract.ts';
import { oneLine } from '../shared/format.ts';
import { describeFailure } from '../shared/messages.ts';
import type { WorkflowEntry, WorkflowStore } from './store.ts';

export function registerWorkflowCommands(store: WorkflowStore): Disposable[] {
  return [
    registerCommand(commands.refreshWorkflows, () =>
      window.withProgress({ location: { viewId: views.workflows } }, () => store.refresh()),
    ),
    registerCommand(commands.enableWorkflow, (node, selection) => setStatus(store, 'enabled', node, selection)),
    registerCommand(commands.disableWorkflow, (node, selection) => setStatus(store, 'disabled', node, selection)),
    registerCommand(commands.copyWorkflowId, async (node) => {
      const entry = await one(store, node, l10n.t('Copy the ID of which workflow?'));
      if (entry) await copyText(entry.workflow.id, l10n.t('Workflow ID copied.'));
    }),
    registerCommand(commands.copyWebhookUrl, async (node) => {
      const entry = await one(store, node, l10n.t('Copy the webhook URL of which workflow?'));
      if (entry) await copyText(entry.workflow.webhook_url, l10n.t('Webhook URL copied.'));
    }),
  ];
}

/** The workflow of the tree row, or, from the palette, the one that the user picks. */
async function one(
  store: WorkflowStore,
  node: unknown,
  question: string,
  only?: (entry: WorkflowEntry) => boolean,
): Promise<WorkflowEntry | undefined> {
  if (typeof node === 'string') return store.get(node);
  await store.ensure();
  const entries = store.entries.filter((entry) => only?.(entry) ?? true);
  if (entries.length === 0) {
    void window.showInformationMessage(
      store.failure ? describeFailure(store.failure) : l10n.t('There is no such workflow.'),
    );
    return undefined;
  }
  const items = entries.map((entry): QuickPickItem & { entry: WorkflowEntry } => ({
    label: oneLine(entry.workflow.name),
    description: entry.details?.status ?? '',
    detail: oneLine(entry.workflow.id),
    entry,
  }));
  return (await window.showQuickPick(items, { placeHolder: question, matchOnDescription: true, matchOnDetail: true }))
    ?.entry;
}

async function setStatus(
  store: WorkflowStore,
  status: WorkflowStatusChange,
  node: unknown,
  selection: unknown,
): Promise<void> {
  const ids =
    Array.isArray(selection) && selection.length > 1 ? selection.filter((id) => typeof id === 'string') : undefined;
  const question = status === 'enabled' ? l10n.t('Enable which workflow?') : l10n.t('Disable which workflow?');
  const chosen = ids ?? [(await one(store, node, question, (entry) => entry.details?.status !== status))?.workflow.id];
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
