/** Files of a folder on disk. Logs and drafts are written synchronously, so no write is lost when the editor exits. */
import {
  appendFileSync,
  mkdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  truncateSync,
  writeFileSync,
} from 'node:fs';
import { mkdir, readdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { type FolderFiles, type LogFile, missingLines } from '../shared/platform.ts';

export class DiskFolder implements FolderFiles {
  readonly #folder: string;

  constructor(folder: string) {
    this.#folder = folder;
  }

  async list(): Promise<readonly string[]> {
    const entries = await unlessMissing(readdir(this.#folder, { withFileTypes: true }));
    return (entries ?? []).filter((entry) => entry.isFile()).map(({ name }) => name);
  }

  read(name: string): Promise<Uint8Array | undefined> {
    return unlessMissing(readFile(this.#at(name)));
  }

  async stat(name: string): Promise<{ modified: number; changed: number; size: number }> {
    const { mtimeMs, ctimeMs, size } = await stat(this.#at(name));
    return { modified: mtimeMs, changed: ctimeMs, size };
  }

  async write(name: string, bytes: Uint8Array): Promise<void> {
    await mkdir(this.#folder, { recursive: true });
    await writeFile(this.#at(name), bytes);
  }

  async writeNew(name: string, bytes: Uint8Array): Promise<boolean> {
    await mkdir(this.#folder, { recursive: true });
    try {
      await writeFile(this.#at(name), bytes, { flag: 'wx' });
      return true;
    } catch (error) {
      if (codeOf(error) === 'EEXIST') return false;
      // If the disk is full, a partial file is left behind.
      await rm(this.#at(name), { force: true });
      throw error;
    }
  }

  rename(from: string, to: string): Promise<void> {
    return rename(this.#at(from), this.#at(to));
  }

  delete(name: string): Promise<void> {
    return rm(this.#at(name), { force: true });
  }

  async save(name: string, text: string | undefined): Promise<void> {
    if (text === undefined) {
      rmSync(this.#at(name), { force: true });
      return;
    }
    mkdirSync(this.#folder, { recursive: true });
    // Written to a new file first: a partial write would also destroy the previous version.
    const replacement = `${this.#at(name)}.new`;
    try {
      writeFileSync(replacement, text, { mode: 0o600 });
      renameSync(replacement, this.#at(name));
    } catch (error) {
      rmSync(replacement, { force: true });
      throw error;
    }
  }

  log(name: string): LogFile {
    const file = this.#at(name);
    /** The text that was read and appended, and the size of the file afterwards. */
    let known: { readonly text: string; readonly size: number } | undefined;
    return {
      read: async () => {
        const bytes = await unlessMissing(readFile(file));
        known = { text: bytes?.toString('utf8') ?? '', size: bytes?.length ?? 0 };
        return known.text;
      },
      append: (text) => {
        mkdirSync(this.#folder, { recursive: true });
        const before = sizeOf(file);
        const foreign = known !== undefined && before !== known.size;
        // Another window may have deleted the file, and a third one may have written it again.
        const lost = known && foreign ? missingLines(known.text, before > 0 ? readFileSync(file, 'utf8') : '') : '';
        try {
          appendFileSync(file, lost + text, { mode: 0o600 });
        } catch (error) {
          undo(file, before);
          throw error;
        }
        known = { text: (known?.text ?? '') + text, size: before + Buffer.byteLength(lost + text) };
        return foreign;
      },
    };
  }

  #at(name: string): string {
    return path.join(this.#folder, name);
  }
}

function sizeOf(file: string): number {
  return statSync(file, { throwIfNoEntry: false })?.size ?? 0;
}

/** Removes a partially appended text (for example, if the disk is full), so that a retry doesn't duplicate it. */
function undo(file: string, size: number): void {
  try {
    if (sizeOf(file) > size) truncateSync(file, size);
  } catch {
    // The file may not be writable at all. The reader skips an incomplete line.
  }
}

async function unlessMissing<T>(result: Promise<T>): Promise<T | undefined> {
  try {
    return await result;
  } catch (error) {
    if (codeOf(error) === 'ENOENT') return undefined;
    throw error;
  }
}

function codeOf(error: unknown): unknown {
  return error instanceof Error && 'code' in error ? error.code : undefined;
}
