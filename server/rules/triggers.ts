/** Which rules a text is worth: most hold none of the characters that most rules are about. */

/** Sorts things by the characters that they wait for. */
export class ByTrigger<T> {
  readonly #all: readonly T[];
  readonly #masks: readonly number[];
  readonly #bits = new Uint16Array(128);
  readonly #known = new Map<number, readonly T[]>();

  /** @param triggersOf the characters (ASCII, no more than 16 in all) that a thing waits for; undefined: it waits for none */
  constructor(all: readonly T[], triggersOf: (thing: T) => string | undefined) {
    this.#all = all;
    const characters = [...new Set(all.flatMap((thing) => [...(triggersOf(thing) ?? '')]))];
    for (const [index, character] of characters.entries()) this.#bits[character.charCodeAt(0)] = 1 << index;
    this.#masks = all.map((thing) => {
      const triggers = triggersOf(thing);
      return triggers === undefined ? -1 : this.#maskOf(triggers);
    });
  }

  /** The things that wait for nothing, or for a character of this text. */
  for(text: string): readonly T[] {
    const mask = this.#maskOf(text);
    let found = this.#known.get(mask);
    if (found === undefined) {
      found = this.#all.filter((_, index) => this.#masks[index] === -1 || ((this.#masks[index] ?? 0) & mask) !== 0);
      this.#known.set(mask, found);
    }
    return found;
  }

  #maskOf(text: string): number {
    let mask = 0;
    for (let index = 0; index < text.length; index++) mask |= this.#bits[text.charCodeAt(index)] ?? 0;
    return mask;
  }
}
