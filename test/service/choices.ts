/** Choices of a varied service: the same seed always chooses the same, whatever was chosen before. */
import { Random, seedOf } from '../random.ts';

export class Choices {
  readonly #seed: number;

  constructor(seed: number) {
    this.#seed = seed;
  }

  /** @param what names the choice, so that others don't depend on it */
  of<const T>(what: string, options: readonly T[]): T {
    return this.#random(what).pick(options);
  }

  /** True for this part of all names. */
  isPart(what: string, part: number): boolean {
    return this.#random(what).next() < part;
  }

  shuffled<T>(what: string, items: readonly T[]): T[] {
    return this.#random(what).shuffled(items);
  }

  between(what: string, low: number, high: number): number {
    return this.#random(what).between(low, high);
  }

  /** Returns a text whose order is unrelated to that of the names. */
  rank(what: string): string {
    return String(this.between(what, 1e6, 9e6));
  }

  #random(what: string): Random {
    const random = new Random(seedOf(`${this.#seed} ${what}`));
    // Similar names have similar seeds.
    random.next();
    return random;
  }
}
