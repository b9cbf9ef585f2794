/** Edits of files for the editor, which applies them. */
import type { CreateFile, TextDocumentEdit, WorkspaceEdit } from 'vscode-languageserver';
import type { TextDocument } from 'vscode-languageserver-textdocument';
import type { FileEdits } from '../editing/edited-files.ts';
import type { Workspace } from './workspace.ts';

/** Returns one edit for all files. Its versions are those of the texts that it was computed for. */
export function editOfFiles({ documents }: Workspace, files: readonly FileEdits[]): WorkspaceEdit {
  const documentChanges = files.flatMap(({ uri, isNew, changes }): (CreateFile | TextDocumentEdit)[] => {
    const document = documents.get(uri);
    const opened = document?.uri ?? uri;
    const textDocument = { uri: opened, version: documents.versionOf(opened) };
    const edits = changes.map(({ offset, length, text }) => ({
      range: rangeIn(document?.text, offset, length),
      newText: text,
    }));
    return [...(isNew ? [{ kind: 'create' as const, uri }] : []), { textDocument, edits }];
  });
  return { documentChanges };
}

/** Returns the range of a change. In a file that doesn't exist yet, all changes are at the start. */
function rangeIn(text: TextDocument | undefined, offset: number, length: number) {
  const at = (place: number) => text?.positionAt(place) ?? { line: 0, character: 0 };
  return { start: at(offset), end: at(offset + length) };
}
