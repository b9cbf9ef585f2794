import type { Memento } from 'vscode';
import { setting } from '../shared/settings.ts';
import { isModelId } from './model-id.ts';

const LAST = 'switchyard.models.last';

/** Which model a new chat starts with: the setting's, else the one that was chosen last. */
export class ModelPreference {
  readonly #memento: Memento;

  constructor(memento: Memento) {
    this.#memento = memento;
  }

  get initial(): string | undefined {
    const set = setting('switchyard.chat.model').trim();
    if (isModelId(set)) return set;
    const last = this.#memento.get<unknown>(LAST);
    return typeof last === 'string' && isModelId(last) ? last : undefined;
  }

  async remember(model: string): Promise<void> {
    await this.#memento.update(LAST, model);
  }
}
