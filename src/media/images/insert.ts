import { l10n, type TextDocument, Uri, window, workspace } from 'vscode';
import { statIfExists } from '../../shared/files.ts';
import type { FileContext } from '../context.ts';
import { freeName, nameFrom } from '../file-name.ts';
import { imageExtensions, pickGeneratedFile } from '../preview.ts';
import { readImagePrompt } from './prompt.ts';

/** Folder for inserted images, next to the document. */
const imageFolder = 'images';

/** Copies an image next to the document, never over another file, and inserts its Markdown, which one undo removes. */
export async function insertImage(context: FileContext, argument?: unknown): Promise<void> {
  const { generated, lastDocument } = context;
  const document = lastDocument();
  if (document === undefined || document.isClosed)
    throw new Error(l10n.t('Open the document to insert the image into, then try again.'));
  const file = await pickGeneratedFile(generated, argument, l10n.t('Select an image to insert'), imageExtensions);
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
  const written = await editor.edit((edit) => edit.replace(editor.selection, text));
  if (!written)
    throw new Error(
      l10n.t(
        "The image was saved in {0}, but Switchyard couldn't insert text into the document.",
        `${imageFolder}/${name}`,
      ),
    );
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
    .replace(/[\p{Cc}\p{Cf}\s]+/gu, ' ')
    .trim()
    .replace(/[\\[\]!<>`*_]/g, '\\$&');
  return `![${text}](${path
    .split('/')
    .map(encodeURIComponent)
    .join('/')
    .replace(/[()]/g, (char) => (char === '(' ? '%28' : '%29'))})`;
}
