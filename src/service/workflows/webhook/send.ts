/** Sends bodies to webhooks, after a confirmation that shows the host, and keeps them, so that they can be sent again. */
import { l10n, commands as registry } from 'vscode';
import { withCancellableProgress } from '../../../shared/cancellable.ts';
import { commands } from '../../../shared/generated/names.ts';
import { whyMissing } from '../../../shared/list/unreadable.ts';
import { log } from '../../../shared/log.ts';
import { confirm, showInformation, showWarning } from '../../../shared/notifications.ts';
import { setting } from '../../../shared/settings.ts';
import { describeFailure, sentence } from '../../../shared/text/failure-text.ts';
import { oneLine } from '../../../shared/text/format.ts';
import type { Reference } from '../../session/references.ts';
import type { ServiceSession } from '../../session/session.ts';
import type { WorkflowStore } from '../../session/workflows/workflow-store.ts';
import type { WorkflowDocuments } from '../documents.ts';
import type { WebhookBodies } from './bodies.ts';
import type { Payload, PayloadStore } from './payloads.ts';
import {
  fetchCause,
  formatWebhookResponse,
  postWebhook,
  startedRun,
  type WebhookResponse,
  webhookAddress,
} from './request.ts';
import { findStartedRun, knownRuns } from './started-run.ts';

const contentType = 'application/json';

/** What sending uses of the feature. */
export interface WebhookServices {
  readonly documents: WorkflowDocuments;
  readonly bodies: WebhookBodies;
  readonly payloads: () => Promise<PayloadStore>;
}

/**
 * @param save called once the user has agreed
 * @param again the payload that is sent again: the run that it started is compared with the new one
 */
export async function sendBody(
  session: ServiceSession,
  services: WebhookServices,
  workflow: string,
  body: string,
  save: () => Promise<void> = async () => undefined,
  again?: Payload,
): Promise<void> {
  const { workflows: store } = session;
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
    `This probably starts a run of "{0}", which you can't cancel from VS Code. Your API key isn't sent. The body is kept on this computer, with any secrets in it, so that you can send it again.`,
    name,
  );
  const sentences = [await statusText(store, workflow), detail].filter((text) => text !== '');
  if (!(await confirm(question, l10n.t('Send'), sentences.join(' ')))) return;
  session.signal.throwIfAborted();
  await save();
  const known = knownRuns(session, workflow);
  const at = Date.now();
  const timeout = AbortSignal.timeout(setting('switchyard.requestTimeout') * 1000);
  const sending = withCancellableProgress(l10n.t('Sending to the webhook of "{0}"…', name), (signal) =>
    postWebhook(url, body, AbortSignal.any([signal, timeout, session.signal])),
  );
  const answer = await sending.catch(() => undefined);
  const kept = await keep(session, services, { workflow, body, at }, answer);
  const response = answer ?? (await sending.catch((error) => noResponse(url, error)));
  if (response === undefined) return;
  // The webhook probably started a run.
  if (session.runs.state !== 'unloaded') void session.runs.poll();
  const named = response.status < 400 ? startedRun(response.body) : undefined;
  if (response.status < 400) void follow(session, services, { workflow, kept, again, named, known, at });
  // The page of the run shows the kept response.
  if (named !== undefined && kept !== undefined) return;
  try {
    await services.documents.openResponse(name, formatWebhookResponse(url, response));
  } catch (error) {
    // The user must not send the body again because of this.
    const why = describeFailure(error);
    throw new Error(
      l10n.t("{0} responded with status {1}, but the response can't be shown: {2}", url.host, response.status, why),
    );
  }
}

/** Says why there's no response, unless the user canceled. @throws Error */
function noResponse(url: URL, error: unknown): undefined {
  if (error instanceof Error && error.name === 'AbortError') return undefined;
  throw new Error(l10n.t('No complete response from {0}: {1}', url.host, describeFailure(fetchCause(error))));
}

/** Returns an empty text for a workflow that is enabled. The details are loaded if they aren't known. */
async function statusText(store: WorkflowStore, workflow: string): Promise<string> {
  try {
    const { status } = await store.detail(workflow);
    return status === 'disabled' ? l10n.t('The workflow is disabled.') : '';
  } catch (error) {
    return sentence(l10n.t("It isn't known whether the workflow is enabled. {0}", describeFailure(error)));
  }
}

/** A body that can't be kept was sent nevertheless, so that is only said. */
async function keep(
  { credentials }: ServiceSession,
  { payloads }: WebhookServices,
  sent: Pick<Payload, 'workflow' | 'body' | 'at'>,
  answer: WebhookResponse | undefined,
): Promise<Payload | undefined> {
  try {
    const result = { response: answer?.body ?? '', ...(answer && { status: answer.status }) };
    const payload = { ...sent, connection: credentials.id, contentType, ...result };
    const kept = await (await payloads()).add(payload, credentials.apiKey);
    if (kept === undefined)
      void showInformation(
        l10n.t("The body was sent, but isn't kept: it contains your API key or is larger than 1 MB."),
      );
    return kept;
  } catch (error) {
    log().warn('A payload could not be kept.', error);
    void showWarning(l10n.t("The body was sent, but couldn't be kept: {0}", describeFailure(error)));
    return undefined;
  }
}

interface Sent {
  readonly workflow: string;
  readonly kept: Payload | undefined;
  readonly again: Payload | undefined;
  /** The run that the response names. */
  readonly named: string | undefined;
  readonly known: ReadonlySet<string>;
  readonly at: number;
}

/** Notes the started run, and shows it: on the page of the run whose payload was sent again, or if the user wants to see it. */
async function follow(session: ServiceSession, { payloads }: WebhookServices, sent: Sent): Promise<void> {
  const { workflow, kept, again, named, known, at } = sent;
  try {
    const run = named ?? (await findStartedRun(session, workflow, known, at));
    if (run === undefined || session.signal.aborted) return;
    if (kept) await (await payloads()).setRun(kept, run, named === undefined);
    const reference: Reference = { kind: 'run', id: run };
    if (again?.run !== undefined) {
      await registry.executeCommand(commands.runs.openPanel, reference, { kind: 'run', id: again.run });
      return;
    }
    const open = l10n.t('Open Run');
    const started =
      named === undefined
        ? l10n.t('Probably started run {0}.', oneLine(run, 60))
        : l10n.t('Run started: {0}', oneLine(run, 60));
    const answer = await showInformation(started, open);
    if (answer === open) await registry.executeCommand(commands.runs.openPanel, reference);
  } catch (error) {
    if (!session.signal.aborted) log().warn('The run of a payload could not be followed.', error);
  }
}

/** Returns why a workflow isn't in the list. */
function missing(store: WorkflowStore): string {
  const why = whyMissing(store, '');
  return why === ''
    ? l10n.t("Nothing was sent: the workflow doesn't exist or belongs to another account.")
    : l10n.t("Nothing was sent: couldn't load the workflow. {0}", why);
}

function notJson(text: string): string | undefined {
  try {
    JSON.parse(text);
    return undefined;
  } catch (error) {
    return describeFailure(error);
  }
}
