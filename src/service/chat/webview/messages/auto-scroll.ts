/** Keeps a growing list scrolled to its end, unless the user has scrolled up. */

/** Maximum distance from the end at which scrolling down follows the list again, in CSS pixels. */
const endTolerancePx = 64;

export class AutoScroll {
  readonly #list: HTMLElement;
  readonly #onChange: () => void;
  #atEnd = true;
  /** Last known scroll position. */
  #top = 0;

  /**
   * @param content element in the list that contains everything that scrolls
   * @param onChange called when `atEnd` has changed
   */
  constructor(list: HTMLElement, content: HTMLElement, onChange: () => void) {
    this.#list = list;
    this.#onChange = onChange;
    list.addEventListener('scroll', this.#scrolled, { passive: true });
    const sizes = new ResizeObserver(() => this.#follow());
    sizes.observe(content);
    sizes.observe(list);
  }

  get atEnd(): boolean {
    return this.#atEnd;
  }

  /** Scrolls to the end and stays there. */
  toEnd(): void {
    this.#set(true);
    this.#follow();
  }

  #follow(): void {
    if (!this.#atEnd) return;
    this.#list.scrollTop = this.#list.scrollHeight;
    this.#top = this.#list.scrollTop;
  }

  readonly #scrolled = () => {
    const { scrollHeight, scrollTop, clientHeight } = this.#list;
    const distance = scrollHeight - scrollTop - clientHeight;
    // The event of our own scrolling arrives late, when the list may have grown again: only scrolling up counts, even by
    // the small steps of a trackpad. A list that shrinks also scrolls up, but stays at its end.
    if (scrollTop < this.#top && distance > 1) this.#set(false);
    else if (distance <= endTolerancePx) this.#set(true);
    this.#top = scrollTop;
  };

  #set(atEnd: boolean): void {
    if (atEnd === this.#atEnd) return;
    this.#atEnd = atEnd;
    this.#onChange();
  }
}
