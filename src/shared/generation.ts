/** Tells whether a response still belongs to the state that it was requested for. */
export class Generation {
  #number = 0;

  /** Makes the responses of all pending requests out of date. */
  advance(): void {
    this.#number++;
  }

  /** Returns a function that returns true until the next `advance`. */
  capture(): () => boolean {
    const number = this.#number;
    return () => number === this.#number;
  }
}
