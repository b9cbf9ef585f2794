/** Read-only documents that report what couldn't be converted. */
import { l10n, type Uri, ViewColumn } from 'vscode';
import type { Paste } from '../../../../common/messages/conversion.ts';
import { DisposableStore } from '../../../shared/disposable.ts';
import { closeTabs } from '../../../shared/editing/files.ts';
import { ReadOnlyDocuments } from '../../../shared/editing/read-only-documents.ts';
import { showInformation } from '../../../shared/notifications.ts';
import { plainText } from '../../../shared/text/format.ts';
import type { SendServerRequest } from '../client.ts';

/** Maximum length of a report, in characters. */
const longest = 500_000;
/** Maximum number of fields in a message. */
const shownFields = 5;

export class Reports extends DisposableStore {
  readonly #documents = this.register(new ReadOnlyDocuments({ scheme: 'switchyard-report', extension: '.txt' }));

  #last: Uri | undefined;

  /** Shows the report of the last conversion. If it has none, closes that of the one before. @param text shown as plain text */
  async show(text: string): Promise<void> {
    if (text === '') {
      if (this.#last) await closeTabs(this.#last);
      this.#last = undefined;
      return;
    }
    const beside = { viewColumn: ViewColumn.Beside, preview: true, preserveFocus: true };
    const report = plainText(text, longest);
    this.#last = (await this.#documents.show(report, l10n.t('Conversion Report'), beside)).uri;
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
