/** The arrow keys in a list of messages: one of them is on the way of Tab, the others are a key away from it. */

export class Roving {
  readonly #list: Element;
  readonly #items: string;
  #current: HTMLElement | undefined;

  /** @param items selector of the items in the list */
  constructor(list: HTMLElement, items: string) {
    this.#list = list;
    this.#items = items;
    list.addEventListener('keydown', this.#key);
    list.addEventListener('focusin', this.#focused);
  }

  /** After items have come or gone: the last is where Tab leads, until the user has chosen another. */
  refresh(): void {
    const items = this.#all;
    const current = this.#current && items.includes(this.#current) ? this.#current : items.at(-1);
    for (const item of items) item.tabIndex = item === current ? 0 : -1;
  }

  focusLast(): void {
    this.#all.at(-1)?.focus();
  }

  get #all(): HTMLElement[] {
    return [...this.#list.querySelectorAll<HTMLElement>(this.#items)];
  }

  readonly #focused = (event: Event) => {
    const item = event.target instanceof Element ? event.target.closest<HTMLElement>(this.#items) : null;
    if (!item) return;
    this.#current = item;
    this.refresh();
  };

  /** Only on an item itself: inside of it the arrows belong to what is there. */
  readonly #key = (event: Event) => {
    if (!(event instanceof KeyboardEvent) || event.altKey || event.ctrlKey || event.metaKey) return;
    const items = this.#all;
    const at = event.target instanceof HTMLElement ? items.indexOf(event.target) : -1;
    if (at === -1) return;
    const to = { ArrowUp: at - 1, ArrowDown: at + 1, Home: 0, End: items.length - 1 }[event.key];
    const item = to === undefined ? undefined : items[Math.max(0, Math.min(to, items.length - 1))];
    if (!item) return;
    event.preventDefault();
    item.focus();
    item.scrollIntoView({ block: 'nearest' });
  };
}
