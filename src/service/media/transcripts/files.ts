/** Reads audio files, and writes transcripts to the chosen place. */

import { l10n, type TextEditor, Uri, window, workspace } from 'vscode';
import { replaceSelection } from '../../../shared/editing/replace-selection.ts';
import { showStatus } from '../../../shared/notifications.ts';
import { platform } from '../../../shared/platform.ts';
import { byteSize, inert } from '../../../shared/text/format.ts';
import { sniff } from '../../api/media/bytes.ts';
import { fileNameOf, freeName } from '../file-name.ts';
import {
  type FileTranscript,
  formatExtension,
  formatTranscript,
  hasTimes,
  type TranscriptFormat,
  type TranscriptPlace,
} from './formats.ts';

export interface TranscribedFile {
  readonly file: AudioFile;
  readonly fileTranscript: FileTranscript;
}

/** Writes transcripts to a place. @param editor for the place `cursor` */
export async function writeTranscripts(
  transcribed: readonly TranscribedFile[],
  format: TranscriptFormat,
  place: TranscriptPlace,
  editor: TextEditor | undefined,
) {
  let isWritten = false;
  try {
    if (place === 'beside') {
      await besideEach(transcribed, format);
      isWritten = true;
    } else if (place === 'cursor' && editor !== undefined)
      isWritten = await replaceSelection(editor, together(transcribed, format).trimEnd());
  } finally {
    // The transcript was paid for: if it can't be written to its place, open a new document.
    if (!isWritten) {
      const content = together(transcribed, format);
      await window.showTextDocument(await workspace.openTextDocument({ content, language: 'plaintext' }));
    }
  }
}

function together(transcribed: readonly TranscribedFile[], format: TranscriptFormat): string {
  return transcribed
    .map(({ fileTranscript }) => {
      const text = formatTranscript(fileTranscript, format);
      return format === 'text' && transcribed.length > 1 ? `${fileTranscript.name}\n\n${text}` : text;
    })
    .join('\n\n');
}

/** Writes a file for each transcript, without overwriting any, and opens the last one. */
async function besideEach(transcribed: readonly TranscribedFile[], format: TranscriptFormat): Promise<void> {
  for (const [index, { file, fileTranscript }] of transcribed.entries()) {
    const folder = Uri.joinPath(file.uri, '..');
    const ending = hasTimes(fileTranscript) ? formatExtension[format] : formatExtension.text;
    const bytes = new TextEncoder().encode(formatTranscript(fileTranscript, format));
    const files = await platform().folder(folder);
    const isTaken = async (name: string) => !(await files.writeNew(name, bytes));
    const target = Uri.joinPath(folder, await freeName(file.name.replace(/\.[^.]+$/, ''), ending, isTaken));
    if (index === transcribed.length - 1) await window.showTextDocument(target);
  }
  if (transcribed.length > 1)
    showStatus(l10n.t('Saved {0} transcripts beside their audio files.', transcribed.length), 10_000);
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
const maxSizeInMemory = 64 * 1024 * 1024;

/** @throws Error, localized, if the file is empty, isn't audio, or is too large to be read as a whole */
export async function openAudio(uri: Uri): Promise<AudioFile> {
  const name = fileNameOf(uri);
  const { size } = await workspace.fs.stat(uri);
  const openAsBlob = uri.scheme === 'file' ? platform().openAsBlob : undefined;
  if (size === 0) throw new Error(l10n.t('{0} is empty.', inert(name)));
  if (openAsBlob === undefined && size > maxSizeInMemory) {
    const [has, most] = [byteSize(size), byteSize(maxSizeInMemory)];
    throw new Error(
      l10n.t('{0} is too large ({1}). Files from this file system can have at most {2}.', inert(name), has, most),
    );
  }
  const whole = openAsBlob
    ? await openAsBlob(uri.fsPath)
    : new Blob([new Uint8Array(await workspace.fs.readFile(uri))]);
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
