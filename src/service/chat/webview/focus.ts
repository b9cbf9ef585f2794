/** The keyboard focus in the page: of messages, of code blocks, and of the page itself. */

import { ChatTurn } from './messages/turn.ts';
import { postAboutPage } from './to-host.ts';

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

const codeSelector = '.code pre';

/**
 * Moves between the code blocks of answers, including those that aren't laid out.
 * @param step 1 for the next block, -1 for the previous; if no block has the focus, uses the last answer with code
 */
export async function focusCode(list: Element, step: 1 | -1): Promise<void> {
  const turns = [...list.querySelectorAll('chat-turn')].filter((turn) => turn instanceof ChatTurn);
  const current = document.activeElement?.closest<HTMLElement>('.code')?.querySelector<HTMLElement>('pre');
  const from = turns.findIndex((turn) => current && turn.contains(current));
  const blocks = turns[from]?.querySelectorAll<HTMLElement>(codeSelector) ?? [];
  const sibling = current && [...blocks][[...blocks].indexOf(current) + step];
  if (sibling) return show(sibling);
  const others =
    from === -1 ? turns.toReversed() : step === 1 ? turns.slice(from + 1) : turns.slice(0, from).toReversed();
  for (const turn of others) {
    if (!/^[ \t]*(?:```|~~~)/m.test(turn.turn.text)) continue;
    await turn.reveal();
    const found = [...turn.querySelectorAll<HTMLElement>(codeSelector)];
    const target = step === 1 ? found[0] : found.at(-1);
    if (target) return show(target);
  }
}

function show(block: HTMLElement): void {
  block.focus();
  block.scrollIntoView({ block: 'nearest' });
}

/**
 * The host enables the chat's keyboard shortcuts only while the page has the focus. If the focused element goes away, as a
 * button does whose action was done, the focus returns to the composer.
 */
export class PageFocus {
  readonly #onFocus: () => void;
  #hasFocus = false;
  /** The element that was focused last. */
  #element: Element | undefined;

  /** @param onFocus called when the page has the focus, but no element in it */
  constructor(page: HTMLElement, onFocus: () => void) {
    this.#onFocus = onFocus;
    page.addEventListener('focusin', ({ target }) => {
      if (target instanceof Element) this.#element = target;
      this.#report(true);
    });
    const changes = new MutationObserver(() => this.#restore());
    changes.observe(page, { childList: true, subtree: true, attributeFilter: ['disabled'] });
    window.addEventListener('focus', () => this.gained());
    window.addEventListener('blur', () => this.#report(false));
  }

  gained(): void {
    this.#report(true);
    if (isUnfocused()) this.#onFocus();
  }

  /** Doesn't change the focus if the user moved it, or if it's in another part of VS Code. */
  #restore(): void {
    const element = this.#element;
    if (!element || !document.hasFocus() || (element.isConnected && !element.matches(':disabled'))) return;
    // A disabled element keeps the focus until the next frame.
    if (isUnfocused() || document.activeElement === element) this.#onFocus();
  }

  #report(on: boolean): void {
    if (on === this.#hasFocus) return;
    this.#hasFocus = on;
    postAboutPage({ kind: 'focused', on });
  }
}

function isUnfocused(): boolean {
  return document.activeElement === document.body || document.activeElement === null;
}
