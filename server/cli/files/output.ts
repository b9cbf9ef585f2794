/** Destinations of a report: standard output, or a file that appears only when it's complete. */
import { Replacement } from './write-file.ts';

/** Number of characters to buffer before they are written. */
const pieceLength = 1 << 16;

export interface Output {
  write(text: string): void;
  /** Completes the file. */
  end(): void;
  /** Deletes an incomplete file. */
  discard(): void;
}

/** @param out receives larger chunks, because a report can consist of 100,000 small pieces */
export function standardOutput(out: (text: string) => void): Output {
  const { add, flush } = buffered(out);
  return { write: add, end: flush, discard: () => undefined };
}

/**
 * Writes to a file.
 * @param file absolute path
 * @throws FileError if the file can't be written; an existing file is replaced only after the new one is complete
 */
export function fileOutput(file: string): Output {
  const replacement = new Replacement(file);
  const { add, flush } = buffered((text) => replacement.write(text));
  return {
    write: add,
    end() {
      flush();
      replacement.complete();
      replacement.commit();
    },
    discard: () => replacement.discard(),
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
