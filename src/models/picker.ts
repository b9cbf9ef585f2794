/** Model picker. */
import { type Disposable, l10n, type QuickPickItem, QuickPickItemKind, ThemeIcon, window } from 'vscode';
import type { ModelStore } from '../service/model-store.ts';
import { isModelId } from '../service/models/catalog.ts';
import type { Modality } from '../service/models/modality.ts';
import type { ServiceSession } from '../service/session.ts';
import { describeFailure } from '../shared/error-text.ts';
import { inert, oneLine } from '../shared/format.ts';
import { modelInShort } from './describe.ts';
import { type PickerEntry, pickerEntries } from './picker-entries.ts';
import type { UserModels } from './user-models.ts';

interface Item extends QuickPickItem {
  readonly model?: string;
  readonly favorite?: boolean;
}

export interface Choice {
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
  choice: Choice = {},
): Promise<string | undefined> {
  const pick = window.createQuickPick<Item>();
  const refresh = { iconPath: new ThemeIcon('refresh'), tooltip: l10n.t('Refresh') };
  pick.title = choice.title ?? l10n.t('Choose a Model');
  pick.placeholder = l10n.t('Filter models, or enter provider/model_name');
  pick.matchOnDescription = true;
  pick.matchOnDetail = true;
  pick.buttons = [refresh];

  let typed = '';
  const show = () => {
    const { recent, favorites } = userModels;
    pick.keepScrollPosition = true;
    pick.items = items(store, pickerEntries(store.models, { ...choice, typed, recent, favorites }));
  };
  const type = (value: string) => {
    const id = isModelId(value.trim()) ? value.trim() : '';
    if (id === typed) return;
    typed = id;
    show();
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
        // Selecting the failure row loads the list again.
        if (chosen?.model === undefined) void load(() => store.refresh());
        else {
          resolve(chosen.model);
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

function groupName({ group, model }: PickerEntry): string {
  return {
    typed: l10n.t('custom'),
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
