/**
 * Runs at most `limit` tasks at once, in the order of the calls. A task that fails rejects only its own promise.
 */
export class Pool {
  readonly #limit: number;
  readonly #waiting: (() => void)[] = [];
  #running = 0;

  constructor(limit: number) {
    this.#limit = limit;
  }

  async run<T>(work: () => Promise<T>): Promise<T> {
    if (this.#running >= this.#limit) await new Promise<void>((resolve) => this.#waiting.push(resolve));
    else this.#running++;
    try {
      return await work();
    } finally {
      const next = this.#waiting.shift();
      // The next task takes over this slot, so the count never exceeds the limit.
      if (next) next();
      else this.#running--;
    }
  }
}
