/** Quick Picks of rows of a list. */
import { type QuickPickItem, window } from 'vscode';
import { describeFailure } from './messages.ts';
import { showInformation } from './notifications.ts';

/**
 * Asks for one of the items. Without any, shows why the list couldn't be loaded, or else `none`.
 * @returns undefined if there's no item or the user cancels
 */
export async function pickItem<T extends QuickPickItem>(
  items: readonly T[],
  placeHolder: string,
  { failure }: { readonly failure: unknown },
  none: string,
): Promise<T | undefined> {
  if (items.length > 0)
    return window.showQuickPick(items, { placeHolder, matchOnDescription: true, matchOnDetail: true });
  void showInformation(failure === undefined ? none : describeFailure(failure));
  return undefined;
}
