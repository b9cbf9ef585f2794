/** A file of sound before it is uploaded. */
import { openAsBlob } from 'node:fs';
import { env, l10n, type Uri, workspace } from 'vscode';
import { sniff } from '../../api/media/bytes.ts';
import { byteSize, inert } from '../../shared/format.ts';
import { baseName } from '../show.ts';

export interface SoundFile {
  readonly uri: Uri;
  readonly name: string;
  /** Bytes. */
  readonly size: number;
  /** Of a file on disk it is read piece by piece while it is sent. */
  readonly blob: Blob;
}

/** Files of other file systems come as a whole, so that they are bounded. */
const LARGEST_IN_MEMORY = 64 * 1024 * 1024;

/** @throws Error in the user's words where it is empty, no sound, or too large to be read as a whole */
export async function openSound(uri: Uri): Promise<SoundFile> {
  const name = baseName(uri);
  const { size } = await workspace.fs.stat(uri);
  if (size === 0) throw new Error(l10n.t('{0} is empty.', inert(name)));
  if (uri.scheme !== 'file' && size > LARGEST_IN_MEMORY) {
    const [has, most] = [byteSize(size, env.language), byteSize(LARGEST_IN_MEMORY, env.language)];
    throw new Error(
      l10n.t('{0} is too large ({1}). Files from this file system can have at most {2}.', inert(name), has, most),
    );
  }
  const whole = uri.scheme === 'file' ? await openAsBlob(uri.fsPath) : new Blob([await inMemory(uri)]);
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
