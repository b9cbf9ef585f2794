/** Paste as Tool Server: turns a config of any tool or a `claude mcp add …` or `npx …` line into entries. */
import {
  type CancellationToken,
  type DataTransfer,
  DocumentDropOrPasteEditKind,
  DocumentPasteEdit,
  type DocumentPasteEditContext,
  type DocumentPasteEditProvider,
  type DocumentPasteProviderMetadata,
  l10n,
  Range,
  type TextDocument,
  WorkspaceEdit,
} from 'vscode';
import type { Paste } from '../../../common/conversion.ts';
import type { SendServerRequest } from '../client.ts';

const pasteKind = DocumentDropOrPasteEditKind.Text.append('switchyard', 'toolServer');

export const pasteMetadata: DocumentPasteProviderMetadata = {
  providedPasteEditKinds: [pasteKind],
  pasteMimeTypes: ['text/plain'],
};

/** Characters. The language server has a separate limit; this one avoids sending a text that is far too long. */
const limit = 500_000;

export class ServerPaste implements DocumentPasteEditProvider {
  readonly #sendRequest: SendServerRequest;

  constructor(sendRequest: SendServerRequest) {
    this.#sendRequest = sendRequest;
  }

  /** Offers no edit if the text isn't a server or the position doesn't allow one. The text is then pasted unchanged. */
  async provideDocumentPasteEdits(
    document: TextDocument,
    ranges: readonly Range[],
    data: DataTransfer,
    _context: DocumentPasteEditContext,
    token: CancellationToken,
  ): Promise<DocumentPasteEdit[] | undefined> {
    const [range, ...more] = ranges;
    const text = await data.get('text/plain')?.asString();
    if (range === undefined || !range.isEmpty || more.length > 0) return undefined;
    if (text === undefined || text.trim() === '' || text.length > limit) return undefined;
    const { version, uri } = document;
    const { line, character } = range.start;
    const paste = await this.#sendRequest('switchyard/paste', {
      uri: uri.toString(),
      position: { line, character },
      text,
    });
    if (paste === null || token.isCancellationRequested || document.version !== version) return undefined;
    const edit = new DocumentPasteEdit('', titleOf(paste), pasteKind);
    edit.additionalEdit = new WorkspaceEdit();
    for (const { offset, length, text: newText } of paste.changes) {
      const place = new Range(document.positionAt(offset), document.positionAt(offset + length));
      edit.additionalEdit.replace(uri, place, newText);
    }
    // A text that needs no conversion is pasted unchanged by default.
    if (paste.plain) edit.yieldTo = [DocumentDropOrPasteEditKind.Text];
    return [edit];
  }
}

/** A paste can't show a report, so the title says how many fields are dropped. */
function titleOf({ report }: Paste): string {
  const lost = report.filter(({ kind }) => kind === 'lost' || kind === 'skipped').length;
  return lost === 0 ? l10n.t('Paste as Tool Server') : l10n.t('Paste as Tool Server (fields dropped: {0})', lost);
}
