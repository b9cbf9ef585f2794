/** A run with its steps, and what is known of their number. */
import { l10n } from 'vscode';
import type { Unreadable } from '../../../shared/list/unreadable.ts';
import { inert, oneLine } from '../../../shared/text/format.ts';
import type { WorkflowRunDetail } from '../../api/index.ts';
import { lastAttempts } from './attempts.ts';

/** A run as loaded. Steps that can't be read don't hide the others, such as a failed one. */
export interface RunDetail extends WorkflowRunDetail {
  /** Steps that were left out; undefined if all could be read. */
  readonly unreadableSteps?: Unreadable | undefined;
}

/** Returns the record without what we note about it. */
export function recordOf({ unreadableSteps: _, ...record }: RunDetail): WorkflowRunDetail {
  return record;
}

/** Returns the service's number of steps, and how many attempts it sent, or that it sent another number. */
export function stepsText(run: RunDetail): string {
  const { steps, step_count: count } = run;
  if (hasOtherCount(run)) return l10n.t('{0} ({1} received)', count, received(run));
  const { size } = lastAttempts(steps);
  return size === steps.length ? String(count) : l10n.t('{0} ({1} attempts)', size, steps.length);
}

/** Returns what a list of the steps doesn't show: those that can't be read, and that the service reports another number. */
export function stepNotes(run: RunDetail): readonly string[] {
  const { unreadableSteps: unreadable, step_count: count } = run;
  return [
    ...(unreadable === undefined ? [] : [unreadableText(unreadable)]),
    ...(hasOtherCount(run)
      ? [l10n.t('The service reports a step count of {0} but sent {1}.', count, received(run))]
      : []),
  ];
}

function unreadableText({ count, why }: Unreadable): string {
  return l10n.t('Unreadable steps: {0}. {1}', count, inert(oneLine(why, 200)));
}

/** False if a step that isn't among those of the record may be one of the run. */
export function hasAllSteps({ unreadableSteps, step_count: count, steps }: RunDetail): boolean {
  return unreadableSteps === undefined && count <= steps.length;
}

/** The spec doesn't say whether the count is that of steps or of their attempts. Attempts that can't be read may be either. */
function hasOtherCount(run: RunDetail): boolean {
  const { steps, step_count: count, unreadableSteps } = run;
  if (unreadableSteps !== undefined) return count > received(run);
  return count !== steps.length && count !== lastAttempts(steps).size;
}

function received({ steps, unreadableSteps }: RunDetail): number {
  return steps.length + (unreadableSteps?.count ?? 0);
}
