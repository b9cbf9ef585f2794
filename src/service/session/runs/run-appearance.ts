/** Icons and texts of runs, in all views. Unknown statuses and types have a neutral icon and keep their name. */
import { l10n, ThemeColor, ThemeIcon } from 'vscode';
import { duration, exactTime, oneLine, plainText, timeAgo, timeOfDayIn } from '../../../shared/text/format.ts';
import { timeOf } from '../../../shared/text/time.ts';
import type { StepExecution, WorkflowRunMetadata } from '../../api/index.ts';
import { type RunDetail, stepsText } from './run-detail.ts';
import { goesOn, isActive } from './run-state.ts';

/** Icon, color, and text of each status (spec http-api.md, "Execution status" and "Step execution status"). */
const statusAppearance: ReadonlyMap<string, readonly [icon: string, color: string, text: () => string]> = new Map([
  ['PENDING', ['clock', 'charts.yellow', () => l10n.t('pending')]],
  ['RUNNING', ['loading~spin', 'charts.blue', () => l10n.t('running')]],
  ['SUCCEEDED', ['pass', 'testing.iconPassed', () => l10n.t('succeeded')]],
  ['FAILED', ['error', 'testing.iconFailed', () => l10n.t('failed')]],
  ['CANCELLED', ['circle-slash', 'disabledForeground', () => l10n.t('canceled')]],
  ['PAUSED', ['debug-pause', 'editorWarning.foreground', () => l10n.t('paused')]],
]);

export function statusIcon(status: string): ThemeIcon {
  const [icon, color] = statusAppearance.get(status) ?? [];
  return icon && color ? new ThemeIcon(icon, new ThemeColor(color)) : new ThemeIcon('circle-outline');
}

/** Translates a status to the user's language: `FAILED` → `failed`. An unknown status keeps its name. */
export function statusText(status: string): string {
  return statusAppearance.get(status)?.[2]() ?? oneLine(status, 40);
}

/** Returns the text of a status that has no icon; empty for the others. */
function statusWithoutIcon(status: string): readonly string[] {
  return statusAppearance.has(status) ? [] : [statusText(status)];
}

/**
 * Returns the duration of a run, for its row, whose icon shows the status.
 * @param elapsed seconds that an active run has taken so far, extrapolated from the service's duration
 */
export function runResult(run: WorkflowRunMetadata, elapsed?: number): string {
  const seconds = elapsed ?? run.duration;
  return [...(typeof seconds === 'number' ? [duration(seconds)] : []), ...statusWithoutIcon(run.status)].join(' · ');
}

/** Returns time of day and duration of a run whose day is shown beside. @param elapsed as of `runResult` */
export function runDescription(run: WorkflowRunMetadata, elapsed?: number): string {
  return [timeOfDayIn(run.created_at), runResult(run, elapsed)].filter((part) => part !== '').join(' · ');
}

/** Returns day, time, and duration of a run whose row isn't below its day. */
export function runTimes(run: WorkflowRunMetadata): string {
  const parts = [exactTime(run.created_at)];
  if (typeof run.duration === 'number') parts.push(duration(run.duration));
  return parts.join(' · ');
}

/** Returns when a run ended, or started if it hasn't ended: `5m ago`. @param now epoch milliseconds */
export function runAge(run: WorkflowRunMetadata, now: number): string {
  const latest = [run.finished_at, run.started_at].find((time) => !Number.isNaN(timeOf(time)));
  return timeAgo(latest ?? run.created_at, now);
}

/** Like `runStatusAndAge`, but only the age if the run is inactive and has a status icon. @param now epoch milliseconds */
export function runLabel(run: WorkflowRunMetadata, now: number): string {
  const isShown = !isActive(run) && statusWithoutIcon(run.status).length === 0;
  return isShown ? runAge(run, now) : runStatusAndAge(run, now);
}

/** Returns status and age, or only the status of an active run: `failed 5m ago`. @param now epoch milliseconds */
export function runStatusAndAge(run: WorkflowRunMetadata, now: number): string {
  return isActive(run) ? statusText(run.status) : l10n.t('{0} {1}', statusText(run.status), runAge(run, now));
}

/** Returns how long a run took, or that this isn't known, or not yet. */
export function durationText(run: WorkflowRunMetadata): string {
  if (typeof run.duration === 'number') return duration(run.duration);
  return goesOn(run) ? l10n.t('not available yet') : l10n.t('unknown');
}

/** Returns a note for a list of runs that may lack the newest ones. */
export function missingNewestText(): string {
  return l10n.t('The service lists runs in no particular order, so newer runs may be missing here.');
}

/** Returns a note for a list whose service ignores the number of the page. */
export function repeatingText(): string {
  return l10n.t("The service sends the same runs for each page, so older runs can't be loaded.");
}

/** @param detail the run with its steps, if it's loaded */
export function runTooltip(run: WorkflowRunMetadata, workflowName: string, detail?: RunDetail): string {
  const lines = [
    workflowName,
    l10n.t('Status: {0}', statusText(run.status)),
    l10n.t('Type: {0}', oneLine(run.type, 60)),
    l10n.t('Version: {0}', oneLine(run.version_display_name)),
    l10n.t('Duration: {0}', durationText(run)),
    ...timeLines(run),
  ];
  if (detail) lines.push(l10n.t('Steps: {0}', stepsText(detail)));
  lines.push(l10n.t('ID: {0}', oneLine(run.id)));
  return lines.join('\n');
}

const isKnown = (time: string | null): time is string => !Number.isNaN(timeOf(time));

function timeLines({ created_at, started_at, finished_at }: WorkflowRunMetadata | StepExecution): string[] {
  return [
    l10n.t('Created: {0}', exactTime(created_at)),
    ...(isKnown(started_at) ? [l10n.t('Started: {0}', exactTime(started_at))] : []),
    ...(isKnown(finished_at) ? [l10n.t('Finished: {0}', exactTime(finished_at))] : []),
  ];
}

/** For the row of a step, whose icon shows the status. The error is first: a narrow side bar cuts off the end. */
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
  lines.push(...timeLines(step));
  if (step.error) lines.push('', plainText(step.error, 2000));
  return lines.join('\n');
}
