/** The models of the service. */
import { l10n } from 'vscode';
import type { Connection } from '../account/index.ts';
import type { Unreadable } from '../api/index.ts';
import { ListStore } from '../shared/list-store.ts';
import { catalogueOf, type Model } from './catalogue.ts';
import { isModelId } from './model-id.ts';

export class ModelStore extends ListStore {
  readonly #connection: Connection;
  #models: ReadonlyMap<string, Model> = new Map();
  /** Records whose id nobody could ask for. */
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

  /** Undefined where the list does not have it, or is not loaded. */
  get(id: string): Model | undefined {
    return this.#models.get(id);
  }

  override refresh(): Promise<void> {
    return this.load(async (signal) => {
      const records = await this.#connection.run((client) => client.models({ signal }));
      return () => {
        this.#models = new Map(catalogueOf(records).map((model) => [model.id, model]));
        // A model that is listed twice is there.
        this.#leftOut = records.filter(({ id }) => !isModelId(id)).length;
        return undefined;
      };
    });
  }

  /** Asks again after a failure too: a picker is opened to see models, not to see why there were none. */
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
