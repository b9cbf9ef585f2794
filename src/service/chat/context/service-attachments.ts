/** Attachments for runs and workflows of the service. */
import { l10n } from 'vscode';
import { oneLine, plainText } from '../../../shared/text/format.ts';
import { prettyJson } from '../../../shared/text/pretty-json.ts';
import type { Models } from '../../models/index.ts';
import type { Runs } from '../../runs/index.ts';
import type { Accounts } from '../../session/accounts/accounts.ts';
import { statusText } from '../../session/runs/run-appearance.ts';
import type { RunDetail } from '../../session/runs/run-detail.ts';
import type { ServiceSession } from '../../session/session.ts';
import { messageLimits } from '../messages.ts';
import type { Attachment, AttachmentKind } from '../record.ts';
import { newAttachment } from './attachment.ts';

/** The features that a chat uses. */
export interface ChatFeatures {
  readonly accounts: Accounts;
  readonly models: Models;
  readonly runs: Runs;
}

/** @throws ApiFailure */
export async function fromRun(session: ServiceSession, id: string): Promise<Attachment> {
  return runAttachment(session, await session.runs.detail(id));
}

/** Attaches a run with its steps. Long errors of steps are cut individually, so that the last steps are kept. */
function runAttachment({ workflows }: Pick<ServiceSession, 'workflows'>, run: RunDetail): Attachment {
  const name = workflows.nameOf(run.workflow_id, 60);
  const text = prettyJson({
    ...run,
    steps: run.steps.map((step) => ({ ...step, error: step.error && plainText(step.error, 8000) })),
  });
  const label = labelOf(l10n.t('Run of {0} ({1})', name, statusText(run.status)), run.id);
  return newAttachment(kindOfRun(run.status), label, text.slice(0, messageLimits.attachment));
}

function kindOfRun(status: string): AttachmentKind {
  if (status === 'SUCCEEDED') return 'succeededRun';
  return status === 'FAILED' ? 'failedRun' : 'run';
}

/** Attaches a workflow without its webhook URL, because that URL can start it. @throws ApiFailure */
export async function fromWorkflow({ workflows }: ServiceSession, id: string): Promise<Attachment> {
  const { webhook_url: _, ...details } = await workflows.detail(id);
  const text = prettyJson(details).slice(0, messageLimits.attachment);
  return newAttachment('workflow', labelOf(l10n.t('Workflow {0}', oneLine(details.name, 60)), id), text);
}

/** Names aren't unique: without the ID, an attachment would replace one of another run or workflow. */
function labelOf(name: string, id: string): string {
  return `${name} · ${oneLine(id, messageLimits.id)}`;
}
