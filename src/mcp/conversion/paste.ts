/** "Paste as tool server": a config of any tool, a `claude mcp add …` or an `npx …` line becomes an entry where the cursor is. */
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
import type { AskServer } from '../client.ts';

const pasteKind = DocumentDropOrPasteEditKind.Text.append('switchyard', 'toolServer');

export const pasteMetadata: DocumentPasteProviderMetadata = {
  providedPasteEditKinds: [pasteKind],
  pasteMimeTypes: ['text/plain'],
};

/** Characters. The language server has a separate limit; this one saves the way there. */
const limit = 500_000;

export class ServerPaste implements DocumentPasteEditProvider {
  readonly #ask: AskServer;

  constructor(ask: AskServer) {
    this.#ask = ask;
  }

  /** Offers nothing where the text is no server, or where none can stand: then it is pasted as ever. */
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
    const paste = await this.#ask('switchyard/paste', { uri: uri.toString(), position: { line, character }, text });
    if (paste === null || token.isCancellationRequested || document.version !== version) return undefined;
    const edit = new DocumentPasteEdit('', titleOf(paste), pasteKind);
    edit.additionalEdit = new WorkspaceEdit();
    for (const { offset, length, text: newText } of paste.changes) {
      const place = new Range(document.positionAt(offset), document.positionAt(offset + length));
      edit.additionalEdit.replace(uri, place, newText);
    }
    // What needs no conversion is pasted as it is, unless the user chooses otherwise.
    if (paste.plain) edit.yieldTo = [DocumentDropOrPasteEditKind.Text];
    return [edit];
  }
}

/** A paste has no place for a report: the title says that something stays behind. */
function titleOf({ report }: Paste): string {
  const lost = report.filter(({ kind }) => kind === 'lost' || kind === 'skipped').length;
  return lost === 0 ? l10n.t('Paste as Tool Server') : l10n.t('Paste as Tool Server (fields dropped: {0})', lost);
}
