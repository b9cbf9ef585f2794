/** The clock of the service, which may differ from ours, from the `Date` headers of its responses. */
import type { Clock } from '../../common/clock.ts';

export interface ServiceClock {
  note(headers: Headers): void;
  /** Current time of the service in epoch milliseconds; undefined if it's not known. */
  now(): number | undefined;
}

export function createServiceClock(clock: Clock): ServiceClock {
  let offset: number | undefined;
  return {
    note: (headers) => {
      const time = Date.parse(headers.get('date') ?? '');
      // The time of a cached response is the time when it was created.
      if (!Number.isNaN(time) && headers.get('age') === null) offset = time - clock.now();
    },
    now: () => (offset === undefined ? undefined : clock.now() + offset),
  };
}
