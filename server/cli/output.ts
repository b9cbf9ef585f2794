/** Destinations of a report: standard output, or files that appear only when they are complete. */
import { closeSync, constants, fsyncSync, openSync, renameSync, rmSync, statSync, writeSync } from 'node:fs';
import path from 'node:path';
import { causeOf, FileError } from './file-error.ts';

/** Number of characters to buffer before they are written. */
const pieceLength = 1 << 16;

export interface Output {
  write(text: string): void;
  /** Continues in another file. Absent if the output can't be split. */
  readonly nextFile?: () => void;
  /** Completes the files and returns their names; empty for standard output. */
  end(): readonly string[];
  /** Deletes incomplete files. */
  discard(): void;
}

/** @param out receives larger chunks, because a report can consist of 100,000 small pieces */
export function standardOutput(out: (text: string) => void): Output {
  const pieces = new Pieces(out);
  return {
    write: (text) => pieces.add(text),
    end() {
      pieces.flush();
      return [];
    },
    discard: () => undefined,
  };
}

/**
 * Writes to a file. Further files are named after it: `report.sarif`, `report-2.sarif`.
 * @param file absolute path
 * @throws FileError if a file can't be written; existing files are replaced only after all are complete
 */
export function fileOutput(file: string): Output {
  const files: { readonly target: string; readonly temporary: string }[] = [];
  let descriptor: number | undefined;
  const pieces = new Pieces((text) => attempt(file, () => writeAll(descriptor, text)));
  const open = (): void => {
    const { dir, name, ext } = path.parse(file);
    const target = files.length === 0 ? file : path.join(dir, `${name}-${files.length + 1}${ext}`);
    if (statSync(target, { throwIfNoEntry: false })?.isFile() === false)
      throw new FileError(`Couldn't write ${target}: not a regular file.`);
    const unique = `${process.pid}.${Date.now().toString(36)}`;
    const temporary = path.join(dir, `.${path.basename(target).slice(0, 200)}.${unique}.tmp`);
    // O_EXCL: never opens an existing file, such as a link that was planted there.
    descriptor = attempt(target, () => openSync(temporary, constants.O_WRONLY | constants.O_CREAT | constants.O_EXCL));
    files.push({ target, temporary });
  };
  const close = (): void => {
    pieces.flush();
    if (descriptor === undefined) return;
    const closing = descriptor;
    descriptor = undefined;
    attempt(file, () => fsyncSync(closing));
    closeSync(closing);
  };
  open();
  return {
    write: (text) => pieces.add(text),
    nextFile() {
      close();
      open();
    },
    end() {
      close();
      for (const { target, temporary } of files) attempt(target, () => renameSync(temporary, target));
      return files.map(({ target }) => target);
    },
    discard() {
      if (descriptor !== undefined) closeSync(descriptor);
      descriptor = undefined;
      for (const { temporary } of files) rmSync(temporary, { force: true });
    },
  };
}

class Pieces {
  readonly #write: (text: string) => void;
  #pieces: string[] = [];
  #length = 0;

  constructor(write: (text: string) => void) {
    this.#write = write;
  }

  add(text: string): void {
    this.#pieces.push(text);
    this.#length += text.length;
    if (this.#length >= pieceLength) this.flush();
  }

  flush(): void {
    if (this.#length > 0) this.#write(this.#pieces.join(''));
    this.#pieces = [];
    this.#length = 0;
  }
}

function writeAll(descriptor: number | undefined, text: string): void {
  const bytes = Buffer.from(text);
  if (descriptor === undefined) return;
  for (let written = 0; written < bytes.length; ) written += writeSync(descriptor, bytes, written);
}

function attempt<T>(file: string, action: () => T): T {
  try {
    return action();
  } catch (error) {
    throw new FileError(`Couldn't write ${file}: ${causeOf((error as NodeJS.ErrnoException).code)}.`);
  }
}
