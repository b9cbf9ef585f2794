/** Icons and texts of workflows and versions in the tree. Text from the service is plain text, never markup. */
import { l10n, ThemeColor, ThemeIcon } from 'vscode';
import { describeFailure } from '../../shared/text/failure-text.ts';
import { exactTime, oneLine, plainText, relativeTime, timeAgo } from '../../shared/text/format.ts';
import { hasZone, timeOf } from '../../shared/text/time.ts';
import type { WorkflowRunMetadata, WorkflowVersion } from '../api/index.ts';
import type { VersionDetails } from '../api/records.ts';
import { runAge, runStatusAndAge, statusIcon } from '../session/runs/run-appearance.ts';
import { isActive } from '../session/runs/run-state.ts';
import { activeVersionOf } from '../session/workflows/active-version.ts';
import type { WorkflowEntry } from '../session/workflows/workflow-store.ts';

/** Returns the icon of an enabled workflow's latest run. Disabled workflows and unknown statuses have other icons. */
export function workflowIcon(status: string | undefined, latest: WorkflowRunMetadata | undefined): ThemeIcon {
  switch (status) {
    case 'disabled':
      return new ThemeIcon('circle-large-outline', new ThemeColor('disabledForeground'));
    case 'enabled':
      return latest ? statusIcon(latest.status) : new ThemeIcon('symbol-event', new ThemeColor('charts.green'));
    case undefined:
      return new ThemeIcon('symbol-event', new ThemeColor('disabledForeground'));
    default:
      return new ThemeIcon('question');
  }
}

/** Returns a row's text without what its icon shows: that the workflow is enabled, and how its latest run ended. */
export function workflowDescription(entry: WorkflowEntry, latest: WorkflowRunMetadata | undefined): string {
  const { details, problem } = entry;
  const now = Date.now();
  const isEnabled = details?.status === 'enabled';
  const parts = details && !isEnabled && !problem ? [workflowStatusText(details.status)] : [];
  if (problem) parts.push(l10n.t('status unknown'));
  if (latest) parts.push(isEnabled && !isActive(latest) ? runAge(latest, now) : runStatusAndAge(latest, now));
  else parts.push(updated(entry, now));
  return [...parts, ...nextRun(entry, now)].join(' · ');
}

/** Returns a row's text for screen readers, including what its icon shows. */
export function workflowAccessibleText(entry: WorkflowEntry, latest: WorkflowRunMetadata | undefined): string {
  const { details, problem } = entry;
  const now = Date.now();
  const status = problem ? l10n.t('status unknown') : details && workflowStatusText(details.status);
  const run = latest ? l10n.t('latest run {0}', runStatusAndAge(latest, now)) : updated(entry, now);
  return [...(status === undefined ? [] : [status]), run, ...nextRun(entry, now)].join(', ');
}

const updated = ({ workflow }: WorkflowEntry, now: number): string =>
  l10n.t('updated {0}', timeAgo(workflow.updated_at, now));

/** Returns when an enabled workflow runs next, if that is known. */
function nextRun({ details, problem }: WorkflowEntry, now: number): string[] {
  const next = details?.status === 'enabled' && !problem ? details.next_run_at : undefined;
  return timeOf(next) > now || (next && !hasZone(next) && !Number.isNaN(timeOf(next)))
    ? [l10n.t('next run {0}', relativeTime(next ?? '', now))]
    : [];
}

export function workflowStatusText(status: string): string {
  if (status === 'enabled') return l10n.t('enabled');
  if (status === 'disabled') return l10n.t('disabled');
  return oneLine(status, 40);
}

interface WorkflowFacts {
  readonly latest: WorkflowRunMetadata | undefined;
  /** False if the workflow may have newer runs. */
  readonly isNewestKnown: boolean;
  readonly activeVersion: WorkflowVersion | undefined;
  /** What the schedule probably means. */
  readonly schedule: string | undefined;
}

