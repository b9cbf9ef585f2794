/** Loads and saves the `mcp-lock.json` of a project. */
import { type Lock, lockText, maxLockLength } from '../../common/tool-lock/lock.ts';
import { LockError, readLock } from '../../common/tool-lock/read-lock.ts';
import { FileError } from './file-error.ts';
import { readConfig } from './read-file.ts';
import type { Terminal } from './terminal.ts';

export interface LoadedLock {
  readonly text: string;
  readonly lock: Lock;
}

/**
 * @param file absolute path
 * @returns undefined if the file doesn't exist
 * @throws FileError with the line if the file isn't a lock that this version supports
 */
export async function loadLock(file: string): Promise<LoadedLock | undefined> {
  try {
    const text = await readConfig(file);
    return { text, lock: await readLock(text) };
  } catch (error) {
    if (error instanceof FileError && error.code === 'ENOENT') return undefined;
    if (error instanceof LockError) throw new FileError(`${file}:${error.line}: ${error.message} Nothing was written.`);
    throw error;
  }
}

/** @returns false if the file already has this text @throws FileError */
export async function saveLock(
  file: string,
  lock: Lock,
  before: string | undefined,
  terminal: Terminal,
): Promise<boolean> {
  const text = lockText(lock, before);
  if (text === before) return false;
  if (text.length > maxLockLength)
    throw new FileError(
      `Couldn't write ${file}: larger than ${maxLockLength / 1_000_000} MB. Name the servers to pin.`,
    );
  await terminal.write(file, text, before);
  return true;
}
