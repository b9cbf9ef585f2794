/** Generated audio, images, and transcripts. They are paid for, so they are stored before anything else happens. */
import { Uri } from 'vscode';
import { lazy } from '../../common/lazy.ts';
import { log } from '../shared/log.ts';
import { platform } from '../shared/platform.ts';
import { freeName, nameFrom, timeStamp } from './file-name.ts';

/** How many are kept. */
const MOST = 200;
const ABOUT = '.about.json';

/** What a file is named after. */
export interface FileName {
  readonly from: string;
  /** From 1, where the result has several parts. */
  readonly part?: number;
}

export class GeneratedFiles {
  readonly #folder: Uri;
  readonly #files = lazy(() => platform().folder(this.#folder));

  /** @param storage the extension's own folder */
  constructor(storage: Uri) {
    this.#folder = Uri.joinPath(storage, 'made');
  }

  /**
   * Stores a file under a free name, also if other windows store files at the same time.
   * @param about what it was made from and with, kept beside it
   */
  async keep({ from, part }: FileName, extension: string, bytes: Uint8Array, about?: object): Promise<Uri> {
    const files = await this.#files();
    const number = part === undefined ? '' : `-${part}`;
    const name = `${nameFrom(from, 'untitled')}-${timeStamp(Date.now())}${number}`;
    // Writing says whether a name is taken: between a look and a write, another window may take it.
    const isTaken = async (one: string) => !(await files.writeNew(one, bytes));
    const kept = await freeName(name, extension, isTaken);
    // The file is kept, whatever becomes of what is only useful.
    const aside =
      about === undefined ? undefined : files.write(kept + ABOUT, new TextEncoder().encode(JSON.stringify(about)));
    for (const outcome of await Promise.allSettled([aside, this.#tidy()]))
      if (outcome.status === 'rejected') log().warn(`${kept}: ${outcome.reason}`);
    return Uri.joinPath(this.#folder, kept);
  }

  /** What was kept beside a file; undefined where there is nothing. Untrusted until checked. */
  async about(file: Uri): Promise<unknown> {
    try {
      const bytes = await (await platform().folder(Uri.joinPath(file, '..'))).read(baseName(file) + ABOUT);
      return JSON.parse(new TextDecoder().decode(bytes));
    } catch {
      return undefined;
    }
  }

  /** Whether a file lies in the folder. */
  has(file: Uri): boolean {
    // A drive's letter may come in either case.
    return file.scheme === this.#folder.scheme && Uri.joinPath(file, '..').fsPath === this.#folder.fsPath;
  }

  /** The files that end so, the newest first. */
  async newest(...extensions: readonly string[]): Promise<Uri[]> {
    const names = await this.#byAge();
    return names
      .filter((name) => extensions.some((one) => name.endsWith(`.${one}`)))
      .map((name) => Uri.joinPath(this.#folder, name));
  }

  /** Without those that another window has just removed. */
  async #byAge(): Promise<string[]> {
    const files = await this.#files();
    const names = await files.list().catch(() => []);
    const dated = await Promise.all(
      names
        .filter((name) => !name.endsWith(ABOUT))
        .map((name) =>
          files.stat(name).then(
            ({ modified }) => [{ name, modified }],
            () => [],
          ),
        ),
    );
    return dated
      .flat()
      .sort((a, b) => b.modified - a.modified)
      .map(({ name }) => name);
  }

  async #tidy(): Promise<void> {
    const files = await this.#files();
    for (const old of (await this.#byAge()).slice(MOST))
      for (const name of [old, old + ABOUT]) await files.delete(name);
  }
}

function baseName({ path }: Uri): string {
  return path.slice(path.lastIndexOf('/') + 1);
}
