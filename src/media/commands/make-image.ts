import { window } from 'vscode';
import type { MediaParts } from '../parts.ts';
import { paint } from '../pictures/paint.ts';

/** Pictures from a prompt; the selection is offered as one. */
export async function makeImage(parts: MediaParts): Promise<void> {
  const editor = window.activeTextEditor;
  const selected = editor === undefined ? '' : editor.document.getText(editor.selection).trim();
  await paint(parts, { prompt: selected });
}
