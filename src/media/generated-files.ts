/** Generated audio, images, and transcripts. They are paid for, so they are stored before anything else happens. */
import { mkdir, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { l10n, Uri, window, workspace } from 'vscode';
import { inert } from '../shared/format.ts';
import { log } from '../shared/log.ts';
import { describeFailure } from '../shared/messages.ts';
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

  /** @param storage the extension's own folder */
  constructor(storage: Uri) {
    this.#folder = Uri.joinPath(storage, 'made');
  }

  /**
   * Stores a file under a free name, also if other windows store files at the same time.
   * @param about what it was made from and with, kept beside it
   */
  async keep({ from, part }: FileName, extension: string, bytes: Uint8Array, about?: object): Promise<Uri> {
    await mkdir(this.#folder.fsPath, { recursive: true });
    const number = part === undefined ? '' : `-${part}`;
    const name = `${nameFrom(from, 'untitled')}-${timeStamp(Date.now())}${number}`;
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

/**
 * Keeps a file in the extension's folder or, if that fails, where the user chooses.
 * @returns undefined if the user chose no place
 */
export async function keepOrAsk(
  generated: GeneratedFiles,
  name: FileName,
  extension: string,
  bytes: Uint8Array,
  about?: object,
): Promise<Uri | undefined> {
  try {
    return await generated.keep(name, extension, bytes, about);
  } catch (failure) {
    const save = l10n.t('Save As…');
    const text = l10n.t("Couldn't keep the generated file: {0} Save it in another place.", describeFailure(failure));
    while ((await window.showErrorMessage(inert(text), save)) === save) {
      const target = await window.showSaveDialog({
        saveLabel: l10n.t('Save'),
        filters: { [extension.toUpperCase()]: [extension] },
        title: nameFrom(name.from, 'untitled'),
      });
      const saved = target && (await write(target, bytes));
      if (saved !== undefined) return saved;
    }
    return undefined;
  }
}

async function write(target: Uri, bytes: Uint8Array): Promise<Uri | undefined> {
  try {
    await workspace.fs.writeFile(target, bytes);
    return target;
  } catch {
    // The question is asked again: another place may have room.
    return undefined;
  }
}

/** Writes only if the name is free, because another window may take it. @returns false if the file exists already */
export async function writeNew(file: Uri, bytes: Uint8Array): Promise<boolean> {
  if (file.scheme !== 'file') return writeUnlessThere(file, bytes);
  try {
    await writeFile(file.fsPath, bytes, { flag: 'wx' });
    return true;
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'EEXIST') return false;
    // A full disk leaves a part of the file, which is of no use.
    await rm(file.fsPath, { force: true });
    throw error;
  }
}

/** VS Code's file system has no exclusive write. */
async function writeUnlessThere(file: Uri, bytes: Uint8Array): Promise<boolean> {
  const exists = await Promise.resolve(workspace.fs.stat(file)).then(
    () => true,
    () => false,
  );
  if (!exists) await workspace.fs.writeFile(file, bytes);
  return !exists;
}
