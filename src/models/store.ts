/** The models of the service. */
import type { Connection } from '../account/index.ts';
import type { ModelRecord } from '../api/index.ts';
import { ListStore } from '../shared/list-store.ts';

export class ModelStore extends ListStore {
  readonly #connection: Connection;
  #models: readonly ModelRecord[] = [];

  constructor(connection: Connection) {
    super('Models', connection);
    this.#connection = connection;
  }

  /** In the order of the service. */
  get models(): readonly ModelRecord[] {
    return this.#models;
  }

  override refresh(): Promise<void> {
    return this.load(async () => {
      const models = await this.#connection.run((client) => client.models());
      return () => {
        this.#models = models;
        return undefined;
      };
    });
  }

  /** Asks again after a failure too: a picker is opened to see models, not to see why there were none. */
  override async ensure(): Promise<void> {
    if (this.state === 'failed') await this.refresh();
    else await super.ensure();
  }

  protected override get size(): number {
    return this.#models.length;
  }

  protected override clear(): void {
    this.#models = [];
  }
}
