/** Sends the body in the editor to its workflow's webhook, after a confirmation that shows the host. */
import { l10n, commands as registry, type TextDocument, window } from 'vscode';
import { withCancellableProgress } from '../../../shared/cancellable.ts';
import { describeFailure } from '../../../shared/failure-text.ts';
import { oneLine } from '../../../shared/format.ts';
import { commands } from '../../../shared/generated/names.ts';
import { confirm, showInformation } from '../../../shared/notifications.ts';
import { setting } from '../../../shared/settings.ts';
import type { ServiceSession } from '../../session/session.ts';
import type { WorkflowStore } from '../../session/workflow-store.ts';
import type { WorkflowDocuments } from '../documents.ts';
import { pickWorkflow } from '../pick.ts';
import { bodyScheme, type WebhookBodies } from './bodies.ts';
import { formatWebhookResponse, postWebhook, startedRun, webhookAddress } from './request.ts';

export async function sendOpenBody(
  session: ServiceSession,
  documents: WorkflowDocuments,
  bodies: WebhookBodies,
): Promise<void> {
  const document = window.activeTextEditor?.document;
  if (document?.uri.scheme === bodyScheme) return send(session, documents, document);
  const entry = await pickWorkflow(session, undefined, l10n.t('Select a workflow to send to its webhook'));
  if (entry) await bodies.open(entry.workflow.id, oneLine(entry.workflow.name, 60));
}

async function send(session: ServiceSession, documents: WorkflowDocuments, document: TextDocument): Promise<void> {
  const { workflows: store } = session;
  const workflow = document.uri.query;
  const body = document.getText();
  const wrong = notJson(body);
  if (wrong !== undefined) throw new Error(l10n.t("The body isn't valid JSON: {0}", wrong));
  await store.ensure();
  const entry = store.get(workflow);
  if (!entry) throw new Error(missing(store));
  const url = webhookAddress(entry.workflow.webhook_url);
  if (!url) throw new Error(l10n.t("Nothing was sent: the webhook URL isn't an https URL."));
  const name = oneLine(entry.workflow.name, 60);
  const question = l10n.t('Send this body to {0}?', url.host);
  const detail = l10n.t(
    `This probably starts a run of "{0}", which you can't cancel from VS Code. The API document doesn't describe webhooks. Your API key isn't sent.`,
    name,
  );
  if (!(await confirm(question, l10n.t('Send'), detail))) return;
  session.signal.throwIfAborted();
  if (document.isDirty) await document.save();
  try {
    const timeout = AbortSignal.timeout(setting('switchyard.requestTimeout') * 1000);
    const response = await withCancellableProgress(l10n.t('Sending to the webhook of "{0}"…', name), (signal) =>
      postWebhook(url, body, AbortSignal.any([signal, timeout, session.signal])),
    );
    // The webhook probably started a run.
    if (session.runs.state !== 'unloaded') void session.runs.poll();
    await documents.openResponse(name, formatWebhookResponse(url, response));
    void offerRun(startedRun(response.body));
  } catch (error) {
    if (error instanceof Error && error.name === 'AbortError') return;
    // `fetch` reports the reason in `cause`.
    const cause = error instanceof Error && error.cause instanceof Error ? error.cause : error;
    throw new Error(l10n.t('No response from {0}: {1}', url.host, describeFailure(cause)));
  }
}

/** Offers to open the run that the response names. */
async function offerRun(id: string | undefined): Promise<void> {
  if (id === undefined) return;
  const show = l10n.t('Show Run Timeline');
  const answer = await showInformation(l10n.t('The response names a run: {0}', oneLine(id, 60)), show);
  if (answer === show) await registry.executeCommand(commands.runs.openPanel, { kind: 'run', id });
}

/** Returns why a workflow isn't in the list. */
function missing({ failure }: WorkflowStore): string {
  return failure === undefined
    ? l10n.t("Nothing was sent: the workflow doesn't exist or belongs to another account.")
    : l10n.t("Nothing was sent: couldn't load the workflow. {0}", describeFailure(failure));
}

function notJson(text: string): string | undefined {
  try {
    JSON.parse(text);
    return undefined;
  } catch (error) {
    return describeFailure(error);
  }
}
