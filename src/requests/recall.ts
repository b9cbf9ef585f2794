/** Choosing one of the requests that were sent. */
import { env, l10n, type QuickPickItem, QuickPickItemKind, window } from 'vscode';
import { inert, oneLine, relativeTime } from '../shared/format.ts';
import type { RequestHistory } from './history.ts';

/** @returns the text of a request, or undefined when the user left or cleared the history */
export async function recall(history: RequestHistory): Promise<string | undefined> {
  const items: (QuickPickItem & { text?: string; clear?: true })[] = history.all.map((sent) => ({
    label: inert(oneLine(sent.what)),
    description: [String(sent.status), relativeTime(new Date(sent.at).toISOString(), Date.now(), env.language)].join(
      ' · ',
    ),
    detail: inert(oneLine(sent.connection)),
    text: sent.text,
  }));
  if (items.length === 0) {
    void window.showInformationMessage(l10n.t('No requests sent yet.'));
    return undefined;
  }
  items.push(
    { label: '', kind: QuickPickItemKind.Separator },
    { label: l10n.t('$(trash) Clear History'), alwaysShow: true, clear: true },
  );
  const placeHolder = l10n.t('Select a request to reopen (last 50, saved without keys)');
  const chosen = await window.showQuickPick(items, { placeHolder, matchOnDescription: true });
  if (chosen?.clear) await history.clear();
  return chosen?.text;
}
