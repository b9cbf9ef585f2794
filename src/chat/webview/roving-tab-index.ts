/** Arrow keys in the list of messages (roving tabindex): Tab leads to one of them, arrow keys to the others. */

export class RovingTabIndex {
  readonly #list: Element;
  #current: HTMLElement | undefined;

  constructor(list: HTMLElement) {
    this.#list = list;
    list.addEventListener('keydown', this.#key);
    list.addEventListener('focusin', this.#focused);
  }

  /** Called after items were added or removed. Tab leads to the last item, unless the user has focused another one. */
  refresh(): void {
    const items = this.#all;
    const current = this.#current && items.includes(this.#current) ? this.#current : items.at(-1);
    for (const item of items) item.tabIndex = item === current ? 0 : -1;
  }

  focusLast(): void {
    this.#all.at(-1)?.focus();
  }

  get #all(): HTMLElement[] {
    return [...this.#list.querySelectorAll<HTMLElement>('chat-turn')];
  }

  readonly #focused = (event: Event) => {
    const item = event.target instanceof Element ? event.target.closest<HTMLElement>('chat-turn') : null;
    if (!item) return;
    this.#current = item;
    this.refresh();
  };

  /** Only handles keys on an item itself: inside it, the arrow keys belong to its content. */
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
