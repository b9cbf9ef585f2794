/** Says how long an answer in progress has been silent, with a button that stops it: models may think for minutes. */
import * as l10n from '@vscode/l10n';
import { html, nothing, type PropertyValues, type TemplateResult } from 'lit';
import { duration } from '../../../../shared/text/format.ts';
import { LightElement } from '../../../../shared/webview/light-element.ts';
import { icon, textButton } from '../icons.ts';
import { post } from '../to-host.ts';

/** Shorter silences are usual, in seconds. */
const shownAfter = 10;

export class ChatSilence extends LightElement {
  static override properties = { mark: { attribute: false } };

  /** Anything that changes whenever something arrives. */
  declare mark: unknown;
  /** On the monotonic clock. */
  #since = performance.now();
  #tick: ReturnType<typeof setInterval> | undefined;

  override connectedCallback(): void {
    super.connectedCallback();
    this.#tick = setInterval(() => this.requestUpdate(), 1000);
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    clearInterval(this.#tick);
  }

  protected override willUpdate(changed: PropertyValues<this>): void {
    if (changed.has('mark')) this.#since = performance.now();
  }

  protected override render(): TemplateResult | typeof nothing {
    const seconds = Math.floor((performance.now() - this.#since) / 1000);
    if (seconds < shownAfter) return nothing;
    const stop = textButton(l10n.t('Stop'), () => post({ kind: 'stop' }), { action: 'stopSilent', secondary: true });
    return html`<p class="note">${icon('watch')} <span>${l10n.t('No data for {0}', duration(seconds))}</span> ${stop}</p>`;
  }
}

customElements.define('chat-silence', ChatSilence);
