import { l10n, window } from 'vscode';
import type { MediaParts } from '../parts.ts';
import { speak } from '../speak.ts';

/** Reads the selection aloud; without one the document; without that what the user types. */
export async function readAloud(parts: MediaParts): Promise<void> {
  const text = textInEditor() ?? (await typedText());
  if (text !== undefined) await speak(parts, text);
}

function textInEditor(): string | undefined {
  const editor = window.activeTextEditor;
  if (editor === undefined) return undefined;
  const selected = editor.selections.filter(({ isEmpty }) => !isEmpty).map((one) => editor.document.getText(one));
  return selected.length > 0 ? selected.join('\n') : editor.document.getText();
}

function typedText() {
  return window.showInputBox({ title: l10n.t('Read Aloud'), prompt: l10n.t('Choose what to read aloud') });
}
