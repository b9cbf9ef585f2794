/** Puts transcripts where they are wanted. */
import { l10n, type TextEditor, Uri, window, workspace } from 'vscode';
import { freeName } from '../file-name.ts';
import { writeNew } from '../write-new.ts';
import { ENDINGS, type Form, hasTimes, type Said, written } from './form.ts';
import type { SoundFile } from './sound-file.ts';
import { headOf, type Place } from './words.ts';

export interface Heard {
  readonly file: SoundFile;
  readonly said: Said;
}

/** @param editor where the cursor is meant */
export async function put(heard: readonly Heard[], form: Form, place: Place, editor: TextEditor | undefined) {
  if (place === 'beside') await besideEach(heard, form);
  else {
    const text = together(heard, form);
    const typed = place === 'cursor' && editor !== undefined && (await insert(editor, text));
    // A transcript that is paid for is shown somewhere.
    if (!typed)
      await window.showTextDocument(await workspace.openTextDocument({ content: text, language: 'plaintext' }));
  }
}

function together(heard: readonly Heard[], form: Form): string {
  const one = ({ said }: Heard) => written(said, form, headOf(said));
  const [first] = heard;
  if (heard.length === 1 && first) return one(first);
  return heard.map((each) => (form === 'text' ? `${each.said.name}\n\n${one(each)}` : one(each))).join('\n\n');
}

function insert(editor: TextEditor, text: string): Thenable<boolean> {
  return editor.edit((edit) => edit.replace(editor.selection, text.trimEnd()));
}

/** A file for each, never over another one. The last of them is opened. */
async function besideEach(heard: readonly Heard[], form: Form): Promise<void> {
  for (const [index, { file, said }] of heard.entries()) {
    const folder = Uri.joinPath(file.uri, '..');
    const ending = hasTimes(said) ? ENDINGS[form] : ENDINGS.text;
    const bytes = new TextEncoder().encode(written(said, form, headOf(said)));
    const isTaken = async (name: string) => !(await writeNew(Uri.joinPath(folder, name), bytes));
    const target = Uri.joinPath(folder, await freeName(file.name.replace(/\.[^.]+$/, ''), ending, isTaken));
    if (index === heard.length - 1) await window.showTextDocument(target);
  }
  if (heard.length > 1)
    window.setStatusBarMessage(l10n.t('Saved {0} transcripts beside their audio files.', heard.length), 10_000);
}
