/** What GitHub's code scanning accepts (its documentation, "SARIF results exceed one or more limits", November 2026). */
import { gzipSync } from 'node:zlib';

export const githubLimits = { results: 25_000, runs: 20, compressedBytes: 10_000_000 };

export interface SarifLimits {
  /** Of a run. */
  readonly results: number;
  /** Of a file. */
  readonly runs: number;
  /** Of a file, compressed with gzip. */
  readonly compressedBytes: number;
}

/** Of the limit: characters that are compressed at once. */
const piece = 0.1;
/** Of the limit: room for what ends a file, such as the list of its artifacts. */
const nearLimit = 0.8;

/** How large a text is when it is compressed, a little more than less: found while it is written, in little memory. */
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

  /** With everything that was added. */
  get isOverLimit(): boolean {
    this.#compress();
    return this.#bytes > this.#limit;
  }

  /** Without what was added last. */
  get isNearLimit(): boolean {
    return this.#bytes >= this.#limit * nearLimit;
  }

  #compress(): void {
    // The fastest level: services that compress better get smaller files.
    this.#bytes += gzipSync(this.#piece.join(''), { level: 1 }).length;
    this.#piece = [];
    this.#length = 0;
  }
}
