/** Pseudorandom numbers that are the same for the same 32-bit seed (mulberry32). */
export class Random {
  #state: number;

  constructor(seed: number) {
    this.#state = seed >>> 0;
  }

  /** Returns a number from 0 (inclusive) to 1 (exclusive). */
  next(): number {
    this.#state = (this.#state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(this.#state ^ (this.#state >>> 15), this.#state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  }

  /** Returns an integer from 0 (inclusive) to `limit` (exclusive); 0 if the limit is less than 1. */
  below(limit: number): number {
    return Math.floor(this.next() * Math.max(1, limit));
  }

  /** Returns an integer from `low` to `high`, both inclusive. */
  between(low: number, high: number): number {
    return low + this.below(high - low + 1);
  }

  /** @param items at least one */
  pick<T>(items: readonly T[]): T {
    return items[this.below(items.length)] as T;
  }

  /** Returns the items in another order. */
  shuffled<T>(items: readonly T[]): T[] {
    const rest = [...items];
    return items.map(() => rest.splice(this.below(rest.length), 1)[0] as T);
  }

  id(prefix: string): string {
    const letters = [...'abcdefghijkmnpqrstuvwxyz23456789'];
    return `${prefix}_${Array.from({ length: 16 }, () => this.pick(letters)).join('')}`;
  }
}

/** Returns a seed for a text (FNV-1a), so that the same prompt produces the same image. */
export function seedOf(text: string): number {
  let hash = 0x811c9dc5;
  for (let at = 0; at < text.length; at++) hash = Math.imul(hash ^ text.charCodeAt(at), 0x01000193);
  return hash >>> 0;
}
