/** Longer than any run of the seed takes. */
const AGE = 10 * 60_000;

/** A clock that stands, for the service: runs neither start nor end while a test looks at them. */
export class StandingClock {
  #time = Date.now() - AGE;

  /** Current time in epoch milliseconds. */
  readonly now = (): number => this.#time;

  /** Lets time pass, in milliseconds. */
  tick(ms: number): void {
    this.#time += ms;
  }

  /** Ends the runs that were active when the service started. */
  catchUp(): void {
    this.#time = Date.now();
  }
}
