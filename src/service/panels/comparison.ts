/** Aligns the steps of two runs by name and keeps the order of both runs. Pure. */

import { timeOf } from '../../shared/time.ts';
import type { StepExecution } from '../api/index.ts';

export interface StepPair {
  readonly name: string;
  readonly left: StepExecution | undefined;
  readonly right: StepExecution | undefined;
}

/** Only the last attempt of each step is compared. Steps with the same name are matched by their order. */
export function alignSteps(left: readonly StepExecution[], right: readonly StepExecution[]): readonly StepPair[] {
  const [ones, others] = [lastAttempts(left), lastAttempts(right)];
  const pairs: StepPair[] = [];
  // Steps that only the right run has are inserted before the next step that both runs have.
  const inOrder = [...others.entries()];
  const places = new Map(inOrder.map(([key], place) => [key, place]));
  let next = 0;
  const insertUntil = (end: number) => {
    for (; next < end; next++) {
      const [key, other] = inOrder[next] as (typeof inOrder)[number];
      if (!ones.has(key)) pairs.push({ name: other.step_name, left: undefined, right: other });
    }
  };
  for (const [key, step] of ones) {
    insertUntil(places.get(key) ?? 0);
    pairs.push({ name: step.step_name, left: step, right: others.get(key) });
  }
  insertUntil(inOrder.length);
  return pairs;
}

/** Returns the last attempt of each step, in order of time. */
export function lastAttempts(steps: readonly StepExecution[]): Map<string, StepExecution> {
  const found = new Map<string, StepExecution>();
  const turns = new Map<string, number>();
  // Each time is parsed once. Ties, such as times that differ only in microseconds, are compared as text.
  const timed = steps.map((step) => ({ step, at: timeOf(step.created_at), text: step.created_at }));
  timed.sort((one, other) => one.at - other.at || (one.text < other.text ? -1 : Number(one.text > other.text)));
  for (const { step } of timed) {
    const { step_name, attempt } = step;
    const turn = (turns.get(step_name) ?? 0) + (attempt > 1 ? 0 : 1);
    turns.set(step_name, turn);
    found.set(`${turn} ${step_name}`, step);
  }
  return found;
}
