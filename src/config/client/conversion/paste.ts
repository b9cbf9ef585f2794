/** Paste as Tool Server: turns a config of any tool or a `claude mcp add …` or `npx …` line into entries. */
import {
  type Disposable,
  DocumentDropOrPasteEditKind,
  DocumentPasteEdit,
  type DocumentPasteEditProvider,
  l10n,
  languages,
  Range,
  WorkspaceEdit,
} from 'vscode';
import { configLanguage } from '../../../../common/messages/config-place.ts';
import type { Paste } from '../../../../common/messages/conversion.ts';
import { showPasteReport, type Tools } from './report.ts';

const pasteKind = DocumentDropOrPasteEditKind.Text.append('switchyard', 'toolServer');

/** Characters. The language server has a separate limit; this one avoids sending a text that is far too long. */
const limit = 500_000;

export function registerServerPaste({ sendRequest, reports }: Tools): Disposable {
  const pastes = new WeakMap<DocumentPasteEdit, Paste>();
  const provider: DocumentPasteEditProvider = {
    /** Offers no edit if the text isn't a server or the position doesn't allow one. The text is then pasted unchanged. */
    provideDocumentPasteEdits: async (document, ranges, data, _context, token) => {
      const [range, ...more] = ranges;
      const text = await data.get('text/plain')?.asString();
      if (range === undefined || !range.isEmpty || more.length > 0) return undefined;
      if (text === undefined || text.trim() === '' || text.length > limit) return undefined;
      const { version, uri } = document;
      const { line, character } = range.start;
      const paste = await sendRequest('switchyard/paste', {
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
      pastes.set(edit, paste);
      return [edit];
    },
    /** VS Code calls this when it applies the edit. */
    resolveDocumentPasteEdit: (edit) => {
      const paste = pastes.get(edit);
      if (paste !== undefined) void showPasteReport(reports, paste);
      return edit;
    },
  };
  return languages.registerDocumentPasteEditProvider({ language: configLanguage }, provider, {
    providedPasteEditKinds: [pasteKind],
    pasteMimeTypes: ['text/plain'],
  });
}

/** The title is shown before the paste, so it says how many fields will be dropped. */
function titleOf({ report }: Paste): string {
  const lost = report.filter(({ kind }) => kind === 'lost' || kind === 'skipped').length;
  return lost === 0 ? l10n.t('Paste as Tool Server') : l10n.t('Paste as Tool Server (fields dropped: {0})', lost);
}
