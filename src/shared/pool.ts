/**
 * Runs at most `limit` pieces of work at once, in the order they came. A piece that fails rejects only its own promise.
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
      // The next one takes this place over, so the count never passes the limit.
      if (next) next();
      else this.#running--;
    }
  }
}
