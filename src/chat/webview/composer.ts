/** Where the user writes. Enter sends, Shift+Enter begins a line, Escape stops the answer that is coming. */
import { html, nothing, type TemplateResult } from 'lit';
import { l10n } from '../../shared/webview/l10n.ts';
import { LightElement } from '../../shared/webview/light-element.ts';
import { LIMITS } from '../messages.ts';
import { post } from './host.ts';

export class ChatComposer extends LightElement {
  static override properties = { busy: { type: Boolean }, text: { state: true } };

  declare busy: boolean;
  declare text: string;

  constructor() {
    super();
    this.busy = false;
    this.text = '';
  }

  override focus(): void {
    this.#field?.focus();
  }

  /** Puts a text into the field, in place of what is there. */
  replace(text: string): void {
    this.text = text;
    if (this.#field) this.#field.value = text;
  }

  /** The same as if the user had typed it. */
  suggest(text: string): void {
    this.replace(text);
    post({ kind: 'draft', text });
    this.focus();
  }

  get #field(): HTMLTextAreaElement | null {
    return this.querySelector('textarea');
  }

  get #tooLong(): boolean {
    return this.text.length > LIMITS.prompt;
  }

  protected override render(): TemplateResult {
    const { busy, text } = this;
    const empty = text.trim() === '';
    return html`
      <div class="composer-box">
        <textarea
          rows="1"
          dir="auto"
          aria-label=${l10n.t('Message')}
          placeholder=${l10n.t('Ask the model')}
          @input=${this.#input}
          @keydown=${this.#key}
        ></textarea>
        <div class="composer-foot">
          <span class="composer-hint long">${l10n.t('Enter to send, Shift+Enter for a new line')}</span>
          <span class="composer-hint short">${l10n.t('Enter to send')}</span>
          ${
            busy
              ? html`<button
                  type="button"
                  class="icon-button codicon codicon-debug-stop"
                  data-stop
                  title=${l10n.t('Stop (Escape)')}
                  aria-label=${l10n.t('Stop the answer')}
                  @click=${() => post({ kind: 'stop' })}
                ></button>`
              : html`<button
                  type="button"
                  class="icon-button codicon codicon-send"
                  data-send
                  title=${l10n.t('Send (Enter)')}
                  aria-label=${l10n.t('Send the message')}
                  ?disabled=${empty || this.#tooLong}
                  @click=${this.#send}
                ></button>`
          }
        </div>
      </div>
      ${
        this.#tooLong
          ? html`<p class="composer-problem" role="alert">
              ${l10n.t('This message has {0} characters; at most {1} can be sent.', text.length, LIMITS.prompt)}
            </p>`
          : nothing
      }
    `;
  }

  #input(event: InputEvent): void {
    if (!(event.target instanceof HTMLTextAreaElement)) return;
    this.text = event.target.value;
    // At once, not when typing rests: the panel may be gone by then.
    post({ kind: 'draft', text: this.text });
  }

  #key(event: KeyboardEvent): void {
    // Enter that chooses a word of an input method is not meant for us (229: Safari and older Chromium).
    if (event.key !== 'Enter' || event.shiftKey || event.isComposing || event.keyCode === 229) return;
    event.preventDefault();
    this.#send();
  }

  /** The field keeps its text until the host has taken it. */
  #send(): void {
    if (!this.busy && this.text.trim() !== '' && !this.#tooLong) post({ kind: 'send', text: this.text });
  }
}

customElements.define('chat-composer', ChatComposer);
