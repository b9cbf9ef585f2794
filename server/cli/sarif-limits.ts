/** What GitHub's code scanning accepts (its documentation, "SARIF results exceed one or more limits", November 2026). */
import { gzipSync } from 'node:zlib';

export const sarifLimits = {
  /** Results of a run. */
  results: 25_000,
  /** Runs of a file. */
  runs: 20,
  /** Of a file, compressed with gzip. */
  compressedBytes: 10_000_000,
} as const;

/** Characters that are compressed at once. */
const pieceLength = 1_000_000;
/** Of the limit: room for what ends a file, such as the list of its artifacts. */
const nearLimit = 0.8;

/** How large a text is when it is compressed, a little more than less: found while it is written, in little memory. */
export class CompressedSize {
  #piece: string[] = [];
  #length = 0;
  #bytes = 0;

  add(text: string): void {
    this.#piece.push(text);
    this.#length += text.length;
    if (this.#length >= pieceLength) this.#compress();
  }

  get bytes(): number {
    this.#compress();
    return this.#bytes;
  }

  /** Without what was added last. */
  get isNearLimit(): boolean {
    return this.#bytes >= sarifLimits.compressedBytes * nearLimit;
  }

  #compress(): void {
    // The fastest level: services that compress better get smaller files.
    this.#bytes += gzipSync(this.#piece.join(''), { level: 1 }).length;
    this.#piece = [];
    this.#length = 0;
  }
}
