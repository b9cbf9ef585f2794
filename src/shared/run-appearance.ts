/** How a run looks, in every view. Unknown statuses and types are shown neutrally, by their own name. */
import { env, l10n, ThemeColor, ThemeIcon } from 'vscode';
import type { StepExecution, WorkflowRunDetail, WorkflowRunMetadata } from '../api/index.ts';
import { duration, exactTime, oneLine, plainText, timeAgo, timeOfDay } from './format.ts';
import { isGoingOn } from './run-state.ts';

const UNKNOWN_STATUS = 'circle-outline';

/** Icon and color of a status of spec http-api.md, "Execution status" and "Step execution status". */
export function statusIcon(status: string): ThemeIcon {
  switch (status) {
    case 'PENDING':
      return new ThemeIcon('clock', new ThemeColor('charts.yellow'));
    case 'RUNNING':
      return new ThemeIcon('loading~spin', new ThemeColor('charts.blue'));
    case 'SUCCEEDED':
      return new ThemeIcon('pass', new ThemeColor('testing.iconPassed'));
    case 'FAILED':
      return new ThemeIcon('error', new ThemeColor('testing.iconFailed'));
    case 'CANCELLED':
      return new ThemeIcon('circle-slash', new ThemeColor('disabledForeground'));
    case 'PAUSED':
      return new ThemeIcon('debug-pause', new ThemeColor('editorWarning.foreground'));
    default:
      return new ThemeIcon(UNKNOWN_STATUS);
  }
}

/** `FAILED` → `failed`, in the user's language; a status we do not know keeps its own name. */
export function statusText(status: string): string {
  switch (status) {
    case 'PENDING':
      return l10n.t('pending');
    case 'RUNNING':
      return l10n.t('running');
    case 'SUCCEEDED':
      return l10n.t('succeeded');
    case 'FAILED':
      return l10n.t('failed');
    case 'CANCELLED':
      return l10n.t('canceled');
    case 'PAUSED':
      return l10n.t('paused');
    default:
      return oneLine(status, 40);
  }
}

/** The word for a status that has no icon. */
function statusWithoutIcon(status: string): readonly string[] {
  return statusIcon(status).id === UNKNOWN_STATUS ? [statusText(status)] : [];
}

/**
 * Time of day and duration, for the row of a run below its day. The icon shows the status.
 * @param elapsed seconds that a run takes so far, counted on from what the service said
 */
export function runDescription(run: WorkflowRunMetadata, elapsed?: number): string {
  const created = Date.parse(run.created_at);
  const parts = [Number.isNaN(created) ? oneLine(run.created_at, 40) : timeOfDay(created, env.language)];
  const seconds = elapsed ?? run.duration;
  if (typeof seconds === 'number') parts.push(duration(seconds));
  return [...parts, ...statusWithoutIcon(run.status)].join(' · ');
}

/** Day, time and duration of a run that stands below no day. */
export function runTimes(run: WorkflowRunMetadata): string {
  const parts = [exactTime(run.created_at, env.language)];
  if (typeof run.duration === 'number') parts.push(duration(run.duration));
  return parts.join(' · ');
}

/** `5m ago`: when a run ended, or began if it hasn't ended. @param now epoch milliseconds */
export function runAge(run: WorkflowRunMetadata, now: number): string {
  return timeAgo(run.finished_at ?? run.started_at ?? run.created_at, now, env.language);
}

/** The same beside an icon that shows the status. A run that goes on has no age yet. @param now epoch milliseconds */
export function runLabel(run: WorkflowRunMetadata, now: number): string {
  const isShown = !isGoingOn(run) && statusWithoutIcon(run.status).length === 0;
  return isShown ? runAge(run, now) : runInShort(run, now);
}

/** `failed 5m ago`, where no icon shows the status. @param now epoch milliseconds */
export function runInShort(run: WorkflowRunMetadata, now: number): string {
  return isGoingOn(run) ? statusText(run.status) : l10n.t('{0} {1}', statusText(run.status), runAge(run, now));
}

/** The service's own count of steps, and how many it sent where that is another number. */
export function stepsText({ steps, step_count }: WorkflowRunDetail): string {
  return steps.length === step_count ? String(step_count) : l10n.t('{0} ({1} received)', step_count, steps.length);
}

/** @param detail the run with its steps, where it is known */
export function runTooltip(run: WorkflowRunMetadata, workflowName: string, detail?: WorkflowRunDetail): string {
  const lines = [
    workflowName,
    l10n.t('Status: {0}', statusText(run.status)),
    l10n.t('Type: {0}', oneLine(run.type, 60)),
    l10n.t('Version: {0}', oneLine(run.version_display_name)),
    l10n.t('Duration: {0}', typeof run.duration === 'number' ? duration(run.duration) : l10n.t('not available yet')),
    l10n.t('Created: {0}', exactTime(run.created_at, env.language)),
  ];
  if (run.started_at) lines.push(l10n.t('Started: {0}', exactTime(run.started_at, env.language)));
  if (run.finished_at) lines.push(l10n.t('Finished: {0}', exactTime(run.finished_at, env.language)));
  if (detail) lines.push(l10n.t('Steps: {0}', stepsText(detail)));
  lines.push(l10n.t('ID: {0}', oneLine(run.id)));
  return lines.join('\n');
}

/** For the row of a step, whose icon shows the status. An error comes first, because a narrow side bar cuts off the end. */
export function stepDescription(step: StepExecution): string {
  const parts = [...statusWithoutIcon(step.status)];
  if (step.error) parts.push(oneLine(step.error, 80));
  if (typeof step.duration === 'number' && step.finished_at) parts.push(duration(step.duration));
  if (step.attempt > 1) parts.push(l10n.t('attempt {0}', step.attempt));
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
