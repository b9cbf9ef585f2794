/** Progress of a long command, on a terminal line that is cleared at the end. */
import type { Terminal } from './terminal.ts';

/** Milliseconds. Shorter commands don't show progress. */
const delay = 1000;
const interval = 100;
/** Returns to the start of the line and clears it. */
const erase = '\r\u001b[K';

export class Progress {
  readonly #terminal: Pick<Terminal, 'error' | 'showsProgress'>;
  readonly #total: number;
  #next = Date.now() + delay;
  #done = 0;
  #isShown = false;

  /** @param total number of files */
  constructor(terminal: Pick<Terminal, 'error' | 'showsProgress'>, total: number) {
    this.#terminal = terminal;
    this.#total = total;
  }

  /** Counts one more file as done. */
  step(): void {
    this.#done++;
    if (this.#terminal.showsProgress !== true || Date.now() < this.#next) return;
    this.#next = Date.now() + interval;
    this.#isShown = true;
    const [done, total] = [this.#done, this.#total].map((count) => count.toLocaleString('en-US'));
    this.#terminal.error(`${erase}Checking files: ${done} of ${total}`);
  }

  /** Clears the line. Must be called before other output. */
  clear(): void {
    if (this.#isShown) this.#terminal.error(erase);
    this.#isShown = false;
  }
}
