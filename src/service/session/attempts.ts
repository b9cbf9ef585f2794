/** Attempts of steps. The service lists each attempt as a step. */
import { timeOf } from '../../shared/time.ts';
import type { StepExecution } from '../api/index.ts';

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
