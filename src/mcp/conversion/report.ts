/** Read-only documents that report what couldn't be converted. */
import { l10n, type TextDocumentContentProvider, Uri, ViewColumn, window, workspace } from 'vscode';
import type { Paste } from '../../../common/conversion.ts';
import { plainText } from '../../shared/format.ts';
import { showInformation } from '../../shared/notifications.ts';
import type { SendServerRequest } from '../client.ts';

export const reportScheme = 'switchyard-report';

/** Maximum length of a report, in characters. */
const longest = 500_000;
/** Number of reports kept in memory. Older ones are dropped. */
const kept = 20;
/** Maximum number of fields in a message. */
const shownFields = 5;

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

/** Tells that a paste wasn't exact, and shows the report on request. */
export async function showPasteReport(reports: Reports, { report, reportText }: Paste): Promise<void> {
  if (report.length === 0) return;
  const show = l10n.t('Show Report');
  const lost = report.filter(({ kind }) => kind === 'lost' || kind === 'skipped');
  const fields = [...new Set(lost.map(({ server, field }) => field ?? server ?? ''))].slice(0, shownFields);
  const message =
    lost.length === 0
      ? l10n.t('Pasted as a tool server. Please review what was converted.')
      : l10n.t('Pasted as a tool server. Not converted: {0}', fields.join(', '));
  if ((await showInformation(message, show)) === show) await reports.show(reportText);
}

/** Dependencies of the conversion commands. */
export interface Tools {
  readonly sendRequest: SendServerRequest;
  readonly reports: Reports;
}
