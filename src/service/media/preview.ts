/** Opens generated files in VS Code's previews, saves them, and determines the file that a command applies to. */
import { l10n, commands as registry, TabInputCustom, TabInputText, Uri, window, workspace } from 'vscode';
import { inWorkspace } from '../../shared/editing/files.ts';
import { commands } from '../../shared/generated/names.ts';
import { showStatus, showWarning } from '../../shared/notifications.ts';
import { byteSize, exactTime } from '../../shared/text/format.ts';
import { fileNameOf } from './file-name.ts';
import type { GeneratedFiles } from './generated-files.ts';
import type { FileServices } from './services.ts';

/** Extensions of generated images. */
export const generatedImageExtensions = ['png', 'jpg', 'gif', 'webp', 'avif'] as const;

const previews = [
  [/\.(png|jpg|gif|webp|avif)$/, 'imagePreview.previewEditor'],
  [/\.(wav|mp3|ogg|flac|aac|m4a)$/, 'vscode.audioPreview'],
  [/\.webm$/, 'vscode.videoPreview'],
] as const;

/** Opens a file in its own tab, or offers to save it if VS Code has no preview for it. */
export async function openPreview(file: Uri): Promise<void> {
  const preview = previews.find(([form]) => form.test(file.path))?.[1];
  if (preview !== undefined) {
    await registry.executeCommand('vscode.openWith', file, preview, { preview: false });
    return;
  }
  const save = l10n.t('Save As…');
  const message = l10n.t("VS Code can't preview this file type. The file was kept unchanged.");
  void showWarning(message, save).then(async (chosen) => {
    if (chosen === save) await registry.executeCommand(commands.media.saveGenerated, file);
  });
}

/** Returns the file for a command: its argument, the active tab's, or the user's choice. Undefined if canceled. */
export async function pickGeneratedFile(
  generated: GeneratedFiles,
  argument: unknown,
  title: string,
  extensions: readonly string[],
): Promise<Uri | undefined> {
  const fits = (file: Uri) => generated.has(file) && extensions.some((one) => file.path.endsWith(`.${one}`));
  if (argument instanceof Uri && fits(argument)) return argument;
  const input = window.tabGroups.activeTabGroup.activeTab?.input;
  if ((input instanceof TabInputCustom || input instanceof TabInputText) && fits(input.uri)) return input.uri;
  const files = await generated.newest(...extensions);
  if (files.length === 0)
    throw new Error(l10n.t('No generated files yet. Generate an image or read text aloud first.'));
  const items = await Promise.all(
    files.map(async (file) => {
      const { size, mtime } = await workspace.fs.stat(file);
      const time = exactTime(new Date(mtime).toISOString());
      return { label: fileNameOf(file), description: `${time} · ${byteSize(size)}`, file };
    }),
  );
  return (await window.showQuickPick(items, { title, matchOnDescription: true }))?.file;
}

const mediaExtensions = ['wav', 'mp3', 'ogg', 'flac', 'aac', 'm4a', 'webm', 'bin', ...generatedImageExtensions];

/** Saves a copy where the user chooses, with the extension of its file type. */
export async function saveGeneratedFile({ generated }: FileServices, argument?: unknown): Promise<void> {
  const title = l10n.t('Save Audio or Image');
  const file = await pickGeneratedFile(generated, argument, title, mediaExtensions);
  if (file === undefined) return;
  const extension = file.path.slice(file.path.lastIndexOf('.') + 1);
  const target = await window.showSaveDialog({
    title,
    filters: { [extension.toUpperCase()]: [extension] },
    ...inWorkspace(fileNameOf(file)),
  });
  if (target === undefined) return;
  const right = target.path.toLowerCase().endsWith(`.${extension}`);
  // The dialog has confirmed overwriting only for the name without our extension.
  const saved = right ? target : target.with({ path: `${target.path}.${extension}` });
  await workspace.fs.copy(file, saved, { overwrite: right });
  showStatus(l10n.t('Saved as {0}.', fileNameOf(saved)));
}
