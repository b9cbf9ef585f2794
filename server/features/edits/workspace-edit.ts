/** Edits of several files in LSP. */
import type { ClientCapabilities, TextEdit, WorkspaceEdit } from 'vscode-languageserver';

interface FileEdits {
  readonly uri: string;
  /** Version of the document that the edits were computed for; null for a file on disk. */
  readonly version: number | null;
  readonly edits: TextEdit[];
}

/** Returns a workspace edit in the form that the editor supports. */
export function workspaceEditOf({ workspace }: ClientCapabilities, files: readonly FileEdits[]): WorkspaceEdit {
  if (workspace?.workspaceEdit?.documentChanges !== true)
    return { changes: Object.fromEntries(files.map(({ uri, edits }) => [uri, edits])) };
  return { documentChanges: files.map(({ uri, version, edits }) => ({ textDocument: { uri, version }, edits })) };
}
