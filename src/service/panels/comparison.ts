/** Aligns the steps of two runs by name and keeps the order of both runs. Pure. */

import type { StepExecution } from '../api/index.ts';
import { lastAttempts } from '../session/attempts.ts';

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
