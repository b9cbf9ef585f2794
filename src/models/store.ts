/** The models of the service. */
import { l10n } from 'vscode';
import type { Connection } from '../account/index.ts';
import type { Unreadable } from '../api/index.ts';
import { ListStore } from '../shared/list-store.ts';
import { catalogOf, isModelId, type Model } from './catalog.ts';

export class ModelStore extends ListStore {
  readonly #connection: Connection;
  #models: ReadonlyMap<string, Model> = new Map();
  /** Number of records without a valid model ID. */
  #leftOut = 0;

  constructor(connection: Connection) {
    super('Models', connection);
    this.#connection = connection;
  }

  override get unreadable(): Unreadable | undefined {
    const why = l10n.t('enter the model as provider/model_name');
    return this.#leftOut === 0 ? undefined : { count: this.#leftOut, why };
  }

  /** In the order of the service. */
  get models(): readonly Model[] {
    return [...this.#models.values()];
  }

  /** Returns undefined if the model isn't listed or the list isn't loaded. */
  get(id: string): Model | undefined {
    return this.#models.get(id);
  }

  override refresh(): Promise<void> {
    return this.load('refresh', async (signal) => {
      const records = await this.#connection.run((client) => client.models({ signal }));
      return () => {
        this.#models = new Map(catalogOf(records).map((model) => [model.id, model]));
        // Duplicates don't count: the model is in the list.
        this.#leftOut = records.filter(({ id }) => !isModelId(id)).length;
        return undefined;
      };
    });
  }

  /** Also retries after a failure: a user who opens a picker wants the models, not the last error. */
  async ensureLoaded(): Promise<void> {
    if (this.state === 'failed' || this.state === 'stopped') await this.refresh();
    else await this.ensure();
  }

  protected override get size(): number {
    return this.#models.size;
  }

  protected override clear(): void {
    this.#models = new Map();
    this.#leftOut = 0;
  }
}
