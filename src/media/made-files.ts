/** Sound, pictures and transcripts that were made: each is paid for, so each is kept before anything else is done with it. */
import { mkdir, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { Uri } from 'vscode';
import { log } from '../shared/log.ts';
import { freeName, nameFrom, timeStamp } from './file-name.ts';
import { writeNew } from './write-new.ts';

/** How many are kept. */
const MOST = 200;
const ABOUT = '.about.json';

export class MadeFiles {
  readonly #folder: Uri;

  /** @param storage the extension's own folder */
  constructor(storage: Uri) {
    this.#folder = Uri.joinPath(storage, 'made');
  }

  /**
   * Keeps a file under a name that no other file has, whichever window made that one.
   * @param from the text that names it
   * @param about what it was made from and with, kept beside it
   */
  async keep(from: string, extension: string, bytes: Uint8Array, about?: object): Promise<Uri> {
    await mkdir(this.#folder.fsPath, { recursive: true });
    const name = `${nameFrom(from, 'untitled')}-${timeStamp(Date.now())}`;
    // Writing says whether a name is taken: between a look and a write, another window may take it.
    const isTaken = async (one: string) => !(await writeNew(Uri.joinPath(this.#folder, one), bytes));
    const file = Uri.joinPath(this.#folder, await freeName(name, extension, isTaken));
    // The file is kept, whatever becomes of what is only useful.
    const aside = about === undefined ? undefined : writeFile(aboutOf(file).fsPath, JSON.stringify(about));
    for (const outcome of await Promise.allSettled([aside, this.#tidy()]))
      if (outcome.status === 'rejected') log().warn(`${file.fsPath}: ${outcome.reason}`);
    return file;
  }

  /** What was kept beside a file; undefined where there is nothing. Untrusted until checked. */
  async about(file: Uri): Promise<unknown> {
    try {
      return JSON.parse(await readFile(aboutOf(file).fsPath, 'utf8'));
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
    const files = await this.#byAge();
    return files.filter(({ path }) => extensions.some((one) => path.endsWith(`.${one}`)));
  }

  /** Without those that another window has just removed. */
  async #byAge(): Promise<Uri[]> {
    const entries = await readdir(this.#folder.fsPath, { withFileTypes: true }).catch(() => []);
    const files = entries.filter((entry) => entry.isFile() && !entry.name.endsWith(ABOUT));
    const dated = await Promise.all(
      files.map(async ({ name }) => {
        const file = Uri.joinPath(this.#folder, name);
        const time = await stat(file.fsPath).then(
          ({ mtimeMs }) => mtimeMs,
          () => undefined,
        );
        return time === undefined ? [] : [{ file, time }];
      }),
    );
    return dated
      .flat()
      .sort((a, b) => b.time - a.time)
      .map(({ file }) => file);
  }

  async #tidy(): Promise<void> {
    for (const old of (await this.#byAge()).slice(MOST))
      for (const file of [old, aboutOf(old)]) await rm(file.fsPath, { force: true });
  }
}

function aboutOf(file: Uri): Uri {
  return file.with({ path: `${file.path}${ABOUT}` });
}
