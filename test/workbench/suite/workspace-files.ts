/** Files in the workspace folder, in extension hosts of either kind. */
import assert from 'node:assert/strict';
import { type TextDocument, Uri, window, workspace } from 'vscode';
import { until } from '../../until.ts';

export function inWorkspace(name: string): Uri {
  const [folder] = workspace.workspaceFolders ?? [];
  assert.ok(folder, 'a folder is open');
  return Uri.joinPath(folder.uri, name);
}

export const documentAt = (uri: Uri): TextDocument | undefined =>
  workspace.textDocuments.find((document) => document.uri.toString() === uri.toString());

/**
 * Opens a file in an editor.
 * @param language waits until the document has it, because a file may get its language only after it is opened
 */
export async function open(name: string, language?: string): Promise<TextDocument> {
  await window.showTextDocument(await workspace.openTextDocument(inWorkspace(name)));
  return until(`${name} to be open${language === undefined ? '' : ` as ${language}`}`, () => {
    const document = documentAt(inWorkspace(name));
    return language === undefined || document?.languageId === language ? document : undefined;
  });
}

/** Writes a file and opens it. */
export async function create(name: string, text: string, language?: string): Promise<TextDocument> {
  await workspace.fs.writeFile(inWorkspace(name), new TextEncoder().encode(text));
  return open(name, language);
}
