/** The keyboard focus of the page. The host enables the chat's keyboard shortcuts only while the page has the focus. */

import type { ReactiveController } from 'lit';
import type { LightElement } from '../../shared/webview/light-element.ts';
import { post } from './host.ts';

export class PageFocus implements ReactiveController {
  readonly #onFocus: () => void;
  #hasFocus = false;

  /** @param onFocus called when the page gets the focus, but no element in it */
  constructor(panel: LightElement, onFocus: () => void) {
    this.#onFocus = onFocus;
    panel.addEventListener('focusin', () => this.#report(true));
    panel.addController(this);
  }

  hostConnected(): void {
    window.addEventListener('focus', this.gained);
    window.addEventListener('blur', this.#lost);
  }

  hostDisconnected(): void {
    window.removeEventListener('focus', this.gained);
    window.removeEventListener('blur', this.#lost);
  }

  readonly gained = () => {
    this.#report(true);
    if (document.activeElement === document.body || document.activeElement === null) this.#onFocus();
  };

  readonly #lost = () => this.#report(false);

  #report(on: boolean): void {
    if (on === this.#hasFocus) return;
    this.#hasFocus = on;
    post({ kind: 'focused', on });
  }
}
