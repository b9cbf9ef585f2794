/** Limits of GitHub code scanning (its documentation, "SARIF results exceed one or more limits", November 2026). */
import { gzipSync } from 'node:zlib';

export const githubLimits = { results: 25_000, runs: 20, compressedBytes: 10_000_000 };

export interface SarifLimits {
  /** Per run. */
  readonly results: number;
  /** Per file. */
  readonly runs: number;
  /** Per file, compressed with gzip. */
  readonly compressedBytes: number;
}

/** Number of characters to compress at a time, as a fraction of the limit. */
const piece = 0.1;
/** Fraction of the limit from which a file is full. The rest is for its end, such as the list of its artifacts. */
const nearLimit = 0.8;

/** Estimates the compressed size of a text while it's written, in little memory. Tends to be slightly too large. */
export class CompressedSize {
  readonly #limit: number;
  #piece: string[] = [];
  #length = 0;
  #bytes = 0;

  constructor({ compressedBytes }: SarifLimits) {
    this.#limit = compressedBytes;
  }

  add(text: string): void {
    this.#piece.push(text);
    this.#length += text.length;
    if (this.#length >= this.#limit * piece) this.#compress();
  }

  /** Includes everything that was added. */
  get isOverLimit(): boolean {
    this.#compress();
    return this.#bytes > this.#limit;
  }

  /** Excludes the text that isn't compressed yet. */
  get isNearLimit(): boolean {
    return this.#bytes >= this.#limit * nearLimit;
  }

  #compress(): void {
    // Fastest level: better compression by the upload only makes the files smaller.
    this.#bytes += gzipSync(this.#piece.join(''), { level: 1 }).length;
    this.#piece = [];
    this.#length = 0;
  }
}
