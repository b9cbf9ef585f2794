import { l10n, type TextDocument, Uri, window, workspace } from 'vscode';
import { statIfExists } from '../../../shared/editing/files.ts';
import { replaceSelection } from '../../../shared/editing/replace-selection.ts';
import { inert, oneLine } from '../../../shared/text/format.ts';
import { freeName, nameFrom } from '../file-name.ts';
import { generatedImageExtensions, pickGeneratedFile } from '../preview.ts';
import type { FileServices } from '../services.ts';
import { readImagePrompt } from './prompt.ts';

/** Folder for inserted images, next to the document. */
const imageFolder = 'images';

/** Languages whose documents contain Markdown. */
const markdownLanguages: readonly string[] = ['markdown', 'mdx', 'quarto', 'rmd'];

const documentSchemes: readonly string[] = ['file', 'untitled', 'vscode-remote', 'vscode-vfs'];

/**
 * Copies an image next to a document, never over another file, and inserts its Markdown, which one undo removes.
 * @param madeFor the document in which the image was requested
 */
export async function insertImage(services: FileServices, argument?: unknown, madeFor?: unknown): Promise<void> {
  const { generated, lastDocument } = services;
  const document = await targetOf([madeFor, lastDocument()]);
  if (document === undefined) return;
  const file = await pickGeneratedFile(
    generated,
    argument,
    l10n.t('Select an image to insert'),
    generatedImageExtensions,
  );
  if (file === undefined) return;
  const prompt = readImagePrompt(await generated.about(file))?.prompt ?? '';
  const extension = file.path.slice(file.path.lastIndexOf('.') + 1);
  const folder = Uri.joinPath(placeOf(document), imageFolder);
  await workspace.fs.createDirectory(folder);
  const isTaken = async (one: string) => (await statIfExists(Uri.joinPath(folder, one))) !== undefined;
  const name = await freeName(nameFrom(prompt, 'image'), extension, isTaken);
  await workspace.fs.copy(file, Uri.joinPath(folder, name), { overwrite: false });
  // Reopens the document, with its cursor, if a preview has replaced its editor.
  const editor = await window.showTextDocument(document);
  const text = imageMarkdown(prompt, `${imageFolder}/${name}`);
  const written = await replaceSelection(editor, text);
  if (!written)
    throw new Error(
      l10n.t(
        "The image was saved in {0}, but Switchyard couldn't insert text into the document.",
        `${imageFolder}/${name}`,
      ),
    );
}

/**
 * Returns the first Markdown document, or another that the user chooses: Markdown destroys other files, such as JSON.
 * @param candidates those that the user probably means @returns undefined if the user cancels
 */
async function targetOf(candidates: readonly unknown[]): Promise<TextDocument | undefined> {
  const open = workspace.textDocuments.filter(({ isClosed, uri }) => !isClosed && documentSchemes.includes(uri.scheme));
  const isMarkdown = ({ languageId }: TextDocument) => markdownLanguages.includes(languageId);
  const meant = candidates
    .map((one) => open.find((document) => document === one))
    .find((one) => one && isMarkdown(one));
  if (meant !== undefined) return meant;
  if (open.length === 0) throw new Error(l10n.t('Open the document to insert the image into, then try again.'));
  const items = [...open.filter(isMarkdown), ...open.filter((one) => !isMarkdown(one))].map((document) => ({
    label: inert(oneLine(workspace.asRelativePath(document.uri), 100)),
    description: document.languageId,
    document,
  }));
  const placeHolder = l10n.t('Select a document to insert the image into, as Markdown');
  return (await window.showQuickPick(items, { placeHolder, matchOnDescription: true }))?.document;
}

/** Returns the folder of the document, or the workspace folder if the document isn't in a writable folder. */
function placeOf({ uri, isUntitled }: TextDocument): Uri {
  const folder = workspace.getWorkspaceFolder(uri) ?? workspace.workspaceFolders?.[0];
  if (!isUntitled && workspace.fs.isWritableFileSystem(uri.scheme)) return Uri.joinPath(uri, '..');
  if (folder === undefined)
    throw new Error(l10n.t('Save the document first. The image is saved in a folder beside it.'));
  return folder.uri;
}

/** `![a boat](images/a-boat.png)`. @param description untrusted; escaped @param path relative, with forward slashes */
export function imageMarkdown(description: string, path: string): string {
  const text = description
    // Line breaks too, because the text of an image must be on one line.
    .replace(/[\p{Cc}\p{Cf}\s]+/gu, ' ')
    .trim()
    .replace(/[\\[\]!<>`*_]/g, '\\$&');
  return `![${text}](${path
    .split('/')
    .map(encodeURIComponent)
    .join('/')
    .replace(/[()]/g, (char) => (char === '(' ? '%28' : '%29'))})`;
}
