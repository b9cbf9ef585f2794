/** The sentence on top of the page of a run, and what differs from an earlier run. */
import { env, l10n } from 'vscode';
import { unreadableText } from '../../../shared/list/unreadable.ts';
import { describeFailure } from '../../../shared/text/failure-text.ts';
import { duration, exactTime, oneLine, plainText } from '../../../shared/text/format.ts';
import { hasZone, timeOf } from '../../../shared/text/time.ts';
import type { StepExecution, VersionDetails } from '../../api/index.ts';
import { durationText, statusText } from '../../session/runs/run-appearance.ts';
import { hasAllSteps, type RunDetail, stepNotes } from '../../session/runs/run-detail.ts';
import { isTest } from '../../session/runs/run-state.ts';
import { type ChangedStepView, type ChangesView, toneOf } from '../messages.ts';
import { listedRun } from '../run-row.ts';
import type { EarlierRuns } from './earlier-runs.ts';
import { type LoadedChanges, type LoadedRun, listedRuns } from './load-changes.ts';
import {
  type ChangedStep,
  changedSteps,
  failedStep,
  gapOf,
  hasContradictoryTimes,
  leastDifference,
  type StepDifference,
  stepChanges,
  versionChange,
} from './what-changed.ts';

/** Maximum number of steps that are shown, of names in a sentence, and of attempts of a step. */
const most = { steps: 50, names: 10, attempts: 5 };

/** Returns what differs between the run and the one before. */
export function changesView(loaded: LoadedRun, changes: LoadedChanges): ChangesView {
  const { run } = loaded;
  const { before, versions } = changes;
  const steps = before && before.steps.length > 0 ? stepChanges(before, run) : undefined;
  const facts = before === undefined ? [] : factsOf(before, run);
  const same = facts.flatMap(({ name, values: [one, other] }) => (one === other ? [`${name} (${one})`] : []));
  return {
    title: before === undefined ? l10n.t('What is known') : titleOf(before),
    facts: facts.flatMap(({ name, values: [one, other] }) =>
      one === other ? [] : [{ name, value: l10n.t('{0} → {1}', one, other) }],
    ),
    same: same.length === 0 ? '' : l10n.t('Same: {0}', same.join(', ')),
    versions: versions.between.map((version) => versionOf(version)),
    versionsNote: versionsNote(run, changes),
    steps: changedSteps(run, before).slice(0, most.steps).map(stepOf),
    stepNotes: steps === undefined ? [] : differenceNotes(steps),
    earlier: earlierTexts(run, changes),
    runs: listedRuns(changes).map(listedRun),
    unknown: unknownTexts(loaded, changes),
    canCompare: before !== undefined,
    publishable: replacedVersion(run, changes)?.name ?? null,
  };
}

/**
 * Returns the version of the last success if a newer one replaced it before the run failed. A test may run a draft, so
 * nothing was replaced.
 */
export function replacedVersion(run: RunDetail, { before, search, versions }: LoadedChanges) {
  if (run.status !== 'FAILED' || before?.status !== 'SUCCEEDED' || search === undefined) return undefined;
  if (isTest(run) || isTest(before) || versionChange(before, run, versions) !== 'newer') return undefined;
  return { id: before.version_id, name: oneLine(before.version_display_name, 60) };
}

function titleOf(before: RunDetail): string {
  const time = exactTime(before.created_at);
  return before.status === 'SUCCEEDED'
    ? l10n.t('Compared with the success of {0}', time)
    : l10n.t('Compared with the run of {0}', time);
}

/**
 * One sentence that claims no cause: how the run ended, and what the records say about the versions.
 * @param now epoch milliseconds, for the year of dates
 */
export function headlineOf({ run, changes }: LoadedRun, now: number): string {
  const result = resultOf(run);
  if (changes === undefined) {
    if (run.status === 'FAILED') return l10n.t('{0}. Searching for the last success…', result);
    return typeof run.duration === 'number' ? l10n.t('{0} in {1}', result, duration(run.duration)) : result;
  }
  const { before, search, versions } = changes;
  if (search === undefined)
    return before === undefined
      ? l10n.t("{0}. The run to compare with couldn't be loaded.", result)
      : l10n.t('{0}. The run of {1}: {2}', result, exactTime(before.created_at), resultOf(before));
  if (before === undefined) {
    if (search.problem !== undefined) return l10n.t("{0}. The last success isn't known.", result);
    return search.isComplete
      ? l10n.t('{0}. No earlier run of this workflow succeeded.', result)
      : l10n.t('{0}. No earlier success was found.', result);
  }
  const [later, earlier] = [run, before].map(({ version_display_name: one }) => oneLine(one, 60)) as [string, string];
  const gap = gapOf(before, run);
  const change = versionChange(before, run, versions);
  if (change === 'unknown' || change === 'same') {
    if (gap === undefined) return l10n.t('{0}. An earlier run succeeded, but its time is unknown.', result);
    return change === 'same'
      ? l10n.t('{0} with version {1}, which succeeded {2} before.', result, later, duration(gap))
      : l10n.t('{0}. The last success was {1} before.', result, duration(gap));
  }
  // A test may run a draft, so nothing was replaced.
  if (isTest(run) || isTest(before))
    return l10n.t('{0} with version {1}. The last success ran {2}.', result, later, earlier);
  if (change === 'older')
    return l10n.t('{0} with version {1}, which is older than {2} of the last success.', result, later, earlier);
  const created = versions.after?.created_at;
  return created === undefined
    ? l10n.t('{0} after version {1} replaced {2}.', result, later, earlier)
    : l10n.t('{0} after version {1} of {2} replaced {3}.', result, later, dayOf(created, now), earlier);
}

