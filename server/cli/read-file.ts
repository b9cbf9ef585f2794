/** Reads config files. */
import { constants, type Stats } from 'node:fs';
import { open, stat } from 'node:fs/promises';
import { causeOf, FileError } from './file-error.ts';

/** Bytes; what the language server reads, too. */
const sizeLimit = 20_000_000;

/**
 * The text of a config file.
 * @param limit in bytes
 * @throws FileError where it is not there, not a regular file, not UTF-8, or larger than the limit; nothing of it is read then
 */
export async function readConfig(file: string, limit = sizeLimit): Promise<string> {
  try {
    const status = await stat(file);
    assertReadable(file, status, limit);
    // Opened without waiting, in case a pipe has taken its place meanwhile.
    const handle = await open(file, constants.O_RDONLY | (constants.O_NONBLOCK ?? 0));
    try {
      assertReadable(file, await handle.stat(), limit);
      return decodeConfig(await handle.readFile(), file);
    } finally {
      await handle.close();
    }
  } catch (error) {
    if (error instanceof FileError) throw error;
    const { code } = error as NodeJS.ErrnoException;
    throw new FileError(`Couldn't read ${file}: ${causeOf(code)}.`, code);
  }
}

function assertReadable(file: string, status: Stats, limit: number): void {
  if (!status.isFile()) throw new FileError(`Couldn't read ${file}: not a regular file.`);
  if (status.size > limit)
    throw new FileError(`Couldn't read ${file}: the file is larger than ${limit / 1_000_000} MB.`);
}

/** @throws FileError if the bytes are not UTF-8 */
export function decodeConfig(bytes: Uint8Array, name: string): string {
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch {
    throw new FileError(`Couldn't read ${name}: not valid UTF-8.`);
  }
}
