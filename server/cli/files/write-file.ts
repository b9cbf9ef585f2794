/** Atomic writes: at any moment, a file has either the old text or the new one. */
import {
  closeSync,
  constants,
  existsSync,
  fchmodSync,
  fchownSync,
  fsyncSync,
  lstatSync,
  mkdirSync,
  openSync,
  readFileSync,
  realpathSync,
  renameSync,
  rmSync,
  type Stats,
  writeSync,
} from 'node:fs';
import path from 'node:path';
import process from 'node:process';
import { causeOf, FileError } from '../../files/file-error.ts';
import { OpenFolder } from './open-folder.ts';
import { isOutside, resolveLinks } from './outside-links.ts';

/**
 * Replaces the text of a file.
 * @param file absolute path; links are followed
 * @param before expected content of the file; undefined to create the file, with its folder if that is missing
 * @param within folders, one of which must contain the file when it is replaced. Default: anywhere
 * @throws FileError if it can't be written or its content has changed. The file is then unchanged.
 */
export async function writeAtomically(
  file: string,
  text: string,
  before: string | undefined,
  within?: readonly string[],
): Promise<void> {
  if (before === undefined) attempt(file, () => createFolder(path.dirname(file)));
  const replacement = new Replacement(file, within);
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
  /** For messages. */
  readonly #shown: string;
  readonly #folder: OpenFolder;
  readonly #target: string;
  readonly #status: Stats | undefined;
  readonly #temporary: string;
  readonly #descriptor: number;
  #isOpen = true;

  /**
   * @param file absolute path; links are followed
   * @param within folders, one of which must contain the target of the links. Default: anywhere
   */
  constructor(file: string, within?: readonly string[]) {
    this.file = file;
    this.#shown = this.#attempt(() => resolveLinks(file));
    this.#folder = this.#attempt(() => new OpenFolder(path.dirname(this.#shown)));
    const { base } = path.parse(this.#shown);
    this.#target = this.#folder.pathOf(base);
    this.#temporary = this.#folder.pathOf(`.${base.slice(0, 200)}.${process.pid}.${Date.now().toString(36)}.tmp`);
    try {
      this.#status = this.#attempt(() => lstatSync(this.#target, { throwIfNoEntry: false }));
      this.#assertReplaceable(within);
      // O_EXCL: never opens an existing file, such as a link that was planted there.
      const flags = constants.O_WRONLY | constants.O_CREAT | constants.O_EXCL;
      this.#descriptor = this.#attempt(() => openSync(this.#temporary, flags, this.#status?.mode ?? 0o666));
    } catch (error) {
      this.#folder.close();
      throw error;
    }
  }

  #assertReplaceable(within: readonly string[] | undefined): void {
    const { realPath } = this.#folder;
    if (within?.every((folder) => isOutside(path.relative(realpathSync.native(folder), realPath))))
      throw new FileError(`Couldn't write ${this.file}: it's a link that leads outside the project.`);
    // All links were followed, so another one was planted in the meantime.
    if (this.#status?.isSymbolicLink()) throw this.#changed();
    if (this.#status?.isFile() === false) throw new FileError(`Couldn't write ${this.file}: not a regular file.`);
    if ((this.#status?.nlink ?? 1) > 1)
      throw new FileError(
        `Couldn't write ${this.#shown}: it's one of several hard links to a file, and would become a file of its own. Edit it yourself, or remove the other links.`,
      );
    // Root may write to any file, and renaming only needs permission for the folder.
    if (this.#status !== undefined && (this.#status.mode & 0o222) === 0)
      throw new FileError(
        `Couldn't write ${this.#shown}: the file is read-only. Make it writable and try again.`,
        'EACCES',
      );
  }

  #changed(): FileError {
    return new FileError(`Couldn't write ${this.#shown}: the file was changed by another program. Try again.`);
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
    if (this.#attempt(() => currentText(this.#target)) !== before) throw this.#changed();
  }

  /** Replaces the file. Must be called after `complete`. */
  commit(): void {
    this.#attempt(() => renameSync(this.#temporary, this.#target));
    syncFolder(this.#folder.pathOf('.'));
    this.#folder.close();
  }

  /** Deletes the temporary file. Does nothing after `commit`. */
  discard(): void {
    this.#close();
    rmSync(this.#temporary, { force: true });
    this.#folder.close();
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

/** Doesn't follow a link. */
function currentText(file: string): string | undefined {
  try {
    const descriptor = openSync(file, constants.O_RDONLY | (constants.O_NOFOLLOW ?? 0));
    try {
      return readFileSync(descriptor, 'utf8');
    } finally {
      closeSync(descriptor);
    }
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
