/** Files that were made, in the editor's own previews; and which of them a command means. */
import { env, l10n, commands as registry, TabInputCustom, TabInputText, Uri, window, workspace } from 'vscode';
import { commands } from '../shared/contract.ts';
import { byteSize, exactTime } from '../shared/format.ts';
import type { MadeFiles } from './made-files.ts';

const PREVIEWS = [
  [/\.(png|jpg|gif|webp|avif)$/, 'imagePreview.previewEditor'],
  [/\.(wav|mp3|ogg|flac|aac|m4a)$/, 'vscode.audioPreview'],
  [/\.webm$/, 'vscode.videoPreview'],
] as const;

/** Opens a file in a tab of its own. What no preview knows is offered to be saved. */
export async function openMade(file: Uri): Promise<void> {
  const preview = PREVIEWS.find(([form]) => form.test(file.path))?.[1];
  if (preview !== undefined) {
    await registry.executeCommand('vscode.openWith', file, preview, { preview: false });
    return;
  }
  const save = l10n.t('Save As…');
  const message = l10n.t("VS Code can't preview this file type. The file was kept unchanged.");
  void window.showWarningMessage(message, save).then(async (chosen) => {
    if (chosen === save) await registry.executeCommand(commands.saveMade, file);
  });
}

/**
 * The file that a command is for: the one it was started on, the one that is seen, or one that the user chooses. Undefined: the
 * user left.
 */
export async function madeFile(
  made: MadeFiles,
  argument: unknown,
  title: string,
  extensions: readonly string[],
): Promise<Uri | undefined> {
  const fits = (file: Uri) => made.has(file) && extensions.some((one) => file.path.endsWith(`.${one}`));
  if (argument instanceof Uri && fits(argument)) return argument;
  const input = window.tabGroups.activeTabGroup.activeTab?.input;
  if ((input instanceof TabInputCustom || input instanceof TabInputText) && fits(input.uri)) return input.uri;
  const files = await made.newest(...extensions);
  if (files.length === 0)
    throw new Error(l10n.t('No generated files yet. Generate an image or read text aloud first.'));
  const items = await Promise.all(
    files.map(async (file) => {
      const { size, mtime } = await workspace.fs.stat(file);
      const time = exactTime(new Date(mtime).toISOString(), env.language);
      return { label: baseName(file), description: `${time} · ${byteSize(size, env.language)}`, file };
    }),
  );
  return (await window.showQuickPick(items, { title, matchOnDescription: true }))?.file;
}

export function baseName(file: Uri): string {
  return file.path.slice(file.path.lastIndexOf('/') + 1);
}
