/**
 * The keyboard focus of the page. The host enables the chat's keyboard shortcuts only while the page has the focus. If
 * the focused element goes away, as a button does whose action was done, the focus returns to the composer.
 */

import type { ReactiveController } from 'lit';
import type { LightElement } from '../../shared/webview/light-element.ts';
import { post } from './host.ts';

export class PageFocus implements ReactiveController {
  readonly #panel: LightElement;
  readonly #onFocus: () => void;
  readonly #observer = new MutationObserver(() => this.#restore());
  #hasFocus = false;
  /** The element that was focused last. */
  #element: Element | undefined;

  /** @param onFocus called when the page has the focus, but no element in it */
  constructor(panel: LightElement, onFocus: () => void) {
    this.#panel = panel;
    this.#onFocus = onFocus;
    panel.addEventListener('focusin', ({ target }) => {
      if (target instanceof Element) this.#element = target;
      this.#report(true);
    });
    panel.addController(this);
  }

  hostConnected(): void {
    this.#observer.observe(this.#panel, { childList: true, subtree: true, attributeFilter: ['disabled'] });
    window.addEventListener('focus', this.gained);
    window.addEventListener('blur', this.#lost);
  }

  hostDisconnected(): void {
    this.#observer.disconnect();
    window.removeEventListener('focus', this.gained);
    window.removeEventListener('blur', this.#lost);
  }

  readonly gained = () => {
    this.#report(true);
    if (isUnfocused()) this.#onFocus();
  };

  /** Doesn't change the focus if the user moved it, or if it's in another part of VS Code. */
  #restore(): void {
    const element = this.#element;
    if (!element || !document.hasFocus() || (element.isConnected && !element.matches(':disabled'))) return;
    // A disabled element keeps the focus until the next frame.
    if (isUnfocused() || document.activeElement === element) this.#onFocus();
  }

  readonly #lost = () => this.#report(false);

  #report(on: boolean): void {
    if (on === this.#hasFocus) return;
    this.#hasFocus = on;
    post({ kind: 'focused', on });
  }
}

function isUnfocused(): boolean {
  return document.activeElement === document.body || document.activeElement === null;
}
