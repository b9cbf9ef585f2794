/** Model picker. */
import { type Disposable, l10n, type QuickPickItem, QuickPickItemKind, ThemeIcon, window } from 'vscode';
import { describeFailure } from '../../shared/text/failure-text.ts';
import { inert, oneLine } from '../../shared/text/format.ts';
import { isModelId } from '../api/model-id.ts';
import type { Modality } from '../session/models/modality.ts';
import type { ModelStore } from '../session/models/model-store.ts';
import type { ServiceSession } from '../session/session.ts';
import { modelInShort } from './describe.ts';
import { type PickerEntry, pickerEntries } from './picker-entries.ts';
import type { UserModels } from './user-models.ts';

interface Item extends QuickPickItem {
  readonly model?: string;
  readonly favorite?: boolean;
  /** True for the row that stands for the entered ID. */
  readonly isCustom?: boolean;
}

/** Why an entered ID has no row: its model isn't listed, or isn't for this purpose. */
type Custom = 'unlisted' | 'filteredOut';

export interface ModelChoice {
  /** Only models for this; undefined for all. A typed ID is accepted whatever its modality. */
  readonly modality?: Modality;
  /** Offered first. */
  readonly selected?: string | undefined;
  /** The model in use. */
  readonly current?: string | undefined;
  readonly title?: string;
}

/**
 * Resolves to the chosen ID, or to undefined if the user cancels. Shows loaded models immediately; the picker itself
 * shows the progress and the failure of a load.
 */
export function chooseModel(
  { models: store, token }: ServiceSession,
  userModels: UserModels,
  choice: ModelChoice = {},
): Promise<string | undefined> {
  const pick = window.createQuickPick<Item>();
  const refresh = { iconPath: new ThemeIcon('refresh'), tooltip: l10n.t('Refresh') };
  pick.title = choice.title ?? l10n.t('Choose a Model');
  pick.placeholder = l10n.t('Filter models, or enter provider/model_name');
  pick.matchOnDescription = true;
  pick.matchOnDetail = true;
  pick.buttons = [refresh];

  let entries: readonly Item[] = [];
  let ids: ReadonlySet<string | undefined> = new Set();
  let custom: Custom | undefined;
  const typedId = () => pick.value.trim();
  /** An ID is offered even if it isn't listed, because a key may allow unlisted models. */
  const customOf = (id: string): Custom | undefined => {
    if (!isModelId(id) || ids.has(id)) return undefined;
    return store.get(id) ? 'filteredOut' : 'unlisted';
  };
  const showItems = () => {
    custom = customOf(typedId());
    pick.keepScrollPosition = true;
    pick.items = custom === undefined ? entries : [...customItems(custom), ...entries];
  };
  const show = () => {
    const { recent, favorites } = userModels;
    entries = items(store, pickerEntries(store.models, { ...choice, recent, favorites }));
    ids = new Set(entries.map(({ model }) => model));
    showItems();
  };
  // VS Code filters the items. Sending thousands of them again takes longer than a key may.
  const type = () => {
    if (customOf(typedId()) !== custom) showItems();
  };
  const load = async (work: () => Promise<void>) => {
    pick.busy = true;
    await work();
    pick.busy = false;
  };
  return new Promise((resolve) => {
    const owned: Disposable[] = [
      pick,
      store.onDidChange(show),
      token.onCancellationRequested(() => pick.hide()),
      userModels.onDidChange(show),
      pick.onDidChangeValue(type),
      pick.onDidTriggerButton(() => void load(() => store.refresh())),
      pick.onDidTriggerItemButton(
        ({ item: { model, favorite } }) => model && void userModels.setFavorite(model, !favorite),
      ),
      pick.onDidAccept(() => {
        const [chosen] = pick.selectedItems;
        const model = chosen?.isCustom ? typedId() : chosen?.model;
        // Selecting the failure row loads the list again.
        if (model === undefined) void load(() => store.refresh());
        else {
          resolve(model);
          pick.hide();
        }
      }),
      pick.onDidHide(() => {
        resolve(undefined);
        for (const one of owned) one.dispose();
      }),
    ];
    show();
    pick.show();
    void load(() => store.ensure());
  });
}

function items(store: ModelStore, rows: readonly PickerEntry[]): Item[] {
  const list: Item[] = [];
  let group: string | undefined;
  for (const row of rows) {
    const next = groupName(row);
    if (next !== group) list.push({ label: next, kind: QuickPickItemKind.Separator });
    group = next;
    list.push(item(row));
  }
  const notice = noticeOf(store);
  return notice ? [...list, { label: '', kind: QuickPickItemKind.Separator }, notice] : list;
}

/** Returns a row that doesn't depend on the entered ID, so that it is sent only once. */
function customItems(custom: Custom): Item[] {
  return [
    { label: l10n.t('custom'), kind: QuickPickItemKind.Separator },
    {
      label: l10n.t('Use the entered ID'),
      description: custom === 'unlisted' ? l10n.t('not listed by the service') : '',
      alwaysShow: true,
      isCustom: true,
    },
  ];
}

function groupName({ group, model }: PickerEntry): string {
  return {
    selected: l10n.t('selected'),
    current: l10n.t('current'),
    recent: l10n.t('recent'),
    favorite: l10n.t('favorites'),
    provider: inert(oneLine(model.provider, 60)),
  }[group];
}

function item({ model, favorite, listed }: PickerEntry): Item {
  const name = oneLine(model.name, 80);
  const id = name === model.id ? '' : inert(oneLine(model.id));
  return {
    // Escaped: a name from the service such as `$(x)` would become an icon.
    label: inert(name),
    description: listed ? id : l10n.t('not listed by the service'),
    detail: modelInShort(model),
    buttons: [
      {
        iconPath: new ThemeIcon(favorite ? 'star-full' : 'star-empty'),
        tooltip: favorite ? l10n.t('Remove from Favorites') : l10n.t('Add to Favorites'),
      },
    ],
    model: model.id,
    favorite,
  };
}

/** Returns a row that is always shown if the list is empty or couldn't be loaded. */
function noticeOf(store: ModelStore): Item | undefined {
  if (store.failure !== undefined)
    return {
      label: l10n.t("$(warning) Couldn't load the list. Select to try again."),
      detail: inert(describeFailure(store.failure)),
      alwaysShow: true,
    };
  if (store.state === 'empty')
    return { label: l10n.t('$(info) The service lists no models. Enter provider/model_name.'), alwaysShow: true };
  return undefined;
}
