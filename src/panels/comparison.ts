/** Aligns the steps of two runs by name and keeps the order of both runs. Pure. */
import type { StepExecution } from '../api/index.ts';
import { compareTimes } from '../shared/time.ts';

export interface StepPair {
  readonly name: string;
  readonly left: StepExecution | undefined;
  readonly right: StepExecution | undefined;
}

/** Only the last attempt of each step is compared. Steps with the same name are matched by their order. */
export function alignSteps(left: readonly StepExecution[], right: readonly StepExecution[]): readonly StepPair[] {
  const [ones, others] = [lastAttempts(left), lastAttempts(right)];
  const pairs: StepPair[] = [];
  const rest = new Map(others);
  for (const [key, step] of ones) {
    // Steps that only the right run has are inserted before the next step that both runs have.
    if (rest.has(key))
      for (const [earlier, other] of rest) {
        if (earlier === key) break;
        if (ones.has(earlier)) continue;
        pairs.push({ name: other.step_name, left: undefined, right: other });
        rest.delete(earlier);
      }
    pairs.push({ name: step.step_name, left: step, right: rest.get(key) });
    rest.delete(key);
  }
  for (const other of rest.values()) pairs.push({ name: other.step_name, left: undefined, right: other });
  return pairs;
}

/** Returns the last attempt of each step, in order of time. */
export function lastAttempts(steps: readonly StepExecution[]): Map<string, StepExecution> {
  const found = new Map<string, StepExecution>();
  const turns = new Map<string, number>();
  const ordered = [...steps].sort((one, other) => compareTimes(one.created_at, other.created_at));
  for (const step of ordered) {
    const { step_name, attempt } = step;
    const turn = (turns.get(step_name) ?? 0) + (attempt > 1 ? 0 : 1);
    turns.set(step_name, turn);
    found.set(`${turn} ${step_name}`, step);
  }
  return found;
}
