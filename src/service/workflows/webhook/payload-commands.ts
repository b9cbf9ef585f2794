/** What is sent to webhooks: new payloads, and kept ones, which can also be edited, saved as files, and deleted. */
import {
  l10n,
  type QuickPickItem,
  QuickPickItemKind,
  Range,
  ThemeIcon,
  WorkspaceEdit,
  window,
  workspace,
} from 'vscode';
import { runAction } from '../../../shared/commands.ts';
import { inWorkspace } from '../../../shared/editing/files.ts';
import { commands } from '../../../shared/generated/names.ts';
import { confirm, showInformation, showStatus } from '../../../shared/notifications.ts';
import { byteSize, inert, oneLine, shortTime } from '../../../shared/text/format.ts';
import { referenceOf } from '../../session/references.ts';
import type { ServiceSession } from '../../session/session.ts';
import { pickWorkflow } from '../pick.ts';
import { workflowOf } from '../rows.ts';
import { bodyScheme } from './bodies.ts';
import { type Payload, type PayloadStore, unreadPayloads } from './payloads.ts';
import { sendBody, type WebhookServices } from './send.ts';

const buttons = {
  edit: { iconPath: new ThemeIcon('edit'), tooltip: l10n.t('Edit and Send') },
  save: { iconPath: new ThemeIcon('save-as'), tooltip: l10n.t('Save as File') },
  delete: { iconPath: new ThemeIcon('trash'), tooltip: l10n.t('Delete') },
};

type Action = (session: ServiceSession, services: WebhookServices, payload: Payload) => Promise<void>;

/** Sends a payload again, after a confirmation. */
export const sendAgain: Action = (session, services, payload) =>
  sendBody(session, services, payload.workflow, payload.body, undefined, payload);

/** Opens the body in the document of the workflow's webhook. Undo brings back the text before. */
export const editPayload: Action = async ({ workflows }, { bodies }, { workflow, body }) => {
  const document = await bodies.open(workflow, workflows.nameOf(workflow, 60));
  const edit = new WorkspaceEdit();
  edit.replace(document.uri, document.validateRange(new Range(0, 0, document.lineCount, 0)), body);
  await workspace.applyEdit(edit);
};

export const savePayload: Action = async (_session, _services, { body, at }) => {
  const time = new Date(at).toISOString().slice(0, 19).replaceAll(':', '-');
  const target = await window.showSaveDialog({
    title: l10n.t('Save Payload'),
    filters: { JSON: ['json'] },
    ...inWorkspace(`payload-${time}.json`),
  });
  if (!target) return;
  await workspace.fs.writeFile(target, new TextEncoder().encode(body));
  showStatus(l10n.t('Payload saved.'));
};

/** Deletes the payloads of all connections after a confirmation. */
export async function deletePayloads({ payloads }: WebhookServices): Promise<void> {
  const detail = l10n.t("This deletes the payloads of all connections from this computer. You can't undo it.");
  if (!(await confirm(l10n.t('Delete all kept payloads?'), l10n.t('Delete'), detail))) return;
  await (await payloads()).deleteAll();
  showStatus(l10n.t('Deleted all kept payloads.'));
}

/** Runs an action on the payload that started a run; otherwise asks what to send. */
export async function withPayload(
  session: ServiceSession,
  services: WebhookServices,
  argument: unknown,
  action: Action,
): Promise<void> {
  const reference = referenceOf(argument);
  if (reference?.kind !== 'run') return sendToWebhook(session, services, argument);
  const payload = await (await services.payloads()).ofRun(session.credentials.id, reference.id);
  if (payload.kind === 'known') return action(session, services, payload.value);
  void showInformation(
    payload.kind === 'none'
      ? l10n.t("This run's payload isn't kept: it wasn't sent from here, or was deleted.")
      : l10n.t("It isn't known whether this run's payload is kept. {0}", payload.why ?? ''),
  );
}

/**
 * Sends the body in the editor, unless a workflow is given. Otherwise asks for one, and what to send to its webhook: a
 * kept payload, again or edited, or a new one.
 */
