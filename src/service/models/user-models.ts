/** The user's favorite and recent models on this machine. */
import type { Memento } from 'vscode';
import { isText } from '../../../common/guards.ts';
import { ViewPreferences } from '../../shared/list/view-preferences.ts';
import { setting } from '../../shared/settings.ts';
import { isModelId } from '../api/model-id.ts';

const storageKeys = {
  /** Most recent first. An earlier version stored a single ID. */
  recent: 'switchyard.models.last',
  favorites: 'switchyard.models.favorites',
} as const;
const maxRecent = 5;

export class UserModels extends ViewPreferences {
  constructor(memento: Memento) {
    super(memento);
    this.migrate('switchyard.models.favourites', storageKeys.favorites);
  }

  /** Model of a new chat: that of the setting, else the most recent one. */
  get initial(): string | undefined {
    const set = setting('switchyard.chat.model').trim();
    return isModelId(set) ? set : this.recent[0];
  }

  /** IDs, most recent first. */
  get recent(): readonly string[] {
    const value = this.read(storageKeys.recent);
    return (isText(value) ? [value] : [...this.readIds(storageKeys.recent)]).filter(isModelId).slice(0, maxRecent);
  }

  get favorites(): readonly string[] {
    return [...this.readIds(storageKeys.favorites)].filter(isModelId);
  }

  isFavorite(model: string): boolean {
    return this.readIds(storageKeys.favorites).has(model);
  }

  async remember(model: string): Promise<void> {
    const others = this.recent.filter((id) => id !== model);
    await this.write(storageKeys.recent, [model, ...others].slice(0, maxRecent));
  }

  async setFavorite(model: string, favorite: boolean): Promise<void> {
    await this.toggleId(storageKeys.favorites, model, favorite);
  }
}
