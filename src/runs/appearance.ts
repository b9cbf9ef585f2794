/** How a step looks. Unknown statuses and types are shown neutrally, by their own name. */
import { env, l10n } from 'vscode';
import type { StepExecution } from '../api/index.ts';
import { duration, exactTime, oneLine, plainText } from '../shared/format.ts';
import { statusText } from '../shared/run-appearance.ts';

export function stepDescription(step: StepExecution): string {
  const parts = [statusText(step.status)];
  if (typeof step.duration === 'number' && step.finished_at) parts.push(duration(step.duration));
  if (step.attempt > 1) parts.push(l10n.t('attempt {0}', step.attempt));
  if (step.error) parts.push(oneLine(step.error, 80));
  return parts.join(' · ');
}

export function stepTooltip(step: StepExecution): string {
  const lines = [
    plainText(step.step_name, 300),
    l10n.t('Status: {0}', statusText(step.status)),
    l10n.t('Type: {0}', oneLine(step.step_type, 60)),
    l10n.t('Attempt: {0}', step.attempt),
  ];
  if (typeof step.duration === 'number') lines.push(l10n.t('Duration: {0}', duration(step.duration)));
  lines.push(l10n.t('Created: {0}', exactTime(step.created_at, env.language)));
  if (step.started_at) lines.push(l10n.t('Started: {0}', exactTime(step.started_at, env.language)));
  if (step.finished_at) lines.push(l10n.t('Finished: {0}', exactTime(step.finished_at, env.language)));
  if (step.error) lines.push('', plainText(step.error, 2000));
  return lines.join('\n');
}
