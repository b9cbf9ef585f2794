/** Keeps a growing list scrolled to its end, unless the user has scrolled up. */

/** Maximum distance from the end that counts as the end, in CSS pixels. */
const NEAR = 64;

export class AutoScroll {
  readonly #list: HTMLElement;
  readonly #onChange: (stuck: boolean) => void;
  readonly #sizes: ResizeObserver;
  #stuck = true;
  /** Last known scroll position. */
  #top = 0;

  /** @param content element in the list that contains everything that scrolls */
  constructor(list: HTMLElement, content: HTMLElement, onChange: (stuck: boolean) => void) {
    this.#list = list;
    this.#onChange = onChange;
    list.addEventListener('scroll', this.#scrolled, { passive: true });
    this.#sizes = new ResizeObserver(() => this.#follow());
    this.#sizes.observe(content);
    this.#sizes.observe(list);
  }

  /** Scrolls to the end and stays there. */
  toEnd(): void {
    this.#set(true);
    this.#follow();
  }

  dispose(): void {
    this.#list.removeEventListener('scroll', this.#scrolled);
    this.#sizes.disconnect();
  }

  #follow(): void {
    if (!this.#stuck) return;
    this.#list.scrollTop = this.#list.scrollHeight;
    this.#top = this.#list.scrollTop;
  }

  readonly #scrolled = () => {
    const { scrollHeight, scrollTop, clientHeight } = this.#list;
    const near = scrollHeight - scrollTop - clientHeight <= NEAR;
    // The event of our own scrolling arrives late, when the list may have grown again: only scrolling up counts.
    if (near) this.#set(true);
    else if (scrollTop < this.#top) this.#set(false);
    this.#top = scrollTop;
  };

  #set(stuck: boolean): void {
    if (stuck === this.#stuck) return;
    this.#stuck = stuck;
    this.#onChange(stuck);
  }
}
