/** Rows of the Models view. */
import { l10n, ThemeIcon, type TreeItem, TreeItemCollapsibleState } from 'vscode';
import { commands } from '../../shared/generated/names.ts';
import { Row, rowItem } from '../../shared/list/row.ts';
import { formatNumber, oneLine } from '../../shared/text/format.ts';
import type { Model } from '../session/models/catalog.ts';
import type { Modality } from '../session/models/modality.ts';
import type { ServiceSession } from '../session/session.ts';
import { modelAtAGlance, modelInShort, modelTooltip, nameBelowProvider } from './describe.ts';
import type { UserModels } from './user-models.ts';
import { arrange, type ModelGroups, type ModelViewPreferences, passes } from './view-preferences.ts';

export interface ModelPreferences {
  readonly userModels: UserModels;
  readonly viewPreferences: ModelViewPreferences;
}

/** The models as the view arranges them: those that match the filter, in its order. One object per session. */
export class ArrangedModels {
  readonly session: ServiceSession;
  readonly #preferences: ModelPreferences;
  /** What was last arranged. Every row of a provider asks, so it's arranged only once. */
  #arranged: { readonly from: readonly Model[]; readonly by: string; readonly groups: ModelGroups } | undefined;

  constructor(session: ServiceSession, preferences: ModelPreferences) {
    this.session = session;
    this.#preferences = preferences;
  }

  /** Models by provider. */
  get groups(): ModelGroups {
    const { filter, sort } = this.#preferences.viewPreferences;
    const from = this.session.models.models;
    const by = JSON.stringify([filter, sort]);
    if (this.#arranged?.from !== from || this.#arranged.by !== by)
      this.#arranged = { from, by, groups: arrange(from, filter, sort) };
    return this.#arranged.groups;
  }

  /** Number of models that match the filter. */
  get count(): number {
    return [...this.groups.values()].reduce((sum, models) => sum + models.length, 0);
  }

  /** Favorites that are listed and match the filter. */
  get favorites(): readonly Model[] {
    const { userModels, viewPreferences } = this.#preferences;
    return userModels.favorites
      .flatMap((id) => this.session.models.get(id) ?? [])
      .filter((model) => passes(model, viewPreferences.filter));
  }

  isFavorite(model: string): boolean {
    return this.#preferences.userModels.isFavorite(model);
  }

  rows(): GroupRow[] {
    const providers = [...this.groups.keys()].map((provider) => new GroupRow(this, provider));
    return this.favorites.length > 0 ? [new GroupRow(this), ...providers] : providers;
  }
}

/** The favorites, or the models of a provider. */
export class GroupRow extends Row<ArrangedModels> {
  readonly #provider: string | undefined;

  constructor(models: ArrangedModels, provider?: string) {
    super(models, provider === undefined ? 'favorites' : `provider/${provider}`);
    this.#provider = provider;
  }

  get #members(): readonly Model[] {
    if (this.#provider === undefined) return this.lists.favorites;
    return this.lists.groups.get(this.#provider) ?? [];
  }

  override item(): TreeItem {
    const name = this.#provider === undefined ? l10n.t('Favorites') : oneLine(this.#provider, 60);
    const count = this.#members.length;
    const label = count === 1 ? l10n.t('{0}, 1 model', name) : l10n.t('{0}, {1} models', name, count);
    return rowItem(name, {
      collapsibleState: TreeItemCollapsibleState.Expanded,
      iconPath: new ThemeIcon(this.#provider === undefined ? 'star-full' : 'server-environment'),
      description: formatNumber(count),
      tooltip: name,
      accessibilityInformation: { label },
    });
  }

  override children(): ModelRow[] {
    return this.#members.map(({ id }) => new ModelRow(this, id, this.#provider === undefined));
  }
}

export class ModelRow extends Row<ArrangedModels> {
  /** ID of the model. */
  readonly model: string;
  readonly #isBelowFavorites: boolean;

  constructor(group: GroupRow, model: string, isBelowFavorites: boolean) {
    super(group.lists, `${isBelowFavorites ? 'favorite' : 'model'}/${model}`, group);
    this.model = model;
    this.#isBelowFavorites = isBelowFavorites;
  }

  override item(): TreeItem {
    const model = this.lists.session.models.get(this.model);
    if (!model) return rowItem(oneLine(this.model));
    const favorite = this.lists.isFavorite(model.id);
    const name = oneLine(this.#isBelowFavorites ? model.name : nameBelowProvider(model), 80);
    const spoken = [name, ...(favorite ? [l10n.t('favorite')] : []), modelInShort(model)];
    return rowItem(name, {
      iconPath: new ThemeIcon(modalityIcons[model.modalities[0] ?? 'other']),
      description: `${favorite ? '★ ' : ''}${modelAtAGlance(model)}`,
      tooltip: modelTooltip(model),
      contextValue: ['model', ...(favorite ? ['favorite'] : []), ...model.modalities].join(' '),
      accessibilityInformation: { label: spoken.join(', ') },
      command: { command: commands.models.openRecord, title: l10n.t('Open as JSON'), arguments: [this] },
    });
  }
}

const modalityIcons: Readonly<Record<Modality, string>> = {
  chat: 'comment',
  image: 'file-media',
  speech: 'unmute',
  transcription: 'mic',
  embedding: 'symbol-array',
  other: 'circle-outline',
};
