/** Model data that a chat needs. Missing data is unknown. */
import type { Connection } from '../account/index.ts';
import type { ChatUsage } from '../api/index.ts';
import { costOf, type Model, type Models, takesImages } from '../models/index.ts';
import { DisposableStore } from '../shared/disposable.ts';

/**
 * Remembers models of earlier lists of the account: the list may be empty when an answer ends, because the connection
 * was lost. Another account may have other prices and limits.
 */
export class ModelFacts extends DisposableStore {
  readonly #known = new Map<string, Model>();

  constructor({ store }: Models, connection: Pick<Connection, 'onDidReplace'>) {
    super();
    const read = () => {
      for (const model of store.models) this.#known.set(model.id, model);
    };
    this.own(store.onDidChange(read));
    this.own(connection.onDidReplace(() => this.#known.clear()));
    read();
  }

  /** Cost of an answer; undefined if unknown. */
  cost(model: string, usage: ChatUsage): ReturnType<typeof costOf> {
    return costOf(usage, this.#known.get(model));
  }

  takesImages(model: string): boolean {
    const known = this.#known.get(model);
    return known !== undefined && takesImages(known);
  }

  /** Context window in tokens; undefined if unknown. */
  contextWindowOf(model: string): number | undefined {
    return this.#known.get(model)?.context;
  }
}
