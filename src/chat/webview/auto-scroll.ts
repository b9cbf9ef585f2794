/** Keeps a list that grows at its end, as long as the user has not scrolled away from it. */

/** How far from the end still counts as the end, in CSS pixels. */
const NEAR = 64;

export class AutoScroll {
  readonly #list: HTMLElement;
  readonly #onChange: (stuck: boolean) => void;
  readonly #sizes: ResizeObserver;
  #stuck = true;
  /** Where the list stood when we last looked. */
  #top = 0;

  /** @param content the element inside the list whose size is the list's content */
  constructor(list: HTMLElement, content: HTMLElement, onChange: (stuck: boolean) => void) {
    this.#list = list;
    this.#onChange = onChange;
    list.addEventListener('scroll', this.#scrolled, { passive: true });
    this.#sizes = new ResizeObserver(() => this.#follow());
    this.#sizes.observe(content);
    this.#sizes.observe(list);
  }

  /** Goes to the end and stays there. */
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
    // The event of our own scrolling comes late, when the list may have grown again: only a way up leads away.
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
