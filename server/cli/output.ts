/** Destinations of a report: standard output, or files that appear only when they are complete. */
import path from 'node:path';
import { Replacement } from './write-file.ts';

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
  const { add, flush } = buffered(out);
  return {
    write: add,
    end() {
      flush();
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
  const { dir, name, ext } = path.parse(file);
  const replacements = [new Replacement(file)];
  const { add, flush } = buffered((text) => replacements.at(-1)?.write(text));
  const complete = (): void => {
    flush();
    replacements.at(-1)?.complete();
  };
  return {
    write: add,
    nextFile() {
      complete();
      replacements.push(new Replacement(path.join(dir, `${name}-${replacements.length + 1}${ext}`)));
    },
    end() {
      complete();
      for (const replacement of replacements) replacement.commit();
      return replacements.map((replacement) => replacement.file);
    },
    discard() {
      for (const replacement of replacements) replacement.discard();
    },
  };
}

/** Combines many small texts into larger ones. */
function buffered(write: (text: string) => void) {
  let buffer = '';
  const flush = (): void => {
    if (buffer !== '') write(buffer);
    buffer = '';
  };
  const add = (text: string): void => {
    buffer += text;
    if (buffer.length >= pieceLength) flush();
  };
  return { add, flush };
}
