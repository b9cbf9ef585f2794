/** The models of the service. */
import { l10n } from 'vscode';
import type { ApiClient, Unreadable } from '../api/index.ts';
import { ListStore } from '../shared/list-store.ts';
import { catalogOf, isModelId, type Model } from './models/catalog.ts';

export class ModelStore extends ListStore {
  readonly #client: ApiClient;
  /** In the order of the service. Replaced only by a load. */
  #list: readonly Model[] = [];
  #models: ReadonlyMap<string, Model> = new Map();
  /** Number of records without a valid model ID. */
  #leftOut = 0;

  constructor(client: ApiClient) {
    super('Models');
    this.#client = client;
  }

  override get unreadable(): Unreadable | undefined {
    const why = l10n.t('enter the model as provider/model_name');
    return this.#leftOut === 0 ? undefined : { count: this.#leftOut, why };
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
      const records = await this.#client.models({ signal });
      return () => {
        this.#list = catalogOf(records);
        this.#models = new Map(this.#list.map((model) => [model.id, model]));
        // Duplicates don't count: the model is in the list.
        this.#leftOut = records.filter(({ id }) => !isModelId(id)).length;
        return undefined;
      };
    });
  }

  protected override get size(): number {
    return this.#models.size;
  }
}
