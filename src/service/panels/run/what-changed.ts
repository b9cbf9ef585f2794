/** What differs between a run and an earlier one, usually the last successful one. Pure; states only what the records say. */

import { timeOf } from '../../../shared/text/time.ts';
import type { StepExecution, VersionDetails, WorkflowRunMetadata } from '../../api/index.ts';
import { attemptsOf } from '../../session/runs/attempts.ts';
import { hasAllSteps, type RunDetail } from '../../session/runs/run-detail.ts';
import { lengthOf } from './timeline.ts';

/** The step at which a run failed. */
export interface FailedStep {
  readonly name: string;
  readonly step: StepExecution;
  /** Number of attempts that the service sent. */
  readonly attempts: number;
  /** Number of other steps that ended as failed. */
  readonly others: number;
}

/** Returns the step that failed last, without those whose later attempt succeeded; undefined if none did. */
export function failedStep(run: RunDetail): FailedStep | undefined {
  if (run.status !== 'FAILED') return undefined;
  const failed = [...attemptsOf(run.steps).values()].filter((all) => all.at(-1)?.status === 'FAILED');
  const endOf = (step: StepExecution) => timeOf(step.finished_at) || timeOf(step.started_at) || 0;
  const [step, all] = failed.reduce<readonly [StepExecution | undefined, readonly StepExecution[]]>(
    ([latest, ofLatest], one) => {
      const last = one.at(-1);
      return last && (latest === undefined || endOf(last) >= endOf(latest)) ? [last, one] : [latest, ofLatest];
    },
    [undefined, []],
  );
  return step && { name: step.step_name, step, attempts: all.length, others: failed.length - 1 };
}

/** What is known of the versions of two runs. */
export interface LoadedVersions {
  readonly before: VersionDetails | undefined;
  readonly after: VersionDetails | undefined;
  /** The versions after the lower revision up to the higher one, latest first. */
  readonly between: readonly VersionDetails[];
  /** False if there are more, or if they couldn't be loaded. */
  readonly isWhole: boolean;
  readonly problem?: unknown;
}

/** How the version of a run relates to that of the earlier one; `unknown` if a record names none. */
export type VersionChange = 'same' | 'newer' | 'older' | 'other' | 'unknown';

export function versionChange(
  before: WorkflowRunMetadata,
  after: WorkflowRunMetadata,
  versions: Pick<LoadedVersions, 'before' | 'after'>,
): VersionChange {
  if (before.version_id === '' || after.version_id === '') return 'unknown';
  if (before.version_id === after.version_id) return 'same';
  const by = (versions.after?.revision ?? Number.NaN) - (versions.before?.revision ?? Number.NaN);
  return by > 0 ? 'newer' : by < 0 ? 'older' : 'other';
}

/** Seconds between the creation of two runs; undefined if a time is unknown or the order is wrong. */
export function gapOf(before: WorkflowRunMetadata, after: WorkflowRunMetadata): number | undefined {
  const gap = (timeOf(after.created_at) - timeOf(before.created_at)) / 1000;
  return gap >= 0 ? gap : undefined;
}

export type StepDifference =
  | { readonly kind: 'new' | 'status' | 'error' | 'attempts' }
  /** Both succeeded. */
  | { readonly kind: 'duration'; readonly by: number };

/** A step that differs, with its attempts in both runs. */
export interface ChangedStep {
  readonly name: string;
  readonly before: readonly StepExecution[];
  readonly after: readonly StepExecution[];
  readonly differences: readonly StepDifference[];
}

export interface StepChanges {
  /** In the order of the later run, except that the failed step is first. */
  readonly changed: readonly ChangedStep[];
  /** Names of the steps that only the earlier run has. */
  readonly missing: readonly string[];
  /** Number of steps without a difference. */
  readonly same: number;
}

/**
 * Aligns the steps of two runs by name, and the attempts of each, and returns what differs. A step that the other run
 * doesn't have is a difference only if all steps of that one are known.
 */
export function stepChanges(before: RunDetail, after: RunDetail): StepChanges {
  const [ones, others] = [attemptsOf(before.steps), attemptsOf(after.steps)];
  const changed: ChangedStep[] = [];
  let same = 0;
  const isWhole = { before: hasAllSteps(before), after: hasAllSteps(after) };
  for (const [key, attempts] of others) {
    const known = ones.get(key) ?? [];
    if (known.length === 0 && !isWhole.before) continue;
    const differences = differencesOf(known, attempts, isWhole.before && isWhole.after);
    if (differences.length === 0) same++;
    else changed.push({ name: attempts[0]?.step_name ?? '', before: known, after: attempts, differences });
  }
  const failed = failedStep(after)?.step;
  const rank = (one: ChangedStep) => (failed !== undefined && one.after.includes(failed) ? 0 : 1);
  return {
    changed: changed.sort((one, other) => rank(one) - rank(other)),
    missing: [...(isWhole.after ? ones : [])].flatMap(([key, [step]]) =>
      others.has(key) || step === undefined ? [] : [step.step_name],
    ),
    same,
  };
}

/** A difference of the duration is reported from this one on, in seconds, if one is at least twice the other. */
export const leastDifference = 1;

/** @param areWhole whether all attempts of both runs are known */
function differencesOf(
  before: readonly StepExecution[],
  after: readonly StepExecution[],
  areWhole: boolean,
): StepDifference[] {
  const [one, other] = [before.at(-1), after.at(-1)];
  if (other === undefined) return [];
  if (one === undefined) return [{ kind: 'new' }];
  const found: StepDifference[] = [];
  if (one.status !== other.status) found.push({ kind: 'status' });
  // A step that failed now and didn't before has an error, which the status says already.
  else if ((one.error ?? '') !== (other.error ?? '')) found.push({ kind: 'error' });
  if (areWhole && before.length !== after.length) found.push({ kind: 'attempts' });
  const [length, laterLength] = [lengthOf(one), lengthOf(other)];
  if (one.status !== 'SUCCEEDED' || other.status !== 'SUCCEEDED') return found;
  if (length === undefined || laterLength === undefined) return found;
  const by = laterLength - length;
  const isLarge = Math.max(length, laterLength) >= 2 * Math.min(length, laterLength);
  if (isLarge && Math.abs(by) >= leastDifference) found.push({ kind: 'duration', by });
  return found;
}

/** True if something ended before it started, or a step started before its run was created: the clocks disagree. */
export function hasContradictoryTimes(run: RunDetail): boolean {
  const created = timeOf(run.created_at);
  // Times may be in whole seconds.
  const isBefore = (one: number, other: number) => one + 1000 < other;
  return [run, ...run.steps].some(({ started_at, finished_at }) => {
    const [started, finished] = [timeOf(started_at), timeOf(finished_at)];
    return isBefore(finished, started) || isBefore(started, created);
  });
}

/** Returns the steps that the page shows: those that differ or, without another run to compare with, the failed one. */
export function changedSteps(run: RunDetail, before: RunDetail | undefined): readonly ChangedStep[] {
  if (before !== undefined && before.steps.length > 0) return stepChanges(before, run).changed;
  const step = failedStep(run)?.step;
  return step === undefined ? [] : [{ name: step.step_name, before: [], after: [step], differences: [] }];
}
