/** Generated audio, images, and transcripts. They were paid for, so they're stored before any other processing. */
import { Uri } from 'vscode';
import { lazy } from '../../../common/lazy.ts';
import { log } from '../../shared/log.ts';
import { platform } from '../../shared/platform.ts';
import { fileNameOf, freeName, nameFrom, timeStamp } from './file-name.ts';

/** Maximum number of stored files. The oldest are deleted. */
const MAX_FILES = 200;
const ABOUT = '.about.json';

/** What the name of a file is derived from. */
export interface FileName {
  readonly from: string;
  /** Number of the part, from 1, if the result has several. */
  readonly part?: number;
}

export class GeneratedFiles {
  readonly #folder: Uri;
  readonly #files = lazy(() => platform().folder(this.#folder));

  /** @param storage the extension's storage folder */
  constructor(storage: Uri) {
    this.#folder = Uri.joinPath(storage, 'made');
  }

  /**
   * Stores a file under an unused name, even if other windows store files at the same time.
   * @param about its metadata, such as prompt and model, stored next to it
   */
  async store({ from, part }: FileName, extension: string, bytes: Uint8Array, about?: object): Promise<Uri> {
    const files = await this.#files();
    const number = part === undefined ? '' : `-${part}`;
    const name = `${nameFrom(from, 'untitled')}-${timeStamp(Date.now())}${number}`;
    // Tries to create the file: after a separate check, another window could take the name.
    const isTaken = async (one: string) => !(await files.writeNew(one, bytes));
    const stored = await freeName(name, extension, isTaken);
    // The file is stored now. Failures with its metadata or the cleanup are only logged.
    const aside =
      about === undefined ? undefined : files.write(stored + ABOUT, new TextEncoder().encode(JSON.stringify(about)));
    for (const outcome of await Promise.allSettled([aside, this.#tidy()]))
      if (outcome.status === 'rejected') log().warn(`${stored}: ${outcome.reason}`);
    return Uri.joinPath(this.#folder, stored);
  }

  /** Returns the metadata of a file, or undefined if it can't be read. Untrusted until validated. */
  async about(file: Uri): Promise<unknown> {
    try {
      const bytes = await (await platform().folder(Uri.joinPath(file, '..'))).read(fileNameOf(file) + ABOUT);
      return JSON.parse(new TextDecoder().decode(bytes));
    } catch {
      return undefined;
    }
  }

  /** True if the file is in the folder. */
  has(file: Uri): boolean {
    // `fsPath` normalizes the case of drive letters.
    return file.scheme === this.#folder.scheme && Uri.joinPath(file, '..').fsPath === this.#folder.fsPath;
  }

  /** Returns the files with these extensions, newest first. */
  async newest(...extensions: readonly string[]): Promise<Uri[]> {
    const names = await this.#byAge();
    return names
      .filter((name) => extensions.some((one) => name.endsWith(`.${one}`)))
      .map((name) => Uri.joinPath(this.#folder, name));
  }

  /** Returns file names, newest first. Skips files that another window has just deleted. */
  async #byAge(): Promise<string[]> {
    const files = await this.#files();
    const made = (await files.list()).filter((name) => !name.endsWith(ABOUT));
    const dated = await Promise.allSettled(made.map(async (name) => ({ name, ...(await files.stat(name)) })));
    return dated
      .flatMap((one) => (one.status === 'fulfilled' ? one.value : []))
      .sort((a, b) => b.modified - a.modified)
      .map(({ name }) => name);
  }

  async #tidy(): Promise<void> {
    const files = await this.#files();
    for (const old of (await this.#byAge()).slice(MAX_FILES))
      for (const name of [old, old + ABOUT]) await files.delete(name);
  }
}