/** Formats a day: `Nov 11`. Includes the year if it isn't the current one. */
function dayOf(iso: string, now: number): string {
  const time = timeOf(iso);
  const isThisYear = new Date(time).getFullYear() === new Date(now).getFullYear();
  return inFormat(iso, { month: 'short', day: 'numeric', ...(!isThisYear && { year: 'numeric' }) });
}

const weekdayTime = (iso: string): string => inFormat(iso, { weekday: 'short', hour: 'numeric', minute: '2-digit' });

function inFormat(iso: string, options: Intl.DateTimeFormatOptions): string {
  const time = timeOf(iso);
  return Number.isNaN(time) || !hasZone(iso)
    ? exactTime(iso)
    : new Intl.DateTimeFormat(env.language, options).format(time);
}

/** Returns how a run ended: `Failed in Enrich lead (3 attempts)`. */
function resultOf(run: RunDetail): string {
  const failed = failedStep(run);
  if (failed === undefined) {
    if (run.status === 'FAILED')
      return hasAllSteps(run) ? l10n.t('Failed without a failed step') : l10n.t('Failed in an unknown step');
    const text = statusText(run.status);
    return text.charAt(0).toLocaleUpperCase() + text.slice(1);
  }
  const name = oneLine(failed.name, 60);
  if (failed.others === 1) return l10n.t('Failed in {0} and 1 other step', name);
  if (failed.others > 1) return l10n.t('Failed in {0} and {1} other steps', name, failed.others);
  if (failed.attempts > 1) return l10n.t('Failed in {0} ({1} attempts)', name, failed.attempts);
  const { attempt } = failed.step;
  return attempt > 1 ? l10n.t('Failed in {0} (attempt {1})', name, attempt) : l10n.t('Failed in {0}', name);
}

interface ComparedFact {
  readonly name: string;
  readonly values: readonly [before: string, after: string];
}

function factsOf(before: RunDetail, run: RunDetail): readonly ComparedFact[] {
  const fact = (name: string, textOf: (one: RunDetail) => string): ComparedFact => ({
    name,
    values: [textOf(before), textOf(run)],
  });
  return [
    fact(l10n.t('Version'), ({ version_display_name: one }) => oneLine(one, 60)),
    fact(l10n.t('Type'), ({ type }) => oneLine(type, 60)),
    fact(l10n.t('Time of day'), ({ created_at }) => weekdayTime(created_at)),
    fact(l10n.t('Duration'), durationText),
  ];
}

function versionOf({
  display_name,
  created_at,
  parent,
  commit_message,
}: VersionDetails): ChangesView['versions'][number] {
  return {
    name: oneLine(display_name),
    about: [exactTime(created_at), ...(parent ? [l10n.t('based on {0}', oneLine(parent.display_name, 60))] : [])].join(
      ' · ',
    ),
    message: plainText(commit_message ?? '', 600),
  };
}

function versionsNote(run: RunDetail, { before, versions }: LoadedChanges): string {
  if (versions.problem !== undefined)
    return l10n.t(
      "A version couldn't be loaded, so the versions between aren't known. {0}",
      describeFailure(versions.problem),
    );
  if (!versions.isWhole) return l10n.t("Older versions aren't listed.");
  if (before && versionChange(before, run, versions) === 'older')
    return l10n.t('These versions are newer than the version of the failed run.');
  return '';
}

function stepOf({ name, before, after, differences }: ChangedStep): ChangedStepView {
  const isCompared = differences.length > 0;
  const errorOf = (steps: readonly StepExecution[]) => steps.at(-1)?.error;
  const hasOtherError = differences.some(({ kind }) => kind === 'error');
  const earlier = hasOtherError ? errorOf(before) : undefined;
  const later = errorOf(after);
  return {
    name: oneLine(name),
    differences: differences.map(differenceText).join(', '),
    before: isCompared ? attemptsText(before) : '',
    after: attemptsText(after),
    tone: toneOf(after.at(-1)?.status ?? ''),
    earlierError: earlier ? plainText(earlier, 4000) : null,
    error: later ? plainText(later, 20_000) : null,
  };
}

function differenceText(difference: StepDifference): string {
  switch (difference.kind) {
    case 'new':
      return l10n.t('only in this run');
    case 'status':
      return l10n.t('other status');
    case 'error':
      return l10n.t('other error');
    case 'attempts':
      return l10n.t('other number of attempts');
    case 'duration':
      return `${difference.by > 0 ? '+' : '−'}${duration(Math.abs(difference.by))}`;
    default:
      return difference satisfies never;
  }
}

