/** Attempts of steps. The service lists each attempt as a step. */
import { timeOf } from '../../shared/time.ts';
import type { StepExecution } from '../api/index.ts';

/**
 * Returns the attempts of each step, in order of time. A step that runs again, as in a loop, is another step: an attempt
 * belongs to the latest one of its name that has a lower attempt number, whether the service counts from 0 or 1.
 */
export function attemptsOf(steps: readonly StepExecution[]): Map<string, readonly StepExecution[]> {
  const turnsByName = new Map<string, StepExecution[][]>();
  const found = new Map<string, readonly StepExecution[]>();
  // Each time is parsed once. Ties, such as times that differ only in microseconds, are compared as text.
  const timed = steps.map((step) => ({ step, at: timeOf(step.created_at), text: step.created_at }));
  timed.sort((one, other) => one.at - other.at || (one.text < other.text ? -1 : Number(one.text > other.text)));
  for (const { step } of timed) {
    const { step_name: name, attempt } = step;
    const turns = turnsByName.get(name) ?? [];
    turnsByName.set(name, turns);
    const open = attempt > 0 ? turns.findLast((one) => (one.at(-1)?.attempt ?? attempt) < attempt) : undefined;
    if (open) open.push(step);
    else found.set(`${turns.push([step])} ${name}`, turns.at(-1) ?? []);
  }
  return found;
}

/** Returns the last attempt of each step, in order of time. */
export function lastAttempts(steps: readonly StepExecution[]): Map<string, StepExecution> {
  const attempts = [...attemptsOf(steps)];
  return new Map(attempts.flatMap(([key, all]) => all.slice(-1).map((last) => [key, last] as const)));
}
