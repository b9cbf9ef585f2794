/** Attempts of steps. The service lists each attempt as a step. */
import { timeOf } from '../../../shared/text/time.ts';
import type { StepExecution } from '../../api/index.ts';

/** A step with its attempts so far. */
interface Round {
  readonly attempts: StepExecution[];
  /** Position of its last attempt in the order of time. */
  latest: number;
}

/** Attempts whose number is more than this above the previous one start another round. Bounds the cost for a step. */
const longestGap = 32;

/**
 * Returns the attempts of each step, in order of time. A step that runs again, as in a loop, is another step: an attempt
 * belongs to the step of its name that was active last and has a lower attempt number, whether the service counts from 0
 * or 1.
 */
export function attemptsOf(steps: readonly StepExecution[]): Map<string, readonly StepExecution[]> {
  const found = new Map<string, readonly StepExecution[]>();
  const roundsOfName = new Map<string, number>();
  /** By the number of the last attempt and the name. The last of a list was active last. */
  const open = new Map<string, Round[]>();
  // Each time is parsed once. Ties, such as times that differ only in microseconds, are compared as text.
  const timed = steps.map((step) => ({ step, at: timeOf(step.created_at), text: step.created_at }));
  timed.sort((one, other) => one.at - other.at || (one.text < other.text ? -1 : Number(one.text > other.text)));
  for (const [position, { step }] of timed.entries()) {
    const { step_name: name, attempt } = step;
    let round: Round | undefined;
    for (let lower = attempt - 1; lower >= Math.max(0, attempt - longestGap); lower--) {
      const candidate = open.get(`${lower} ${name}`)?.at(-1);
      if (candidate && candidate.latest > (round?.latest ?? -1)) round = candidate;
    }
    if (round) {
      open.get(`${round.attempts.at(-1)?.attempt} ${name}`)?.pop();
      round.attempts.push(step);
      round.latest = position;
    } else {
      round = { attempts: [step], latest: position };
      const number = (roundsOfName.get(name) ?? 0) + 1;
      roundsOfName.set(name, number);
      found.set(`${number} ${name}`, round.attempts);
    }
    const key = `${attempt} ${name}`;
    const others = open.get(key);
    if (others) others.push(round);
    else open.set(key, [round]);
  }
  return found;
}

/** Returns the last attempt of each step, in order of time. */
export function lastAttempts(steps: readonly StepExecution[]): Map<string, StepExecution> {
  const attempts = [...attemptsOf(steps)];
  return new Map(attempts.flatMap(([key, all]) => all.slice(-1).map((last) => [key, last] as const)));
}
