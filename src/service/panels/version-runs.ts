/** How the runs of the active version went, by the records that are loaded: the service doesn't say when a version was published. */
import { l10n } from 'vscode';
import { exactTime, relativeTime } from '../../shared/text/format.ts';
import type { WorkflowRunMetadata } from '../api/index.ts';
import { isTest, newestFirst } from '../session/runs/run-state.ts';

/**
 * Counts the runs since the last one of another version: a version can be published again.
 * @param runs the latest ones of the workflow @returns empty if none of them counts; tests don't
 */
export function versionRunsText(runs: readonly WorkflowRunMetadata[], version: string, now: number): string {
  const counted = runs.filter((run) => !isTest(run)).toSorted(newestFirst);
  const [latest] = counted;
  if (latest === undefined) return '';
  const end = counted.findIndex(({ version_id }) => version_id !== version);
  const since = end < 0 ? counted : counted.slice(0, end);
  const before = counted.slice(since.length);
  const first = since.at(-1);
  if (first === undefined)
    return l10n.t('The latest run, {0}, ran another version.', relativeTime(latest.created_at, now));
  const result = resultsText(since);
  // More of them may not be loaded.
  if (before.length === 0) return l10n.t('Its latest {0} runs, without tests: {1}.', since.length, result);
  return [
    l10n.t('Its runs since {0}, without tests: {1}.', exactTime(first.created_at), result),
    l10n.t('Of the {0} runs before, {1} failed.', before.length, failed(before)),
  ].join(' ');
}

const failed = (runs: readonly WorkflowRunMetadata[]) => runs.filter(({ status }) => status === 'FAILED').length;

function resultsText(runs: readonly WorkflowRunMetadata[]): string {
  const succeeded = runs.filter(({ status }) => status === 'SUCCEEDED').length;
  const others = runs.length - succeeded - failed(runs);
  return others === 0
    ? l10n.t('{0} succeeded, {1} failed', succeeded, failed(runs))
    : l10n.t('{0} succeeded, {1} failed, {2} neither', succeeded, failed(runs), others);
}
