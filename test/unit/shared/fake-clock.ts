import type { Clock } from '../../../common/clock.ts';

/** A clock that the test advances. */
export class FakeClock implements Clock {
  #now = 0;
  #waiting: { at: number; run: () => void }[] = [];
  readonly #settle: (isWaiting: () => boolean) => Promise<void>;

  /** @param settle waits until a started call has ended; `isWaiting` returns true if there is a new timer */
  constructor(settle: (isWaiting: () => boolean) => Promise<void>) {
    this.#settle = settle;
  }

  now(): number {
    return this.#now;
  }

  later(delayMs: number, run: () => void): () => void {
    const entry = { at: this.#now + delayMs, run };
    this.#waiting.push(entry);
    return () => {
      this.#waiting = this.#waiting.filter((other) => other !== entry);
    };
  }

  random(): number {
    return 0.5;
  }

  async pass(ms: number): Promise<void> {
    const end = this.#now + ms;
    for (;;) {
      const next = this.#waiting.filter((entry) => entry.at <= end).sort((a, b) => a.at - b.at)[0];
      if (!next) break;
      this.#waiting = this.#waiting.filter((entry) => entry !== next);
      this.#now = next.at;
      next.run();
      await this.#settle(() => this.#waiting.length > 0);
    }
    this.#now = end;
  }
}
