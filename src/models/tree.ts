/** Models view: favorites, then the providers with their models. */
import { l10n, ThemeIcon, TreeItem, TreeItemCollapsibleState } from 'vscode';
import { isRecord, isText } from '../../common/guards.ts';
import type { Accounts } from '../service/accounts.ts';
import type { ModelStore } from '../service/model-store.ts';
import { type Model, nameBelowProvider } from '../service/models/catalog.ts';
import type { Modality } from '../service/models/modality.ts';
import { SessionTree } from '../service/session-tree.ts';
import { formatNumber, oneLine } from '../shared/format.ts';
import { commands, contextKeys, views } from '../shared/generated/names.ts';
import { rowItem } from '../shared/list-tree.ts';
import { modelInShort, modelTooltip } from './describe.ts';
import { arrange, passes } from './order.ts';
import type { UserModels } from './user-models.ts';
import type { ModelViewPreferences } from './view-preferences.ts';

export type ModelNode =
  | { readonly kind: 'favorites' }
  | { readonly kind: 'provider'; readonly provider: string }
  | { readonly kind: 'model'; readonly model: string; readonly favorite: boolean };

export interface ModelPreferences {
  readonly userModels: UserModels;
  readonly viewPreferences: ModelViewPreferences;
}

export class ModelTree extends SessionTree<ModelNode> {
  readonly #from: ModelPreferences;

  constructor(accounts: Accounts, from: ModelPreferences) {
    super(accounts, {
      view: views.models,
      keys: { state: contextKeys.modelsState, busy: contextKeys.modelsBusy },
    });
    this.#from = from;
    const redraw = () => {
      this.redrawList((roots) => roots);
      this.updateHeader();
    };
    this.own(from.viewPreferences.onDidChange(redraw));
    this.own(from.userModels.onDidChange(redraw));
    this.showEach(({ models }) => this.showList(models));
  }

  get #store(): ModelStore {
    return this.session.models;
  }

  protected override idOf(node: ModelNode): string {
    if (node.kind === 'model') return `${node.favorite ? 'favorite' : 'model'}/${node.model}`;
    return node.kind === 'provider' ? `provider/${node.provider}` : 'favorites';
  }

  protected override load(): Promise<void> {
    return this.#store.ensure();
  }

  protected override roots(): ModelNode[] {
    const providers = this.#groups().map(({ provider }) => this.nodeFor({ kind: 'provider' as const, provider }));
    const favorites = this.#favorites().length > 0 ? [this.nodeFor({ kind: 'favorites' as const })] : [];
    return [...favorites, ...providers];
  }

  protected override async childrenOf(node: ModelNode): Promise<ModelNode[]> {
    const favorite = node.kind === 'favorites';
    return this.#modelsOf(node).map(({ id }) => this.nodeFor({ kind: 'model', model: id, favorite }));
  }

  /** Returns the models below a row, as far as they match the filter. */
  #modelsOf(node: ModelNode): readonly Model[] {
    if (node.kind === 'favorites') return this.#favorites();
    if (node.kind === 'model') return [];
    return this.#groups().find(({ provider }) => provider === node.provider)?.models ?? [];
  }

  #groups() {
    const { viewPreferences } = this.#from;
    return arrange(this.#store.models, viewPreferences.filter, viewPreferences.sort);
  }

  /** Favorites that are listed and match the filter. */
  #favorites(): Model[] {
    const { userModels, viewPreferences } = this.#from;
    return userModels.favorites
      .flatMap((id) => this.#store.get(id) ?? [])
      .filter((model) => passes(model, viewPreferences.filter));
  }

  override getParent(node: ModelNode): ModelNode | undefined {
    if (node.kind !== 'model') return undefined;
    const provider = this.#store.get(node.model)?.provider ?? '';
    return this.nodeFor(node.favorite ? { kind: 'favorites' } : { kind: 'provider', provider });
  }

  protected override item(node: ModelNode): TreeItem {
    const { length } = this.#modelsOf(node);
    if (node.kind === 'favorites') return group(l10n.t('Favorites'), 'star-full', length);
    if (node.kind === 'provider') return group(oneLine(node.provider, 60), 'server-environment', length);
    const { userModels } = this.#from;
    const model = this.#store.get(node.model);
    return model ? modelItem(model, userModels.favorites.includes(model.id), node) : new TreeItem(oneLine(node.model));
  }

  protected override contextKeys(): Readonly<Record<string, unknown>> {
    const { viewPreferences } = this.#from;
    const hasModels = (this.active?.models.models.length ?? 0) > 0;
    const noneShown = viewPreferences.isFiltered && hasModels && this.rows.length === 0;
    return { [contextKeys.modelsFiltered]: viewPreferences.isFiltered, [contextKeys.modelsNoneShown]: noneShown };
  }

  protected override description(): string {
    const { viewPreferences } = this.#from;
    const shown = this.#groups().reduce((sum, { models }) => sum + models.length, 0);
    return this.describeFiltered(shown, this.#store.models.length, viewPreferences);
  }
}

function group(name: string, icon: string, count: number): TreeItem {
  const label = count === 1 ? l10n.t('{0}, 1 model', name) : l10n.t('{0}, {1} models', name, count);
  return rowItem(name, {
    collapsibleState: TreeItemCollapsibleState.Expanded,
    iconPath: new ThemeIcon(icon),
    description: formatNumber(count),
    tooltip: name,
    accessibilityInformation: { label },
  });
}

function modelItem(model: Model, favorite: boolean, node: ModelNode & { kind: 'model' }): TreeItem {
  const name = oneLine(node.favorite ? model.name : nameBelowProvider(model), 80);
  const spoken = [name, ...(favorite ? [l10n.t('favorite')] : []), modelInShort(model)];
  return rowItem(name, {
    iconPath: new ThemeIcon(ICONS[model.modalities[0] ?? 'other']),
    description: `${favorite ? '★ ' : ''}${modelInShort(model)}`,
    tooltip: modelTooltip(model),
    contextValue: ['model', ...(favorite ? ['favorite'] : []), ...model.modalities].join(' '),
    accessibilityInformation: { label: spoken.join(', ') },
    command: { command: commands.models.openRecord, title: l10n.t('Open as JSON'), arguments: [node] },
  });
}

const ICONS: Readonly<Record<Modality, string>> = {
  chat: 'comment',
  image: 'file-media',
  speech: 'unmute',
  transcription: 'mic',
  embedding: 'symbol-array',
  other: 'circle-outline',
};

/** Returns the model ID of a row, or undefined if the argument isn't a model row. */
export function modelOfNode(argument: unknown): string | undefined {
  return isRecord(argument) && argument.kind === 'model' && isText(argument.model) ? argument.model : undefined;
}
