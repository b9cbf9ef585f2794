/** Renders the end of a long chat first, so that it can be used immediately. Earlier messages follow in later tasks. */

/** Number of messages in the first frame, and number of messages that each later task adds above them. */
const FIRST = 30;
const STEP = 60;

export class DeferredHistory {
  /** Number of messages at the beginning that aren't on the page yet. */
  withheld = 0;

  /** @param turns number of messages in the chat that is shown from now on */
  begin(turns: number): void {
    this.withheld = Math.max(0, turns - FIRST);
  }

  /** Adds the remaining messages. @param show updates the page, and resolves when it's updated */
  async show(show: () => Promise<unknown>): Promise<void> {
    while (this.withheld > 0) {
      await new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve)));
      this.withheld = Math.max(0, this.withheld - STEP);
      await show();
    }
  }
}
