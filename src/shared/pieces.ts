/** Splits work on many rows, because one long piece would block the extension host for every extension. */

/** Number of rows in a piece. Takes less than 20 ms. */
const pieceLength = 500;

/** Resolves after other work has run. */
const nextTask = () => new Promise<void>((resolve) => setTimeout(resolve));

/** Work that is given row by row. */
export class Pieces {
  #given = 0;
  /** Resolves when the last piece runs. */
  #task = Promise.resolve();

  /** Works on a row at once, or in a later task if a whole piece was already given. */
  run<T>(work: () => T): T | Promise<T> {
    const isFirst = this.#given < pieceLength;
    if (this.#given % pieceLength === 0) this.#begin();
    this.#given++;
    return isFirst ? work() : this.#task.then(work);
  }

  #begin(): void {
    const task = this.#given === 0 ? Promise.resolve() : this.#task.then(nextTask);
    this.#task = task;
    void task.then(nextTask).then(() => {
      if (this.#task === task) this.#given = 0;
    });
  }
}

/** Calls `work` with each piece of the rows, the first one at once, while `isWanted` returns true. */
export async function inPieces<Row>(
  rows: readonly Row[],
  isWanted: () => boolean,
  work: (piece: readonly Row[]) => void,
): Promise<void> {
  for (let at = 0; at < rows.length; at += pieceLength) {
    if (at > 0) await nextTask();
    if (!isWanted()) return;
    work(rows.slice(at, at + pieceLength));
  }
}
