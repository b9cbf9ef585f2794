import { env, l10n } from 'vscode';
import type { MediaParts } from '../parts.ts';
import { speak } from '../speak.ts';

export async function speakClipboard(parts: MediaParts): Promise<void> {
  const text = await env.clipboard.readText();
  if (text.trim() === '') throw new Error(l10n.t('The clipboard contains no text.'));
  await speak(parts, text);
}
