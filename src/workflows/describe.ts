/** Everything that the service says about a workflow, as a text to read. */
import { env, l10n } from 'vscode';
import type { WorkflowDetails } from '../api/index.ts';
import { exactTime } from '../shared/format.ts';
import { pretty } from '../shared/read-only-documents.ts';
import { readSchedule } from './schedule.ts';

export function describeWorkflow(details: WorkflowDetails): string {
  const none = l10n.t('none');
  const time = (iso: string) => `${exactTime(iso, env.language)} (${iso})`;
  const lines = [
    details.name,
    '',
    ...(details.description ? [details.description, ''] : []),
    l10n.t('Status: {0}', details.status),
    l10n.t('Active version: {0}', details.active_version_id ?? none),
    l10n.t('Next run: {0}', details.next_run_at ? time(details.next_run_at) : none),
    l10n.t('Created: {0}', time(details.created_at)),
    l10n.t('Updated: {0}', time(details.updated_at)),
    l10n.t('Webhook: {0}', details.webhook_url),
    l10n.t('ID: {0}', details.id),
    '',
    ...schedule(details.schedule_options),
    '',
    ...metadata(details.metadata),
    '',
    l10n.t('Raw response'),
    indent(pretty(details)),
    '',
    l10n.t(`The service can't cancel or rerun a run. Use "Send to Webhook…" to start a new run.`),
  ];
  return lines.join('\n');
}

function schedule(raw: string | null): string[] {
  if (!raw) return [l10n.t('Schedule: {0}', l10n.t('none'))];
  const { json, crons } = readSchedule(raw);
  return [
    l10n.t('Schedule'),
    indent(json ?? raw),
    ...crons.map(({ expression, meaning }) => indent(`${expression}: ${meaning}`)),
    ...(json === undefined || json === raw ? [] : [indent(l10n.t('Raw: {0}', raw))]),
  ];
}

function metadata(raw: string | null): string[] {
  if (!raw) return [l10n.t('Metadata: {0}', l10n.t('none'))];
  return [l10n.t('Metadata'), indent(prettyText(raw))];
}

/** Pretty-printed when it is JSON, else as it is. */
function prettyText(raw: string): string {
  try {
    return pretty(JSON.parse(raw));
  } catch {
    return raw;
  }
}

function indent(text: string): string {
  return text.replace(/^/gm, '  ');
}
