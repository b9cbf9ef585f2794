/** Reads config files. */
import { closeSync, constants, fstatSync, openSync, readFileSync, readSync, type Stats, statSync } from 'node:fs';
import { causeOf, FileError } from './file-error.ts';

/** Bytes; what the language server reads, too. */
const sizeLimit = 20_000_000;

/**
 * The text of a config file.
 * @param limit in bytes
 * @throws FileError where it is not there, not a regular file, not UTF-8, or larger than the limit; nothing of it is read then
 */
export async function readConfig(file: string, limit = sizeLimit): Promise<string> {
  return readConfigSync(file, limit);
}

/** The same. For many small files, waiting for each would take longer than reading it. */
export function readConfigSync(file: string, limit = sizeLimit): string {
  try {
    assertReadable(file, statSync(file), limit);
    // Opened without waiting, in case a pipe has taken its place meanwhile.
    const descriptor = openSync(file, constants.O_RDONLY | (constants.O_NONBLOCK ?? 0));
    try {
      const status = fstatSync(descriptor);
      assertReadable(file, status, limit);
      return decodeConfig(readBytes(descriptor, status.size), file);
    } finally {
      closeSync(descriptor);
    }
  } catch (error) {
    if (error instanceof FileError) throw error;
    const { code } = error as NodeJS.ErrnoException;
    throw new FileError(`Couldn't read ${file}: ${causeOf(code)}.`, code);
  }
}

/** Most files are small: these are read in one call, into memory that is there. */
const shared = Buffer.allocUnsafeSlow(1 << 16);

function readBytes(descriptor: number, size: number): Uint8Array {
  // A file without a size may have content all the same, as those of /proc do.
  if (size === 0 || size > shared.length) return readFileSync(descriptor);
  let length = 0;
  for (let more = -1; more !== 0 && length < size; length += more)
    more = readSync(descriptor, shared, length, size - length, length);
  return shared.subarray(0, length);
}

function assertReadable(file: string, status: Stats, limit: number): void {
  if (!status.isFile()) throw new FileError(`Couldn't read ${file}: not a regular file.`);
  if (status.size > limit)
    throw new FileError(`Couldn't read ${file}: the file is larger than ${limit / 1_000_000} MB.`);
}

const decoder = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });

/** @throws FileError if the bytes are not UTF-8 */
export function decodeConfig(bytes: Uint8Array, name: string): string {
  try {
    return decoder.decode(bytes);
  } catch {
    throw new FileError(`Couldn't read ${name}: not valid UTF-8.`);
  }
}
