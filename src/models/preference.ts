/** Which models the user likes and has used, on this machine. */
import { EventEmitter, type Memento } from 'vscode';
import { Owner } from '../shared/disposable.ts';
import { setting } from '../shared/settings.ts';
import { isModelId } from './model-id.ts';

const KEYS = {
  /** The newest first. An earlier version kept one id alone. */
  recent: 'switchyard.models.last',
  favourites: 'switchyard.models.favourites',
} as const;
const MOST_RECENT = 5;

export class ModelPreference extends Owner {
  readonly #memento: Memento;
  readonly #changed = this.own(new EventEmitter<void>());
  readonly onDidChange = this.#changed.event;

  constructor(memento: Memento) {
    super();
    this.#memento = memento;
  }

  /** Which model a new chat starts with: the setting's, else the one that was chosen last. */
  get initial(): string | undefined {
    const set = setting('switchyard.chat.model').trim();
    return isModelId(set) ? set : this.recent[0];
  }

  /** Ids, the one used last first. */
  get recent(): readonly string[] {
    const value = this.#memento.get<unknown>(KEYS.recent);
    return idsIn(typeof value === 'string' ? [value] : value).slice(0, MOST_RECENT);
  }

  get favourites(): readonly string[] {
    return idsIn(this.#memento.get<unknown>(KEYS.favourites));
  }

  isFavourite(id: string): boolean {
    return this.favourites.includes(id);
  }

  async remember(model: string): Promise<void> {
    const others = this.recent.filter((id) => id !== model);
    await this.#keep(KEYS.recent, [model, ...others].slice(0, MOST_RECENT));
  }

  async setFavourite(model: string, favourite: boolean): Promise<void> {
    const others = this.favourites.filter((id) => id !== model);
    await this.#keep(KEYS.favourites, favourite ? [...others, model] : others);
  }

  async #keep(key: string, value: readonly string[]): Promise<void> {
    await this.#memento.update(key, value);
    this.#changed.fire();
  }
}

function idsIn(value: unknown): string[] {
  return Array.isArray(value) ? value.filter((one): one is string => typeof one === 'string' && isModelId(one)) : [];
}
