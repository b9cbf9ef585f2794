/** A run in the list of runs of a page. */
import { exactTime, oneLine } from '../../shared/text/format.ts';
import type { WorkflowRunMetadata } from '../api/index.ts';
import { durationText, statusText } from '../session/runs/run-appearance.ts';
import { type ListedRun, toneOf } from './messages.ts';

export function listedRun(run: WorkflowRunMetadata): ListedRun {
  return {
    created: exactTime(run.created_at),
    status: statusText(run.status),
    tone: toneOf(run.status),
    duration: durationText(run),
    version: oneLine(run.version_display_name),
    type: oneLine(run.type, 60),
  };
}
