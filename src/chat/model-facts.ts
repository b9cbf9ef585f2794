/** What a chat needs to know of a model; absent is unknown. */
import { type ModelStore, tokenPrice } from '../models/index.ts';
import { Owner } from '../shared/disposable.ts';
import type { Price } from './usage.ts';

interface ModelFact {
  readonly price?: Price;
  /** How many tokens it takes at most. */
  readonly context?: number;
}

/** What the last list said: it may be gone when an answer ends, for example because the connection was lost meanwhile. */
export class ModelFacts extends Owner {
  readonly #facts = new Map<string, ModelFact>();

  constructor(store: ModelStore) {
    super();
    this.own(store.onDidChange(() => this.#read(store)));
    this.#read(store);
  }

  of(id: string | undefined): ModelFact {
    return this.#facts.get(id ?? '') ?? {};
  }

  #read({ models }: ModelStore): void {
    for (const { id, raw } of models) {
      const price = tokenPrice(raw);
      const { context_length: context } = raw;
      this.#facts.set(id, {
        ...(price && { price }),
        ...(typeof context === 'number' && context > 0 && { context }),
      });
    }
  }
}
