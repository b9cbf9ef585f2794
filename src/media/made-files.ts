/** Sound, pictures and transcripts that were made: each is paid for, so each is kept before anything else is done with it. */
import { FileType, Uri, workspace } from 'vscode';
import { freeName, nameFrom, timeStamp } from './file-name.ts';

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
   * Keeps a file under a name of its own.
   * @param from the text that names it
   * @param about what it was made from and with, kept beside it
   */
  async keep(from: string, extension: string, bytes: Uint8Array, about?: object): Promise<Uri> {
    await workspace.fs.createDirectory(this.#folder);
    const name = `${nameFrom(from, 'untitled')}-${timeStamp(Date.now())}`;
    const names = new Set((await workspace.fs.readDirectory(this.#folder)).map(([file]) => file));
    const file = Uri.joinPath(this.#folder, await freeName(name, extension, async (one) => names.has(one)));
    await workspace.fs.writeFile(file, bytes);
    if (about) await workspace.fs.writeFile(aboutOf(file), new TextEncoder().encode(JSON.stringify(about)));
    await this.#tidy();
    return file;
  }

  /** What was kept beside a file; undefined where there is nothing. Checked by whoever reads it. */
  async about(file: Uri): Promise<unknown> {
    try {
      return JSON.parse(new TextDecoder().decode(await workspace.fs.readFile(aboutOf(file))));
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

  async #byAge(): Promise<Uri[]> {
    const entries = await Promise.resolve(workspace.fs.readDirectory(this.#folder)).catch(() => []);
    const files = entries.flatMap(([name, type]) =>
      type === FileType.File && !name.endsWith(ABOUT) ? [Uri.joinPath(this.#folder, name)] : [],
    );
    const dated = await Promise.all(files.map(async (file) => ({ file, time: (await workspace.fs.stat(file)).mtime })));
    return dated.sort((a, b) => b.time - a.time).map(({ file }) => file);
  }

  async #tidy(): Promise<void> {
    for (const old of (await this.#byAge()).slice(MOST))
      for (const file of [old, aboutOf(old)]) await Promise.resolve(workspace.fs.delete(file)).catch(() => undefined);
  }
}

function aboutOf(file: Uri): Uri {
  return file.with({ path: `${file.path}${ABOUT}` });
}
