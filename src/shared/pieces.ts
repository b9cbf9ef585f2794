/** Splits work on many rows, because one long piece would block the extension host for every extension. */

/** Number of rows in a piece. Takes less than 20 ms. */
const pieceLength = 500;

/** Resolves after other work had its turn. */
const nextTurn = () => new Promise<void>((resolve) => setTimeout(resolve));

/** Work that is given row by row. */
export class Pieces {
  #given = 0;
  /** Resolves when the last piece has its turn. */
  #turn = Promise.resolve();

  /** Works on a row at once, or in a later turn if a whole piece was already given. */
  run<T>(work: () => T): T | Promise<T> {
    const isFirst = this.#given < pieceLength;
    if (this.#given % pieceLength === 0) this.#begin();
    this.#given++;
    return isFirst ? work() : this.#turn.then(work);
  }

  #begin(): void {
    const turn = this.#given === 0 ? Promise.resolve() : this.#turn.then(nextTurn);
    this.#turn = turn;
    void turn.then(nextTurn).then(() => {
      if (this.#turn === turn) this.#given = 0;
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
    if (at > 0) await nextTurn();
    if (!isWanted()) return;
    work(rows.slice(at, at + pieceLength));
  }
}
