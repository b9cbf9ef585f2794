import { env, l10n } from 'vscode';
import type { MediaParts } from '../parts.ts';
import { speak } from '../speak.ts';

export async function speakClipboard(parts: MediaParts): Promise<void> {
  const text = await env.clipboard.readText();
  if (text.trim() === '') throw new Error(l10n.t('There is no text in the clipboard.'));
  await speak(parts, text);
}