export function workflowTooltip(
  { workflow, details, problem }: WorkflowEntry,
  { latest, isNewestKnown, activeVersion, schedule }: WorkflowFacts,
): string {
  const lines = [plainText(workflow.name, 300)];
  if (workflow.description) lines.push(plainText(workflow.description), '');
  if (details) {
    lines.push(l10n.t('Status: {0}', workflowStatusText(details.status)));
    const active = activeVersionOf(details);
    if (active.kind === 'known')
      lines.push(l10n.t('Active version: {0}', oneLine(activeVersion?.display_name ?? active.value)));
    if (schedule) lines.push(l10n.t('Schedule: {0}', schedule));
    if (details.schedule_options) {
      const sent = plainText(details.schedule_options, 300);
      lines.push(schedule ? l10n.t('Schedule, as sent: {0}', sent) : l10n.t('Schedule: {0}', sent));
    }
    if (details.next_run_at) lines.push(l10n.t('Next run: {0}', exactTime(details.next_run_at)));
    if (details.metadata) lines.push(l10n.t('Metadata: {0}', plainText(details.metadata, 300)));
  }
  if (latest) {
    const text = runStatusAndAge(latest, Date.now());
    lines.push(isNewestKnown ? l10n.t('Latest run: {0}', text) : l10n.t('Latest known run: {0}', text));
  }
  if (problem) lines.push(l10n.t('Details: {0}', describeFailure(problem)));
  lines.push(l10n.t('Webhook: {0}', oneLine(workflow.webhook_url, 300)));
  lines.push(...times(workflow));
  return lines.join('\n');
}

const unknownStateIcon = 'circle-outline';

export function versionIcon(version: WorkflowVersion, active: boolean): ThemeIcon {
  if (active) return new ThemeIcon('pass-filled', new ThemeColor('charts.green'));
  return new ThemeIcon(version.state === 'published' ? 'tag' : version.state === 'draft' ? 'edit' : unknownStateIcon);
}

export function versionLabel(version: WorkflowVersion): string {
  return oneLine(version.display_name);
}

/** Returns a row's text without a state that its icon shows. @param message commit message of the version, if loaded */
export function versionDescription(version: WorkflowVersion, message: string | null | undefined): string {
  const isShown = versionIcon(version, false).id !== unknownStateIcon;
  return describeVersion(version, isShown ? '' : stateText(version.state), message);
}

/** Returns text that includes the state, for places without an icon. */
export function fullVersionDescription(version: WorkflowVersion, active: boolean, message?: string | null): string {
  return describeVersion(version, active ? l10n.t('active') : stateText(version.state), message);
}

/** Returns `r11`; empty if the name of the version, such as `v11`, has the number. */
export function revisionText(name: string, revision: number): string {
  const numbers: readonly string[] = name.match(/\d+/g) ?? [];
  return numbers.includes(String(revision)) ? '' : `r${revision}`;
}

function describeVersion(
  { display_name, revision, updated_at }: WorkflowVersion,
  state: string,
  message?: string | null,
): string {
  const parts = [
    message ? oneLine(message, 80) : '',
    revisionText(display_name, revision),
    state,
    relativeTime(updated_at, Date.now()),
  ];
  return parts.filter((part) => part !== '').join(' · ');
}

function stateText(state: string): string {
  if (state === 'published') return l10n.t('published');
  if (state === 'draft') return l10n.t('draft');
  return oneLine(state, 40);
}

/** @param details with the commit message and the parent, if loaded */
export function versionTooltip(version: WorkflowVersion, active: boolean, details?: VersionDetails): string {
  return [
    plainText(version.display_name, 300),
    l10n.t('Revision: {0}', version.revision),
    l10n.t('State: {0}', stateText(version.state)),
    ...(active ? [l10n.t('This is the active version.')] : []),
    ...(details?.commit_message ? [l10n.t('Commit message: {0}', plainText(details.commit_message, 600))] : []),
    ...(details?.parent ? parentLines(details.parent) : []),
    ...times(version),
  ].join('\n');
}

/** Returns what a version says, for a comparison: without its names and IDs, which always differ. */
export function versionText({ state, commit_message, parent, created_at, updated_at }: VersionDetails): string {
  return [
    ...(commit_message === undefined ? [] : [plainText(commit_message || l10n.t('No commit message.'), 20_000)]),
    '',
    l10n.t('State: {0}', stateText(state)),
    ...(parent ? [basedOn(parent)] : []),
    l10n.t('Created: {0}', exactTime(created_at)),
    l10n.t('Updated: {0}', exactTime(updated_at)),
  ].join('\n');
}

function basedOn({ display_name, revision, state }: NonNullable<VersionDetails['parent']>): string {
  return l10n.t('Based on: {0}', `${oneLine(display_name)} · r${revision} · ${stateText(state)}`);
}

function parentLines(parent: NonNullable<VersionDetails['parent']>): string[] {
  return [
    basedOn(parent),
    l10n.t('Based on, created: {0}', exactTime(parent.created_at)),
    l10n.t('Based on, ID: {0}', oneLine(parent.id === parent.uid ? parent.id : `${parent.id} (${parent.uid})`)),
  ];
}

function times(record: { created_at: string; updated_at: string; id: string }): string[] {
  return [
    l10n.t('Created: {0}', exactTime(record.created_at)),
    l10n.t('Updated: {0}', exactTime(record.updated_at)),
    l10n.t('ID: {0}', oneLine(record.id)),
  ];
}
