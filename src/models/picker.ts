/** Asks for a model. */
import { type Disposable, l10n, type QuickPickItem, QuickPickItemKind, ThemeIcon, window } from 'vscode';
import { describeFailure } from '../shared/messages.ts';
import { isModelId } from './model-id.ts';
import { formatAmount, type TokenPrice } from './price.ts';
import { type ModelRow, modelRows } from './rows.ts';
import type { ModelStore } from './store.ts';

interface Item extends QuickPickItem {
  readonly model?: string;
}

/**
 * Resolves to the chosen id, or to undefined when nothing was chosen. What is loaded is shown at once; loading and its
 * failure are told in the picker itself.
 */
export function chooseModel(store: ModelStore, current: string | undefined): Promise<string | undefined> {
  const pick = window.createQuickPick<Item>();
  const refresh = { iconPath: new ThemeIcon('refresh'), tooltip: l10n.t('Refresh') };
  pick.title = l10n.t('Choose a Model');
  pick.placeholder = l10n.t('Filter, or type provider/model_name');
  pick.matchOnDescription = true;
  pick.matchOnDetail = true;
  pick.buttons = [refresh];

  let typed = '';
  const show = () => {
    pick.items = items(store, current, typed);
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
      pick.onDidChangeValue(type),
      pick.onDidTriggerButton(() => void load(() => store.refresh())),
      pick.onDidAccept(() => {
        const [chosen] = pick.selectedItems;
        // The row that tells of a failure stands for another try.
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

function items(store: ModelStore, current: string | undefined, typed: string): Item[] {
  const rows = modelRows(store.models, current, typed);
  const list: Item[] = [];
  let group: string | undefined;
  for (const row of rows) {
    const next = row.current ? l10n.t('current') : row.listed ? row.provider : l10n.t('not in the list');
    if (next !== group) list.push({ label: next, kind: QuickPickItemKind.Separator });
    group = next;
    list.push(item(row));
  }
  const notice = noticeOf(store);
  return notice ? [...list, { label: '', kind: QuickPickItemKind.Separator }, notice] : list;
}

function item(row: ModelRow): Item {
  const detail = row.price ? priceText(row.price) : undefined;
  return {
    // No icon syntax: a name such as `$(x)` of the service would become an icon.
    label: withoutIcons(row.name),
    description: withoutIcons(row.description),
    ...(detail === undefined ? {} : { detail }),
    model: row.id,
  };
}

/** What stands in the way, as a row of its own, which is always shown. */
function noticeOf(store: ModelStore): Item | undefined {
  if (store.failure !== undefined)
    return {
      label: l10n.t('$(warning) The list could not be loaded. Select to try again.'),
      detail: withoutIcons(describeFailure(store.failure)),
      alwaysShow: true,
    };
  if (store.state === 'empty')
    return { label: l10n.t('$(info) The service lists no models. Type provider/model_name.'), alwaysShow: true };
  return undefined;
}

/** The spec names no currency, so none is shown unless the record does. */
function priceText({ input, output, currency }: TokenPrice): string {
  const [a, b] = [formatAmount(input), formatAmount(output)];
  return currency === undefined
    ? l10n.t('{0} in, {1} out per million tokens', a, b)
    : l10n.t('{0} in, {1} out per million tokens ({2})', a, b, currency);
}

function withoutIcons(text: string): string {
  return text.replace(/\$\(/g, '$\u200b(');
}
