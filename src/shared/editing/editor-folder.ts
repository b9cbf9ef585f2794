/** Files of a folder, with the editor's file system API, which has no exclusive write and no append. */
import { FileSystemError, FileType, Uri, workspace } from 'vscode';
import { type FolderFiles, type LogFile, missingLines } from '../platform.ts';

export class EditorFolder implements FolderFiles {
  readonly #folder: Uri;
  /** Runs reads and writes one after the other. */
  #queue: Promise<unknown> = Promise.resolve();

  constructor(folder: Uri) {
    this.#folder = folder;
  }

  async list(): Promise<readonly string[]> {
    const entries = await unlessMissing(workspace.fs.readDirectory(this.#folder));
    return (entries ?? []).flatMap(([name, type]) => ((type & FileType.File) !== 0 ? name : []));
  }

  read(name: string): Promise<Uint8Array | undefined> {
    return this.#then(() => unlessMissing(workspace.fs.readFile(this.#at(name))));
  }

  async stat(name: string): Promise<{ modified: number; changed: number; size: number }> {
    const { mtime, size } = await workspace.fs.stat(this.#at(name));
    return { modified: mtime, changed: mtime, size };
  }

  async write(name: string, bytes: Uint8Array): Promise<void> {
    await this.#then(() => workspace.fs.writeFile(this.#at(name), bytes));
  }

  writeNew(name: string, bytes: Uint8Array): Promise<boolean> {
    return this.#then(async () => {
      if ((await unlessMissing(workspace.fs.stat(this.#at(name)))) !== undefined) return false;
      await workspace.fs.writeFile(this.#at(name), bytes);
      return true;
    });
  }

  rename(from: string, to: string): Promise<void> {
    return this.#then(() => workspace.fs.rename(this.#at(from), this.#at(to), { overwrite: true }));
  }

  async delete(name: string): Promise<void> {
    await this.#then(() => unlessMissing(workspace.fs.delete(this.#at(name))));
  }

  save(name: string, text: string | undefined): Promise<void> {
    return text === undefined ? this.delete(name) : this.write(name, new TextEncoder().encode(text));
  }

  log(name: string): LogFile {
    /** Text that isn't in the file yet. */
    let pending = '';
    let failure: unknown;
    /** The text that was read and appended, and the size of the file afterwards. */
    let known = { text: '', size: 0 };
    const flush = () =>
      this.#then(async () => {
        const text = pending;
        pending = '';
        try {
          const before = new Uint8Array((await unlessMissing(workspace.fs.readFile(this.#at(name)))) ?? []);
          const foreign = before.length !== known.size;
          const lost = foreign ? missingLines(known.text, new TextDecoder().decode(before)) : '';
          const whole = new Blob([before, lost, text]);
          await workspace.fs.writeFile(this.#at(name), new Uint8Array(await whole.arrayBuffer()));
          known = { text: known.text + text, size: whole.size };
        } catch (error) {
          pending = text + pending;
          failure = error;
        }
      });
    return {
      read: async () => {
        const bytes = await this.read(name);
        known = { text: new TextDecoder().decode(bytes), size: bytes?.length ?? 0 };
        return known.text;
      },
      append: (text) => {
        const failed = failure;
        failure = undefined;
        // After a failure, the caller appends this text again.
        if (failed === undefined) pending += text;
        void flush();
        if (failed !== undefined) throw failed;
        return false;
      },
    };
  }

  #at(name: string): Uri {
    return Uri.joinPath(this.#folder, name);
  }

  #then<T>(work: () => PromiseLike<T>): Promise<T> {
    const done = this.#queue.then(work);
    this.#queue = done.catch(() => undefined);
    return done;
  }
}

async function unlessMissing<T>(result: PromiseLike<T>): Promise<T | undefined> {
  try {
    return await result;
  } catch (error) {
    if (error instanceof FileSystemError && error.code === 'FileNotFound') return undefined;
    throw error;
  }
}
