/**
 * The keyboard focus of the page. The host enables the chat's keyboard shortcuts only while the page has the focus. If
 * the focused element goes away, as a button does whose action was done, the focus returns to the composer.
 */

import { post } from './host.ts';

export class PageFocus {
  readonly #onFocus: () => void;
  #hasFocus = false;
  /** The element that was focused last. */
  #element: Element | undefined;

  /** @param onFocus called when the page has the focus, but no element in it */
  constructor(panel: HTMLElement, onFocus: () => void) {
    this.#onFocus = onFocus;
    panel.addEventListener('focusin', ({ target }) => {
      if (target instanceof Element) this.#element = target;
      this.#report(true);
    });
    const changes = new MutationObserver(() => this.#restore());
    changes.observe(panel, { childList: true, subtree: true, attributeFilter: ['disabled'] });
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
    post({ kind: 'focused', on });
  }
}

function isUnfocused(): boolean {
  return document.activeElement === document.body || document.activeElement === null;
}
