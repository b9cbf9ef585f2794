/** Read-only documents that report what couldn't be converted. */
import { l10n, type TextDocumentContentProvider, Uri, ViewColumn, window, workspace } from 'vscode';
import { plainText } from '../../shared/format.ts';
import type { SendServerRequest } from '../client.ts';

export const reportScheme = 'switchyard-report';

/** Maximum length of a report, in characters. */
const longest = 500_000;
/** Number of reports kept in memory. Older ones are dropped. */
const kept = 20;

export class Reports implements TextDocumentContentProvider {
  readonly #texts = new Map<string, string>();
  #count = 0;

  provideTextDocumentContent(uri: Uri): string | undefined {
    return this.#texts.get(uri.query);
  }

  /** @param text shown as plain text */
  async show(text: string): Promise<void> {
    const id = String(++this.#count);
    this.#texts.set(id, plainText(text, longest));
    this.#texts.delete(String(this.#count - kept));
    const uri = Uri.from({ scheme: reportScheme, path: `/${l10n.t('Conversion Report')}.txt`, query: id });
    const document = await workspace.openTextDocument(uri);
    await window.showTextDocument(document, { viewColumn: ViewColumn.Beside, preview: true, preserveFocus: true });
  }
}

/** Dependencies of the conversion commands. */
export interface Tools {
  readonly sendRequest: SendServerRequest;
  readonly reports: Reports;
}
