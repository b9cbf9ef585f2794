import { env, l10n, Uri, window, workspace } from 'vscode';
import { byteSize, inert } from '../../shared/format.ts';
import type { MediaParts } from '../parts.ts';
import { baseName } from '../show.ts';
import { speak } from '../speak.ts';

/** Bytes: the text of a long book. */
const LARGEST = 2_000_000;

export async function speakFile(parts: MediaParts, argument?: unknown): Promise<void> {
  const file = argument instanceof Uri ? argument : await askForFile();
  if (file !== undefined) await speak(parts, await textOf(file));
}

async function askForFile(): Promise<Uri | undefined> {
  const folder = workspace.workspaceFolders?.[0]?.uri;
  const title = l10n.t('Read File Aloud');
  const chosen = await window.showOpenDialog({ title, ...(folder && { defaultUri: folder }) });
  return chosen?.[0];
}

async function textOf(file: Uri): Promise<string> {
  const name = inert(baseName(file));
  const { size } = await workspace.fs.stat(file);
  if (size > LARGEST) {
    const [has, most] = [byteSize(size, env.language), byteSize(LARGEST, env.language)];
    throw new Error(l10n.t('{0} is too large to read aloud ({1}). The limit is {2}.', name, has, most));
  }
  try {
    const text = new TextDecoder('utf-8', { fatal: true }).decode(await workspace.fs.readFile(file));
    if (!text.includes('\0')) return text;
  } catch {
    // Told below.
  }
  throw new Error(l10n.t("{0} isn't a UTF-8 text file.", name));
}
