/** A clock that stands, for the service: runs neither start nor end while a test looks at them. */
import { type Service, type ServiceOptions, startService } from './index.ts';

/** Longer than any run of the seed takes. */
const AGE = 10 * 60_000;

export class StandingClock {
  #time = Date.now() - AGE;

  /** Current time in epoch milliseconds. */
  readonly now = (): number => this.#time;

  /** Lets time pass, in milliseconds. */
  tick(ms: number): void {
    this.#time += ms;
  }
}

/** Starts the service with a clock that stands, after all runs of the seed have ended. */
export async function startStandingService(
  options: Omit<ServiceOptions, 'now'> = {},
): Promise<{ service: Service; clock: StandingClock }> {
  const clock = new StandingClock();
  const service = await startService({ ...options, now: clock.now });
  clock.tick(AGE);
  return { service, clock };
}
