/** Reads audio files, and writes transcripts to the chosen place. */

import { env, l10n, type TextEditor, Uri, window, workspace } from 'vscode';
import { sniff } from '../../api/media/bytes.ts';
import { byteSize, inert } from '../../shared/format.ts';
import { platform } from '../../shared/platform.ts';
import { baseName, freeName } from '../file-name.ts';
import { ENDINGS, type Form, hasTimes, headOf, type Place, type Said, written } from './formats.ts';

export interface Heard {
  readonly file: AudioFile;
  readonly said: Said;
}

/** Writes transcripts to a place. @param editor for the place `cursor` */
export async function put(heard: readonly Heard[], form: Form, place: Place, editor: TextEditor | undefined) {
  let isWritten = false;
  try {
    if (place === 'beside') {
      await besideEach(heard, form);
      isWritten = true;
    } else if (place === 'cursor' && editor !== undefined) isWritten = await insert(editor, together(heard, form));
  } finally {
    // The transcript was paid for: if it can't be written to its place, open a new document.
    if (!isWritten) await openNew(together(heard, form));
  }
}

async function openNew(content: string): Promise<void> {
  await window.showTextDocument(await workspace.openTextDocument({ content, language: 'plaintext' }));
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

/** Writes a file for each transcript, without overwriting any, and opens the last one. */
async function besideEach(heard: readonly Heard[], form: Form): Promise<void> {
  for (const [index, { file, said }] of heard.entries()) {
    const folder = Uri.joinPath(file.uri, '..');
    const ending = hasTimes(said) ? ENDINGS[form] : ENDINGS.text;
    const bytes = new TextEncoder().encode(written(said, form, headOf(said)));
    const files = await platform().folder(folder);
    const isTaken = async (name: string) => !(await files.writeNew(name, bytes));
    const target = Uri.joinPath(folder, await freeName(file.name.replace(/\.[^.]+$/, ''), ending, isTaken));
    if (index === heard.length - 1) await window.showTextDocument(target);
  }
  if (heard.length > 1)
    window.setStatusBarMessage(l10n.t('Saved {0} transcripts beside their audio files.', heard.length), 10_000);
}

export interface AudioFile {
  readonly uri: Uri;
  readonly name: string;
  /** Bytes. */
  readonly size: number;
  /** A file on disk is streamed while it's sent. */
  readonly blob: Blob;
}

/** Bytes. Files of other file systems are read into memory as a whole, so their size is limited. */
const LARGEST_IN_MEMORY = 64 * 1024 * 1024;

/** @throws Error, localized, if the file is empty, isn't audio, or is too large to be read as a whole */
export async function openAudio(uri: Uri): Promise<AudioFile> {
  const name = baseName(uri);
  const { size } = await workspace.fs.stat(uri);
  const openAsBlob = uri.scheme === 'file' ? platform().openAsBlob : undefined;
  if (size === 0) throw new Error(l10n.t('{0} is empty.', inert(name)));
  if (openAsBlob === undefined && size > LARGEST_IN_MEMORY) {
    const [has, most] = [byteSize(size, env.language), byteSize(LARGEST_IN_MEMORY, env.language)];
    throw new Error(
      l10n.t('{0} is too large ({1}). Files from this file system can have at most {2}.', inert(name), has, most),
    );
  }
  const whole = openAsBlob ? await openAsBlob(uri.fsPath) : new Blob([await inMemory(uri)]);
  const type = sniff(new Uint8Array(await whole.slice(0, 64).arrayBuffer()));
  if (!type?.startsWith('audio/')) {
    throw new Error(
      l10n.t(
        "{0} isn't a recognized audio file. Supported formats: WAV, MP3, Ogg, FLAC, AAC, M4A, MP4, and WebM.",
        inert(name),
      ),
    );
  }
  return { uri, name, size, blob: whole.slice(0, size, type) };
}

async function inMemory(uri: Uri): Promise<Uint8Array<ArrayBuffer>> {
  return new Uint8Array(await workspace.fs.readFile(uri));
}
