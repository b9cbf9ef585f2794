import { EventEmitter, type Memento } from 'vscode';
import { Owner } from './disposable.ts';

/** What the user has chosen and the workspace remembers; tells when any of it is another. */
export abstract class Choices extends Owner {
  readonly #memory: Memento;
  readonly #changed = this.own(new EventEmitter<void>());
  readonly onDidChange = this.#changed.event;

  constructor(memory: Memento) {
    super();
    this.#memory = memory;
  }

  /** As it was kept, perhaps by another version: whoever reads it looks at what it is. */
  protected kept<T = unknown>(key: string): T | undefined {
    return this.#memory.get<T>(key);
  }

  /** @param value undefined forgets it */
  protected async keep(key: string, value: unknown): Promise<void> {
    await this.#memory.update(key, value);
    this.#changed.fire();
  }
}
