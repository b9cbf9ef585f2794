/** Files on disk. Only regular files are opened, so nothing blocks on a pipe or a device. */

import fs, { type Dirent } from 'node:fs';
import { devNull } from 'node:os';
import path from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { attempt } from '../../common/attempt.ts';
import { isConfigName, plainFilePath } from '../../common/messages/config-place.ts';
import { causeOf, EncodingError, FileError } from './file-error.ts';
import type { Files } from './files.ts';
import { childUri } from './uris.ts';

/** Bytes. A config file of 10,000 servers has 2 MB. */
const readLimit = 20_000_000;
/** Bytes. Claude Code keeps the history of all projects in the file with its servers. */
const stateLimit = 100_000_000;

/** Reused, because most files are small and can be read with one call. */
const shared = Buffer.allocUnsafeSlow(1 << 16);

const decoder = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });

/**
 * Reads a text file.
 * @param limit in bytes; a larger file isn't read
 * @throws FileError if it doesn't exist, isn't a regular file, is too large, or isn't UTF-8
 */
export function readText(file: string, limit = readLimit): string {
  try {
    assertReadable(fs.statSync(file), file, limit);
    // Opened without blocking, in case a pipe has replaced the file in the meantime.
    const descriptor = fs.openSync(file, fs.constants.O_RDONLY | (fs.constants.O_NONBLOCK ?? 0));
    try {
      const status = fs.fstatSync(descriptor);
      assertReadable(status, file, limit);
      return decodeText(status.size === 0 ? readToEnd(descriptor, file, limit) : read(descriptor, status.size), file);
    } finally {
      fs.closeSync(descriptor);
    }
  } catch (error) {
    if (error instanceof FileError) throw error;
    const { code } = error as NodeJS.ErrnoException;
    throw new FileError(`Couldn't read ${file}: ${causeOf(code)}.`, code);
  }
}

/** True for `/dev/null`, to which people link a file to empty it. It isn't opened. */
const isEmptyDevice = (status: fs.Stats, file: string): boolean =>
  status.isCharacterDevice() && fs.realpathSync(file) === devNull;

/** Like `readText`, but returns undefined if the file doesn't exist. */
export function readTextIfExists(file: string): string | undefined {
  try {
    return readText(file);
  } catch (error) {
    if (error instanceof FileError && error.code === 'ENOENT') return undefined;
    throw error;
  }
}

/** @param name for the message @throws EncodingError if the bytes aren't UTF-8 */
export function decodeText(bytes: Uint8Array, name: string): string {
  try {
    return decoder.decode(bytes);
  } catch {
    throw new EncodingError(name, isUtf16(bytes));
  }
}

/** True for bytes that start with the byte order mark of UTF-16. */
const isUtf16 = ([first, second]: Uint8Array): boolean =>
  (first === 0xff && second === 0xfe) || (first === 0xfe && second === 0xff);

function assertReadable(status: { isFile(): boolean; readonly size: number }, file: string, limit: number): void {
  if (!status.isFile()) throw new FileError(`Couldn't read ${file}: not a regular file.`);
  if (status.size > limit) throw tooLarge(file, limit);
}

const tooLarge = (file: string, limit: number): FileError =>
  new FileError(`Couldn't read ${file}: the file is larger than ${limit / 1_000_000} MB.`);

/** The result is valid until the next call. */
function read(descriptor: number, size: number): Uint8Array {
  const bytes = size <= shared.length ? shared : Buffer.allocUnsafeSlow(size);
  let length = 0;
  for (let more = -1; more !== 0 && length < size; length += more)
    more = fs.readSync(descriptor, bytes, length, size - length, length);
  return bytes.subarray(0, length);
}

/** Files of size 0 may still have content, such as those in /proc. */
function readToEnd(descriptor: number, file: string, limit: number): Uint8Array {
  const chunks: Uint8Array[] = [];
  let length = 0;
  for (let more = -1; more !== 0; length += more) {
    more = fs.readSync(descriptor, shared, 0, shared.length, length);
    if (length + more > limit) throw tooLarge(file, limit);
    chunks.push(Uint8Array.from(shared.subarray(0, more)));
  }
  return Buffer.concat(chunks);
}

/** Returns the system path of a file URI; undefined if it doesn't refer to a file on this system. */
export function systemPathOf(uri: string): string | undefined {
  const plain = path.sep === '/' ? plainFilePath(uri) : undefined;
  if (plain !== undefined) return plain;
  return uri.startsWith('file:') ? attempt(() => fileURLToPath(uri)) : undefined;
}

/** Any failure counts as a missing file: for a file whose content is needed, not for whether it exists. */
function look<T>(uri: string, at: (file: string) => T): T | undefined {
  const file = systemPathOf(uri);
  return file === undefined ? undefined : attempt(() => at(file));
}