/** Returns the attempts of a step in one run: `failed 30 s, failed 31 s, succeeded 2 s`. */
function attemptsText(steps: readonly StepExecution[]): string {
  if (steps.length === 0) return l10n.t('not in this run');
  const [first] = steps;
  const isAlike = steps.every(({ status, error }) => status === first?.status && error === first.error);
  const times = steps.flatMap(({ duration: one }) => (typeof one === 'number' ? [one] : []));
  if (first && isAlike && steps.length > 1) {
    const range =
      times.length === 0 ? [] : [...new Set([Math.min(...times), Math.max(...times)].map((one) => duration(one)))];
    return [l10n.t('{0} attempts: {1}', steps.length, statusText(first.status)), range.join(' – ')].join(' ').trim();
  }
  const shown = steps.slice(-most.attempts).map((step) => {
    const parts = [statusText(step.status), ...(typeof step.duration === 'number' ? [duration(step.duration)] : [])];
    return parts.join(' ');
  });
  const text = shown.join(', ');
  if (steps.length > shown.length) return l10n.t('{0} attempts, the last: {1}', steps.length, text);
  return first && steps.length === 1 && first.attempt > 1 ? l10n.t('attempt {0}: {1}', first.attempt, text) : text;
}

function differenceNotes({ changed, missing, same }: ReturnType<typeof stepChanges>): readonly string[] {
  const notes: string[] = [];
  if (changed.length > most.steps) notes.push(l10n.t('{0} more steps differ.', changed.length - most.steps));
  if (missing.length > 0) {
    const names = missing.slice(0, most.names).map((name) => oneLine(name, 60));
    notes.push(
      missing.length > most.names
        ? l10n.t("Steps that aren't in this run: {0}, and {1} more.", names.join(', '), missing.length - most.names)
        : l10n.t("Steps that aren't in this run: {0}.", names.join(', ')),
    );
  }
  if (same > 0)
    notes.push(same === 1 ? l10n.t('1 step has no difference.') : l10n.t('{0} steps have no difference.', same));
  return notes;
}

function earlierTexts(run: RunDetail, { earlier }: LoadedChanges): readonly string[] {
  const failed = failedStep(run);
  if (earlier === undefined) return [];
  return [
    ...(earlier.problem === undefined
      ? []
      : [l10n.t("Couldn't load earlier runs. {0}", describeFailure(earlier.problem))]),
    ...(earlier.since === undefined ? [] : [sinceText(earlier.since)]),
    ...(failed && earlier.compared > 0 ? [alikeText(oneLine(failed.name, 60), earlier)] : []),
  ];
}

function sinceText({ runs, failed }: NonNullable<EarlierRuns['since']>): string {
  if (runs === 0) return l10n.t('No other run between.');
  return runs === 1
    ? l10n.t('1 run between; failed: {0}.', failed)
    : l10n.t('{0} runs between; failed: {1}.', runs, failed);
}

function alikeText(step: string, { compared, alike, oldest }: EarlierRuns): string {
  const since = exactTime(oldest ?? '');
  if (alike === 0)
    return l10n.t('None of the last {0} failed runs before (back to {1}) failed in {2}.', compared, since, step);
  return l10n.t(
    'Of the last {0} failed runs before (back to {1}), {2} failed in {3}, too.',
    compared,
    since,
    alike,
    step,
  );
}

/** Returns what the records don't say, and how far the search went. */
function unknownTexts({ run, payload }: LoadedRun, changes: LoadedChanges): readonly string[] {
  const { before, beforeProblem, search } = changes;
  const isCompared = payload !== undefined && changes.payload !== undefined;
  const texts =
    isCompared || before === undefined
      ? []
      : [l10n.t("The payloads of both runs aren't known here, so they aren't compared.")];
  if (search && !search.isComplete)
    texts.push(l10n.t('The search for the last success ended. Successful runs that it read: {0}.', search.searched));
  if (search?.problem !== undefined) texts.push(describeFailure(search.problem));
  if (search?.unreadable) texts.push(unreadableText(search.unreadable));
  if (before === undefined) return texts;
  if (isTest(run) !== isTest(before)) texts.push(l10n.t('Only one of the runs is a test (type TEST).'));
  if (beforeProblem !== undefined)
    texts.push(l10n.t("The steps of the earlier run couldn't be loaded. {0}", describeFailure(beforeProblem)));
  else if (before.steps.length === 0) texts.push(l10n.t('The service sent no steps of the earlier run.'));
  else
    texts.push(
      l10n.t(
        'Durations of steps are compared if both succeeded. They differ if one is twice the other, by at least {0}.',
        duration(leastDifference),
      ),
    );
  if (beforeProblem === undefined) texts.push(...stepNotes(before), ...stepNotes(run));
  if ([before, run].some(hasContradictoryTimes))
    texts.push(l10n.t('Times of a run contradict each other, so durations may be wrong.'));
  return texts;
}
