/** Reads config files. */
import { readRegularFile } from '../regular-file.ts';
import { causeOf, FileError } from './file-error.ts';
import type { Terminal } from './terminal.ts';

/** Bytes. The language server has the same limit. */
const sizeLimit = 20_000_000;

/**
 * Reads a config file.
 * @param limit in bytes
 * @throws FileError if it doesn't exist, isn't a regular file, is larger than the limit (without reading it), or isn't
 * UTF-8
 */
export function readConfig(file: string, limit = sizeLimit): string {
  try {
    const bytes = readRegularFile(file, limit);
    if (bytes === 'notRegular') throw new FileError(`Couldn't read ${file}: not a regular file.`);
    if (bytes === 'tooLarge')
      throw new FileError(`Couldn't read ${file}: the file is larger than ${limit / 1_000_000} MB.`);
    return decode(bytes, file);
  } catch (error) {
    if (error instanceof FileError) throw error;
    const { code } = error as NodeJS.ErrnoException;
    throw new FileError(`Couldn't read ${file}: ${causeOf(code)}.`, code);
  }
}

const decoder = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });

/** Like `readConfig`, but returns undefined if the file doesn't exist. */
export function readConfigIfExists(file: string): string | undefined {
  try {
    return readConfig(file);
  } catch (error) {
    if (error instanceof FileError && error.code === 'ENOENT') return undefined;
    throw error;
  }
}

/** @throws FileError if standard input isn't UTF-8 */
export async function readInput(terminal: Terminal): Promise<string> {
  return decode(await terminal.stdin(), 'standard input');
}

function decode(bytes: Uint8Array, name: string): string {
  try {
    return decoder.decode(bytes);
  } catch {
    throw new FileError(`Couldn't read ${name}: not valid UTF-8.`);
  }
}