/** Returns undefined if there is no such file or folder, and `unknown` if that can't be found out. */
function statusOf(uri: string): fs.Stats | 'circle' | 'unknown' | undefined {
  const file = systemPathOf(uri);
  if (file === undefined) return undefined;
  try {
    // Most requested files don't exist, and an exception takes longer than the system call.
    return fs.statSync(file, { throwIfNoEntry: false });
  } catch (error) {
    // Of what is below such a link, nothing is known.
    if (codeOf(error) === 'ELOOP' && attempt(() => fs.lstatSync(file)) !== undefined) return 'circle';
    // No file has a name with a null character, which Node.js rejects itself.
    return isMissing(error) || !/^E[A-Z0-9]+$/.test(codeOf(error)) ? undefined : 'unknown';
  }
}

const codeOf = (error: unknown): string => String((error as NodeJS.ErrnoException).code);

/** True for the error of a file or folder that doesn't exist. */
export const isMissing = (error: unknown): boolean => /^(?:ENOENT|ENOTDIR)$/.test(codeOf(error));

const namesIn = (uri: string, isWanted: (entry: Dirent) => boolean): readonly string[] =>
  look(uri, (folder) =>
    fs
      .readdirSync(folder, { withFileTypes: true })
      .flatMap((entry) => (isWanted(entry) ? [entry.name] : []))
      .sort(),
  ) ?? [];

export const diskFiles: Files = {
  read: (uri) =>
    look(uri, (file) => readText(file, file.endsWith('.claude.json') ? stateLimit : readLimit)) ??
    look(uri, (file) => (isEmptyDevice(fs.statSync(file), file) ? '' : undefined)),
  stamp: (uri) => {
    const status = statusOf(uri);
    return typeof status === 'object' ? `${status.mtimeMs} ${status.size} ${status.ino}` : status;
  },
  kind: (uri) => {
    const status = statusOf(uri);
    if (typeof status !== 'object') return status;
    if (status.isDirectory()) return 'folder';
    return isEmptyDevice(status, systemPathOf(uri) ?? '') ? 'device' : 'file';
  },
  real: (uri) => look(uri, (file) => pathToFileURL(fs.realpathSync.native(file)).href),
  folders: (uri) => namesIn(uri, (entry) => entry.isDirectory()),
  files: (uri) => namesIn(uri, (entry) => entry.isFile()),
  find: (folder) => findConfigFiles(folder, { folders: 3000, depth: 8 }),
};

/** Folders of packages and of version control. Searches for checkouts and for changes skip only these. */
export const dependencyFolders: ReadonlySet<string> = new Set(['node_modules', '.git', '.hg', '.svn', '.venv', 'venv']);
/** Skipped in a search for config files to check. */
const skippedFolders: ReadonlySet<string> = new Set([...dependencyFolders, 'dist', 'build', 'target']);

/** Called for a folder that can't be read. */
export type FindWarning = (folder: string, error: NodeJS.ErrnoException) => void;

/** What to search for. */
interface Search {
  /** Maximum number of folders to read. Default: no limit. */
  readonly folders?: number;
  readonly depth?: number;
  readonly warn?: FindWarning;
  /** Names of folders to skip. */
  readonly skipped?: ReadonlySet<string>;
  /** Default: config files of Oh My Pi. */
  readonly isWanted?: (uri: string, name: string) => boolean;
  /** Returns the files to which a link leads. Default: none. */
  readonly linked?: (uri: string, name: string) => readonly string[];
}

/** Returns URIs, sorted by depth. Folders that are links aren't searched. */
export async function findConfigFiles(folder: string, search: Search): Promise<readonly string[]> {
  const { folders: mostFolders = Number.POSITIVE_INFINITY, depth: mostDepth = Number.POSITIVE_INFINITY } = search;
  const { warn = () => undefined, skipped = skippedFolders, isWanted = (_, name) => isConfigName(name) } = search;
  const found: string[] = [];
  const folders = [{ uri: folder, depth: 0 }];
  // Also iterates over the folders that are added meanwhile.
  for (const { uri, depth } of folders) {
    const at = systemPathOf(uri);
    const entries = at === undefined ? [] : await readFolder(at, warn);
    for (const entry of entries) {
      const child = childUri(uri, entry.name);
      if (entry.isFile() && isWanted(child, entry.name)) found.push(child);
      if (entry.isSymbolicLink()) found.push(...(search.linked?.(child, entry.name) ?? []));
      const hasRoom = depth < mostDepth && folders.length < mostFolders;
      if (hasRoom && entry.isDirectory() && !skipped.has(entry.name)) folders.push({ uri: child, depth: depth + 1 });
    }
  }
  return found;
}

/** Returns the entries of a folder; none if it can't be read. */
export async function readFolder(folder: string, warn: FindWarning): Promise<readonly Dirent[]> {
  try {
    return await fs.promises.readdir(folder, { withFileTypes: true });
  } catch (error) {
    // It may have been deleted meanwhile. A name with U+FFFD isn't UTF-8, and the folder can't be opened by that name.
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT' || folder.includes('\ufffd'))
      warn(folder, error as NodeJS.ErrnoException);
    return [];
  }
}
