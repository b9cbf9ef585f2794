/** Quick Picks of rows of a list. */
import { type CancellationToken, type QuickPickItem, window } from 'vscode';
import { showInformation } from '../notifications.ts';
import type { ListStore } from './list-store.ts';
import { AskForRow } from './row-commands.ts';
import { whyMissing } from './unreadable.ts';

/**
 * Asks for one of the items until the token is canceled. Without any, shows why the list couldn't be loaded or read, or
 * else `none`.
 * @param argument of the command; an `AskForRow` says which item is offered first
 * @param isRow whether an item is that of a row
 * @returns undefined if there's no item or the user cancels
 */
export async function pickItem<T extends QuickPickItem>(
  items: readonly T[],
  placeHolder: string,
  store: Pick<ListStore, 'failure' | 'unreadable'>,
  none: string,
  argument?: unknown,
  isRow: (item: T, row: unknown) => boolean = () => false,
  token?: CancellationToken,
): Promise<T | undefined> {
  const ask = argument instanceof AskForRow ? argument : undefined;
  if (ask?.mayTakeOnly && items.length === 1) return items[0];
  const first = items.filter((item) => isRow(item, ask?.first));
  const sorted = [...first, ...items.filter((item) => !first.includes(item))];
  if (items.length > 0)
    return window.showQuickPick(sorted, { placeHolder, matchOnDescription: true, matchOnDetail: true }, token);
  void showInformation(whyMissing(store, none));
  return undefined;
}
