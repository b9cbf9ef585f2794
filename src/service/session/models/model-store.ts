/** The models of the service. */

import { ListStore } from '../../../shared/list/list-store.ts';
import { leavingOutUnreadable, type Unreadable } from '../../../shared/list/unreadable.ts';
import type { ApiClient } from '../../api/index.ts';
import { type Model, modelOf } from './catalog.ts';

export class ModelStore extends ListStore {
  readonly #client: ApiClient;
  /** In the order of the service. Replaced only by a load. */
  #list: readonly Model[] = [];
  #models: ReadonlyMap<string, Model> = new Map();
  #unreadable: Unreadable | undefined;

  constructor(client: ApiClient) {
    super('Models');
    this.#client = client;
  }

  override get unreadable(): Unreadable | undefined {
    return this.#unreadable;
  }

  /** In the order of the service. The same array until the list is loaded again. */
  get models(): readonly Model[] {
    return this.#list;
  }

  /** Returns undefined if the model isn't listed or the list isn't loaded. */
  get(id: string): Model | undefined {
    return this.#models.get(id);
  }

  override refresh(): Promise<void> {
    return this.load('refresh', async (signal) => {
      const { answer: records, unreadable } = await leavingOutUnreadable((onUnreadable) =>
        this.#client.models({ signal, onUnreadable }),
      );
      return () => {
        this.#unreadable = unreadable;
        this.#list = records.map(modelOf);
        this.#models = new Map(this.#list.map((model) => [model.id, model]));
        return undefined;
      };
    });
  }

  protected override get size(): number {
    return this.#models.size;
  }
}