export async function sendToWebhook(
  session: ServiceSession,
  services: WebhookServices,
  argument: unknown,
): Promise<void> {
  const document = window.activeTextEditor?.document;
  if (document?.uri.scheme === bodyScheme && workflowOf(argument) === undefined) {
    const save = async () => {
      if (document.isDirty) await document.save();
    };
    return sendBody(session, services, document.uri.query, document.getText(), save);
  }
  const entry = await pickWorkflow(session, argument, l10n.t('Select a workflow to send to its webhook'));
  if (!entry) return;
  const { id, name } = entry.workflow;
  const chosen = await choosePayload(session, await services.payloads(), id);
  if (chosen === 'new') await services.bodies.open(id, oneLine(name, 60));
  else if (chosen === 'deleteAll') await deletePayloads(services);
  else if (chosen) await chosen.action(session, services, chosen.payload);
}

interface Item extends QuickPickItem {
  /** Absent for a heading. */
  readonly chosen?: Chosen;
}

type Chosen = { readonly payload: Payload; readonly action: Action } | 'new' | 'deleteAll';

/** Asks only if there are kept payloads, or files that can't be read. The list stays open after deleting. */
async function choosePayload(
  { credentials, workflows, token }: ServiceSession,
  store: PayloadStore,
  workflow: string,
): Promise<Chosen | undefined> {
  const load = async (): Promise<Item[]> => {
    const { payloads, unread } = await store.list(credentials.id, workflow);
    return [
      { label: l10n.t('$(add) New Payload…'), alwaysShow: true, chosen: 'new' },
      ...payloads.map(itemOf),
      ...(unread === 0 ? [] : [{ label: unreadPayloads(unread), kind: QuickPickItemKind.Separator }]),
      { label: l10n.t('$(trash) Delete All Kept Payloads…'), alwaysShow: true, chosen: 'deleteAll' },
    ];
  };
  const items = await load();
  if (items.length === 2) return 'new';
  const pick = window.createQuickPick<Item>();
  pick.title = l10n.t('Send to the Webhook of {0}', inert(workflows.nameOf(workflow, 60)));
  pick.placeholder = l10n.t('Select a payload to send again (kept only on this computer, with any secrets in it)');
  pick.matchOnDescription = true;
  pick.matchOnDetail = true;
  pick.items = items;
  return new Promise((resolve) => {
    const finish = (chosen: Chosen | undefined) => {
      resolve(chosen);
      pick.hide();
    };
    const remove = async (payload: Payload) => {
      await store.delete(payload);
      pick.items = await load();
    };
    pick.onDidTriggerItemButton(({ item: { chosen }, button }) => {
      if (typeof chosen !== 'object') return;
      const { payload } = chosen;
      if (button === buttons.delete) void runAction(commands.workflows.editWebhookBody, () => remove(payload));
      else finish({ payload, action: button === buttons.edit ? editPayload : savePayload });
    });
    pick.onDidAccept(() => finish(pick.selectedItems[0]?.chosen));
    const ended = token.onCancellationRequested(() => pick.hide());
    pick.onDidHide(() => {
      resolve(undefined);
      ended.dispose();
      pick.dispose();
    });
    pick.show();
  });
}

function itemOf(payload: Payload): Item {
  const { at, status, body, run, isProbable } = payload;
  const size = byteSize(new TextEncoder().encode(body).length);
  const time = shortTime(new Date(at).toISOString(), Date.now());
  const started = run === undefined ? [] : [isProbable ? l10n.t('probably run {0}', run) : l10n.t('run {0}', run)];
  return {
    label: inert(time),
    description: inert([`HTTP ${status ?? ''}`.trim(), size, ...started.map((text) => oneLine(text, 80))].join(' · ')),
    detail: inert(oneLine(body, 120)),
    buttons: [buttons.edit, buttons.save, buttons.delete],
    chosen: { payload, action: sendAgain },
  };
}
