/** Atomic writes: at any moment, a file has either the old text or the new one. */
import {
  closeSync,
  constants,
  existsSync,
  fchmodSync,
  fchownSync,
  fsyncSync,
  mkdirSync,
  openSync,
  readFileSync,
  renameSync,
  rmSync,
  type Stats,
  statSync,
  writeSync,
} from 'node:fs';
import path from 'node:path';
import process from 'node:process';
import { causeOf, FileError } from './file-error.ts';
import { targetOf } from './links.ts';

/**
 * Replaces the text of a file.
 * @param file absolute path; links are followed
 * @param before expected content of the file; undefined to create the file, with its folder if that is missing
 * @throws FileError if it can't be written or its content has changed. The file is then unchanged.
 */
export async function writeAtomically(file: string, text: string, before: string | undefined): Promise<void> {
  if (before === undefined) attempt(file, () => createFolder(path.dirname(file)));
  const replacement = new Replacement(file);
  try {
    replacement.write(text);
    replacement.complete();
    replacement.assertUnchanged(before);
    replacement.commit();
  } catch (error) {
    replacement.discard();
    throw error;
  }
}

/**
 * The new text of a file: a temporary file next to the real target, which it replaces when it's complete. Preserves the
 * mode, the owner (if permitted), and links. All methods throw FileError; the file is then unchanged.
 */
export class Replacement {
  /** Absolute path, as given. */
  readonly file: string;
  readonly #target: string;
  readonly #status: Stats | undefined;
  readonly #temporary: string;
  readonly #descriptor: number;
  #isOpen = true;

  /** @param file absolute path; links are followed */
  constructor(file: string) {
    this.file = file;
    this.#status = this.#attempt(() => statSync(file, { throwIfNoEntry: false }));
    if (this.#status?.isFile() === false) throw new FileError(`Couldn't write ${file}: not a regular file.`);
    this.#target = this.#attempt(() => targetOf(file));
    // Root may write to any file, and renaming only needs permission for the folder.
    if (this.#status !== undefined && (this.#status.mode & 0o222) === 0)
      throw new FileError(
        `Couldn't write ${this.#target}: the file is read-only. Make it writable and try again.`,
        'EACCES',
      );
    const { dir, base } = path.parse(this.#target);
    this.#temporary = path.join(dir, `.${base.slice(0, 200)}.${process.pid}.${Date.now().toString(36)}.tmp`);
    // O_EXCL: never opens an existing file, such as a link that was planted there.
    const flags = constants.O_WRONLY | constants.O_CREAT | constants.O_EXCL;
    this.#descriptor = this.#attempt(() => openSync(this.#temporary, flags, this.#status?.mode ?? 0o666));
  }

  /** Appends to the new text. */
  write(text: string): void {
    const bytes = Buffer.from(text);
    this.#attempt(() => {
      for (let written = 0; written < bytes.length; ) written += writeSync(this.#descriptor, bytes, written);
    });
  }

  /** Flushes the new text to disk. */
  complete(): void {
    this.#attempt(() => {
      if (this.#status !== undefined) takeOver(this.#descriptor, this.#status);
      fsyncSync(this.#descriptor);
    });
    this.#close();
  }

  /** @param before expected content of the file; undefined if it must not exist */
  assertUnchanged(before: string | undefined): void {
    if (this.#attempt(() => currentText(this.#target)) !== before)
      throw new FileError(`Couldn't write ${this.#target}: the file was changed by another program. Try again.`);
  }

  /** Replaces the file. Must be called after `complete`. */
  commit(): void {
    this.#attempt(() => renameSync(this.#temporary, this.#target));
    syncFolder(path.dirname(this.#target));
  }

  /** Deletes the temporary file. Does nothing after `commit`. */
  discard(): void {
    this.#close();
    rmSync(this.#temporary, { force: true });
  }

  #close(): void {
    if (this.#isOpen) closeSync(this.#descriptor);
    this.#isOpen = false;
  }

  #attempt<T>(action: () => T): T {
    return attempt(this.file, action);
  }
}

/** @throws FileError with the cause if the action fails */
function attempt<T>(file: string, action: () => T): T {
  try {
    return action();
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    throw new FileError(`Couldn't write ${file}: ${causeOf(code)}. The file was not changed.`, code);
  }
}

/** Creates a folder and its parents. The recursion of `mkdirSync` never ends in folders such as `/proc`. */
function createFolder(folder: string): void {
  const parent = path.dirname(folder);
  if (existsSync(folder) || parent === folder) return;
  createFolder(parent);
  mkdirSync(folder);
}

function takeOver(descriptor: number, { mode, uid, gid }: Stats): void {
  try {
    fchownSync(descriptor, uid, gid);
  } catch {
    // Only root may change the owner.
  }
  // Set last, because changing the owner clears parts of the mode.
  fchmodSync(descriptor, mode & 0o7777);
}

function currentText(file: string): string | undefined {
  try {
    return readFileSync(file, 'utf8');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
    throw error;
  }
}

/** Flushes the folder, so that the new name survives a power loss. Not every system can open a folder. */
function syncFolder(folder: string): void {
  try {
    const descriptor = openSync(folder, 'r');
    try {
      fsyncSync(descriptor);
    } finally {
      closeSync(descriptor);
    }
  } catch {
    // The file itself is already complete.
  }
}
