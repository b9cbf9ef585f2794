/** Where the user writes. Enter sends, Shift+Enter begins a line, Up in an empty field takes the last question up again. */

import * as l10n from '@vscode/l10n';
import { html, nothing, type TemplateResult } from 'lit';
import { LightElement } from '../../shared/webview/light-element.ts';
import { type ComposerView, LIMITS } from '../messages.ts';
import { composerChips } from './chips.ts';
import { post } from './host.ts';
import { icon } from './icons.ts';

export class ChatComposer extends LightElement {
  static override properties = {
    busy: { type: Boolean },
    full: { type: Boolean },
    lastPrompt: { attribute: false },
    view: { attribute: false },
    cost: { attribute: false },
    text: { state: true },
  };

  /** An answer is coming: what is sent waits for its end. */
  declare busy: boolean;
  /** A message waits already. */
  declare full: boolean;
  /** The id of the last question. */
  declare lastPrompt: string | undefined;
  declare view: ComposerView;
  /** What the chat cost so far. */
  declare cost: TemplateResult | typeof nothing;
  declare text: string;

  constructor() {
    super();
    this.busy = false;
    this.full = false;
    this.view = { context: [] };
    this.cost = nothing;
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

  /** A question is not written anew while an answer comes, and only one message waits. */
  get #blocked(): boolean {
    return this.text.trim() === '' || this.#tooLong || (this.busy && (this.full || this.view.editing !== undefined));
  }

  protected override render(): TemplateResult {
    const { busy, text, view } = this;
    return html`
      ${view.editing === undefined ? nothing : editing()}
      <div class="composer-box">
        ${composerChips(view.context)}
        <textarea
          rows="1"
          dir="auto"
          aria-label=${l10n.t('Message')}
          placeholder=${busy ? l10n.t('Ask a follow-up (sent after this response)') : l10n.t('Ask the model')}
          @input=${this.#input}
          @keydown=${this.#key}
        ></textarea>
        <div class="composer-foot">
          <button
            type="button"
            class="icon-button codicon codicon-attach"
            data-attach
            title=${l10n.t('Attach…')}
            aria-label=${l10n.t('Attach to the message')}
            @click=${() => post({ kind: 'run', action: 'attach' })}
          ></button>
          <span class="composer-hint long">${l10n.t('Enter to send, Shift+Enter for a new line')}</span>
          <span class="composer-hint short">${l10n.t('Enter to send')}</span>
          ${this.cost}
          ${
            busy
              ? html`<button
                  type="button"
                  class="icon-button codicon codicon-debug-stop"
                  data-stop
                  title=${l10n.t('Stop (Escape)')}
                  aria-label=${l10n.t('Stop the response')}
                  @click=${() => post({ kind: 'stop' })}
                ></button>`
              : nothing
          }
          ${
            busy && text.trim() === ''
              ? nothing
              : html`<button
                  type="button"
                  class="icon-button codicon codicon-send"
                  data-send
                  title=${busy ? l10n.t('Send After This Response (Enter)') : l10n.t('Send (Enter)')}
                  aria-label=${l10n.t('Send the message')}
                  ?disabled=${this.#blocked}
                  @click=${this.#send}
                ></button>`
          }
        </div>
      </div>
      ${
        this.#tooLong
          ? html`<p class="composer-problem" role="alert">
              ${l10n.t('The message is too long: {0} of {1} characters.', text.length, LIMITS.prompt)}
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
    // A key that chooses a word of an input method is not meant for us (229: Safari and older Chromium).
    if (event.isComposing || event.keyCode === 229) return;
    if (event.key === 'ArrowUp' && this.text === '' && this.lastPrompt !== undefined && !this.busy) {
      event.preventDefault();
      post({ kind: 'turn', action: 'edit', id: this.lastPrompt });
    } else if (event.key === 'Enter' && !event.shiftKey) {
      event.preventDefault();
      this.#send();
    }
  }

  /** The field keeps its text until the host has taken it. */
  #send(): void {
    if (!this.#blocked) post({ kind: 'send', text: this.text });
  }
}

function editing(): TemplateResult {
  return html`<div class="editing">
    ${icon('edit')}<span>${l10n.t("You're editing an earlier message. The messages after it are kept as another version.")}</span>
    <button
      type="button"
      class="icon-button codicon codicon-close"
      data-leave-edit
      title=${l10n.t('Cancel Editing (Escape)')}
      aria-label=${l10n.t('Cancel editing')}
      @click=${() => post({ kind: 'cancelEdit' })}
    ></button>
  </div>`;
}

customElements.define('chat-composer', ChatComposer);
