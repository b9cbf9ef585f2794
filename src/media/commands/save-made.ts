import { l10n, Uri, window, workspace } from 'vscode';
import type { MediaParts } from '../parts.ts';
import { baseName, madeFile } from '../show.ts';

const KINDS = ['wav', 'mp3', 'ogg', 'flac', 'aac', 'm4a', 'webm', 'bin', 'png', 'jpg', 'gif', 'webp', 'avif'];

/** Saves sound or a picture where the user says, under the ending that belongs to what it is. */
export async function saveMade({ made }: MediaParts, argument?: unknown): Promise<void> {
  const title = l10n.t('Save Audio or Image');
  const file = await madeFile(made, argument, title, KINDS);
  if (file === undefined) return;
  const extension = file.path.slice(file.path.lastIndexOf('.') + 1);
  const folder = workspace.workspaceFolders?.[0]?.uri;
  const target = await window.showSaveDialog({
    title,
    filters: { [extension.toUpperCase()]: [extension] },
    ...(folder && { defaultUri: Uri.joinPath(folder, baseName(file)) }),
  });
  if (target === undefined) return;
  const right = target.path.toLowerCase().endsWith(`.${extension}`);
  // The dialog has asked about the name it knows, not about the one with our ending.
  const saved = right ? target : target.with({ path: `${target.path}.${extension}` });
  await workspace.fs.copy(file, saved, { overwrite: right });
  window.setStatusBarMessage(l10n.t('Saved as {0}.', baseName(saved)), 5000);
}
