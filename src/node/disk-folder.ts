/** The files of a folder on disk. Logs and drafts are written synchronously: the last write must be done when the editor ends. */
import { appendFileSync, mkdirSync, renameSync, rmSync, statSync, truncateSync, writeFileSync } from 'node:fs';
import { mkdir, readdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises';
import path from 'node:path';
import type { FolderFiles, LogFile } from '../shared/platform.ts';

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
      // A full disk leaves a part of the file, which is of no use.
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

  save(name: string, text: string | undefined): void {
    if (text === undefined) {
      rmSync(this.#at(name), { force: true });
      return;
    }
    mkdirSync(this.#folder, { recursive: true });
    // Never half: the other half of the last one would be lost with it.
    writeFileSync(`${this.#at(name)}.new`, text, { mode: 0o600 });
    renameSync(`${this.#at(name)}.new`, this.#at(name));
  }

  log(name: string): LogFile {
    const file = this.#at(name);
    /** Bytes, as we know it. */
    let known: number | undefined;
    return {
      read: async () => {
        const bytes = await unlessMissing(readFile(file));
        known = bytes?.length ?? 0;
        return bytes?.toString('utf8') ?? '';
      },
      append: (text) => {
        mkdirSync(this.#folder, { recursive: true });
        const before = sizeOf(file);
        const foreign = known !== undefined && before !== known;
        try {
          appendFileSync(file, text, { mode: 0o600 });
        } catch (error) {
          undo(file, before);
          throw error;
        }
        known = before + Buffer.byteLength(text);
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

/** A full disk takes a part of a text: that must not be there a second time when there is room again. */
function undo(file: string, size: number): void {
  try {
    if (sizeOf(file) > size) truncateSync(file, size);
  } catch {
    // What cannot be written cannot be cut either; the reader skips half a line.
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
