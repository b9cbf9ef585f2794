/** How far a long command is, on one line of a terminal that disappears at the end. */
import type { Terminal } from './terminal.ts';

/** Milliseconds. What ends sooner needs no line. */
const delay = 1000;
const interval = 100;
/** Back to the start of the line, and nothing on it. */
const erase = '\r\u001b[K';

export class Progress {
  readonly #terminal: Pick<Terminal, 'error' | 'showsProgress'>;
  readonly #total: number;
  #next = performance.now() + delay;
  #done = 0;
  #isShown = false;

  /** @param total number of files */
  constructor(terminal: Pick<Terminal, 'error' | 'showsProgress'>, total: number) {
    this.#terminal = terminal;
    this.#total = total;
  }

  /** One more file is done. */
  step(): void {
    this.#done++;
    if (this.#terminal.showsProgress !== true || performance.now() < this.#next) return;
    this.#next = performance.now() + interval;
    this.#isShown = true;
    const [done, total] = [this.#done, this.#total].map((count) => count.toLocaleString('en-US'));
    this.#terminal.error(`${erase}Checking files: ${done} of ${total}`);
  }

  /** Before something else is written. */
  clear(): void {
    if (this.#isShown) this.#terminal.error(erase);
    this.#isShown = false;
  }
}
