/** The end of a long chat can be read and answered at once: what is above it comes in tasks of its own, after it. */

/** Messages that are there in the first frame, and those that each further task adds above them. */
const FIRST = 30;
const STEP = 60;

export class DeferredHistory {
  /** So many of the first messages are not on the page yet. */
  withheld = 0;

  /** @param turns messages of the chat that is shown from now on */
  begin(turns: number): void {
    this.withheld = Math.max(0, turns - FIRST);
  }

  /** Lets them come. @param show brings the page up to date, and resolves when it is */
  async show(show: () => Promise<unknown>): Promise<void> {
    while (this.withheld > 0) {
      await new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve)));
      this.withheld = Math.max(0, this.withheld - STEP);
      await show();
    }
  }
}
