/** Reads config files. */
import { closeSync, constants, fstatSync, openSync, readFileSync, readSync, type Stats, statSync } from 'node:fs';
import { causeOf, FileError } from './file-error.ts';

/** Bytes. The language server has the same limit. */
const sizeLimit = 20_000_000;

/**
 * Reads a config file.
 * @param limit in bytes
 * @throws FileError if it doesn't exist, isn't a regular file, is larger than the limit (without reading it), or isn't
 * UTF-8
 */
export async function readConfig(file: string, limit = sizeLimit): Promise<string> {
  return readConfigSync(file, limit);
}

/** Like `readConfig`, but synchronous: awaiting each of many small files would take longer than reading it. */
export function readConfigSync(file: string, limit = sizeLimit): string {
  try {
    assertReadable(file, statSync(file), limit);
    // Opened without blocking, in case a pipe has replaced the file in the meantime.
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

/** Reused, because most files are small and can be read with one call. */
const shared = Buffer.allocUnsafeSlow(1 << 16);

function readBytes(descriptor: number, size: number): Uint8Array {
  // Files of size 0 may still have content, such as those in /proc.
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
