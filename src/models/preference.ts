/** Which models the user likes and has used, on this machine. */
import { isText } from '../api/json.ts';
import { setting } from '../shared/settings.ts';
import { ViewPreferences } from '../shared/view-preferences.ts';
import { isModelId } from './model-id.ts';

const KEYS = {
  /** The newest first. An earlier version kept one id alone. */
  recent: 'switchyard.models.last',
  favorites: 'switchyard.models.favourites',
} as const;
const MOST_RECENT = 5;

export class ModelPreference extends ViewPreferences {
  /** Which model a new chat starts with: the setting's, else the one that was chosen last. */
  get initial(): string | undefined {
    const set = setting('switchyard.chat.model').trim();
    return isModelId(set) ? set : this.recent[0];
  }

  /** Ids, the one used last first. */
  get recent(): readonly string[] {
    const value = this.read(KEYS.recent);
    return (isText(value) ? [value] : this.readIds(KEYS.recent)).filter(isModelId).slice(0, MOST_RECENT);
  }

  get favorites(): readonly string[] {
    return this.readIds(KEYS.favorites).filter(isModelId);
  }

  isFavorite(id: string): boolean {
    return this.favorites.includes(id);
  }

  async remember(model: string): Promise<void> {
    const others = this.recent.filter((id) => id !== model);
    await this.write(KEYS.recent, [model, ...others].slice(0, MOST_RECENT));
  }

  async setFavorite(model: string, favorite: boolean): Promise<void> {
    await this.toggleId(KEYS.favorites, model, favorite);
  }
}
