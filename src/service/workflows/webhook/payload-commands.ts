/** Sends kept payloads again, edits them, saves them as files, and deletes them. */
import {
  l10n,
  type QuickInputButton,
  type QuickPickItem,
  Range,
  ThemeIcon,
  WorkspaceEdit,
  window,
  workspace,
} from 'vscode';
import { runAction } from '../../../shared/commands.ts';
import { inWorkspace } from '../../../shared/files.ts';
import { byteSize, inert, oneLine, shortTime } from '../../../shared/format.ts';
import { commands } from '../../../shared/generated/names.ts';
import { confirm, showInformation, showStatus } from '../../../shared/notifications.ts';
import { AskForRow } from '../../../shared/row-commands.ts';
import { referenceOf } from '../../session/references.ts';
import type { ServiceSession } from '../../session/session.ts';
import { workflowOf } from '../rows.ts';
import type { Payload, PayloadStore } from './payloads.ts';
import { sendBody, type WebhookContext } from './send.ts';

const buttons = {
  edit: { iconPath: new ThemeIcon('edit'), tooltip: l10n.t('Edit and Send') },
  save: { iconPath: new ThemeIcon('save-as'), tooltip: l10n.t('Save as File') },
  delete: { iconPath: new ThemeIcon('trash'), tooltip: l10n.t('Delete') },
};

type Action = (session: ServiceSession, context: WebhookContext, payload: Payload) => Promise<void>;

/** Sends a payload again, after a confirmation. */
export const sendAgain: Action = (session, context, payload) =>
  sendBody(session, context, payload.workflow, payload.body, undefined, payload);

/** Opens the body in the document of the workflow's webhook. Undo brings back the text before. */
export const editPayload: Action = async ({ workflows }, { bodies }, { workflow, body }) => {
  const document = await bodies.open(workflow, workflows.nameOf(workflow, 60));
  const edit = new WorkspaceEdit();
  edit.replace(document.uri, document.validateRange(new Range(0, 0, document.lineCount, 0)), body);
  await workspace.applyEdit(edit);
};

export const savePayload: Action = async (_session, _context, { body, at }) => {
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
export async function deletePayloads({ payloads }: WebhookContext): Promise<void> {
  const detail = l10n.t("This deletes the payloads of all connections from this computer. You can't undo it.");
  if (!(await confirm(l10n.t('Delete all kept payloads?'), l10n.t('Delete'), detail))) return;
  await (await payloads()).deleteAll();
  showStatus(l10n.t('Deleted all kept payloads.'));
}

/** Runs an action on the payload of a run, or on one that the user picks: of the row's workflow, or of all. */
export async function withPayload(
  session: ServiceSession,
  context: WebhookContext,
  argument: unknown,
  action: Action,
): Promise<void> {
  const store = await context.payloads();
  const reference = referenceOf(argument);
  if (reference?.kind === 'run') {
    const payload = await store.ofRun(session.credentials.id, reference.id);
    if (payload) return action(session, context, payload);
    void showInformation(l10n.t("This run's payload isn't kept: it wasn't sent from here, or was deleted."));
    return;
  }
  const workflow = argument instanceof AskForRow ? undefined : workflowOf(argument);
  await session.workflows.ensure();
  const chosen = await choosePayload(session, store, workflow);
  if (chosen === undefined) return;
  if (chosen === 'deleteAll') return deletePayloads(context);
  const { payload, button } = chosen;
  await (button === buttons.edit ? editPayload : button === buttons.save ? savePayload : action)(
    session,
    context,
    payload,
  );
}

interface Item extends QuickPickItem {
  readonly payload?: Payload;
  readonly deletesAll?: true;
}

type Chosen = { readonly payload: Payload; readonly button?: QuickInputButton } | 'deleteAll' | undefined;

/** The list stays open after deleting. */
async function choosePayload(
  { credentials, workflows, token }: ServiceSession,
  store: PayloadStore,
  workflow: string | undefined,
): Promise<Chosen> {
  const load = async () => {
    const payloads = await store.list(credentials.id, workflow);
    const items = payloads.map((payload) => itemOf(payload, workflows.nameOf(payload.workflow, 60)));
    return [
      ...items,
      { label: l10n.t('$(trash) Delete All Kept Payloads…'), alwaysShow: true, deletesAll: true as const },
    ];
  };
  const items: Item[] = await load();
  if (items.length === 1) {
    void showInformation(l10n.t('No payloads yet. Payloads that you send to a webhook from here are kept.'));
    return undefined;
  }
  const pick = window.createQuickPick<Item>();
  pick.title = l10n.t('Payloads Sent to Webhooks (kept only on this computer, with any secrets in them)');
  pick.placeholder = l10n.t('Select a payload');
  pick.matchOnDescription = true;
  pick.matchOnDetail = true;
  pick.items = items;
  return new Promise((resolve) => {
    const finish = (chosen: Chosen) => {
      resolve(chosen);
      pick.hide();
    };
    const remove = async (payload: Payload) => {
      await store.delete(payload);
      pick.items = await load();
    };
    pick.onDidTriggerItemButton(({ item: { payload }, button }) => {
      if (payload === undefined) return;
      if (button === buttons.delete) void runAction(commands.workflows.sendPayloadAgain, () => remove(payload));
      else finish({ payload, button });
    });
    pick.onDidAccept(() => {
      const [item] = pick.selectedItems;
      finish(item?.deletesAll ? 'deleteAll' : item?.payload && { payload: item.payload });
    });
    const ended = token.onCancellationRequested(() => pick.hide());
    pick.onDidHide(() => {
      resolve(undefined);
      ended.dispose();
      pick.dispose();
    });
    pick.show();
  });
}

function itemOf(payload: Payload, name: string): Item {
  const { at, status, body, run, isProbable } = payload;
  const size = byteSize(new TextEncoder().encode(body).length);
  const time = shortTime(new Date(at).toISOString(), Date.now());
  const started = run === undefined ? [] : [isProbable ? l10n.t('probably run {0}', run) : l10n.t('run {0}', run)];
  return {
    label: inert(`${time} · ${oneLine(name)}`),
    description: inert([`HTTP ${status ?? ''}`.trim(), size, ...started.map((text) => oneLine(text, 80))].join(' · ')),
    detail: inert(oneLine(body, 120)),
    buttons: [buttons.edit, buttons.save, buttons.delete],
    payload,
  };
}
