/** The message field. Enter sends, Shift+Enter inserts a line break, Up in an empty field edits the last question. */

import * as l10n from '@vscode/l10n';
import { html, nothing, type TemplateResult } from 'lit';
import { LightElement } from '../../../../shared/webview/light-element.ts';
import { type ComposerView, messageLimits } from '../../messages.ts';
import { composerChips } from '../chips.ts';
import { icon, iconButton } from '../icons.ts';
import { post, runCommand } from '../to-host.ts';
import { Completion } from './completion.ts';

export class ChatComposer extends LightElement {
  static override properties = {
    busy: { type: Boolean },
    lastPrompt: { attribute: false },
    view: { attribute: false },
    model: { attribute: false },
    settings: { attribute: false },
    newChat: { attribute: false },
    cost: { attribute: false },
  };

  /** An answer is streaming, so messages are queued. */
  declare busy: boolean;
  /** ID of the last question. */
  declare lastPrompt: string | undefined;
  declare view: ComposerView;
  /** Model of the next answer. */
  declare model: string | undefined;
  declare settings: SettingsState;
  declare newChat: () => void;
  /** Cost of the chat so far. */
  declare cost: TemplateResult | typeof nothing;
  text = '';
  /** The text that was sent last. The field keeps it until the host has accepted it. Empty after a rejection. */
  #sent = '';
  readonly completion = new Completion(this);

  override focus(): void {
    this.#field?.focus();
  }

  /** Replaces the text of the field. */
  replace(text: string): void {
    this.text = text;
    this.#sent = '';
    if (this.#field) this.#field.value = text;
    this.requestUpdate();
  }

  /** Replaces the text as if the user had typed it. */
  suggest(text: string): void {
    this.replace(text);
    post({ kind: 'composed', text });
    this.focus();
  }

  get #field(): HTMLTextAreaElement | null {
    return this.querySelector('textarea');
  }

  get isSent(): boolean {
    return this.#sent !== '' && this.text === this.#sent;
  }

  get caret(): number {
    return this.#field?.selectionStart ?? this.text.length;
  }

  /** Replaces a part of the text and puts the cursor after the replacement. */
  replaceRange(start: number, end: number, text: string): void {
    this.suggest(this.text.slice(0, start) + text + this.text.slice(end));
    const caret = start + text.length;
    this.#field?.setSelectionRange(caret, caret);
  }

  protected override updated(): void {
    this.querySelector('[role=option][aria-selected=true]')?.scrollIntoView({ block: 'nearest' });
  }

  get #tooLong(): boolean {
    return this.text.length > messageLimits.prompt;
  }

  /** Questions can't be edited while an answer is streaming. */
  get #blocked(): boolean {
    return this.text.trim() === '' || this.#tooLong || (this.busy && this.view.editing !== undefined);
  }

  protected override render(): TemplateResult {
    const { busy, text, view } = this;
    return html`
      ${view.editing === undefined ? nothing : editing()}
      <div class="composer-box" @focusout=${() => this.completion.close()}>
        ${this.completion.render()}
        ${composerChips(view.context)}
        <textarea
          rows="1"
          dir="auto"
          aria-label=${l10n.t('Message')}
          placeholder=${busy ? l10n.t('Ask a follow-up (sent after this response)') : l10n.t('Ask the model')}
          aria-autocomplete="list"
          aria-haspopup="listbox"
          aria-controls=${this.completion.isOpen ? 'completion' : nothing}
          aria-activedescendant=${this.completion.activeId ?? nothing}
          @input=${this.#input}
          @click=${() => this.completion.update()}
          @keyup=${this.#moved}
          @keydown=${this.#key}
        ></textarea>
        <div class="composer-foot">
          ${attachButton()} ${modelButton(this.model)} ${settingsButton(this.settings)}
          <span class="composer-space"></span>
          ${busy ? stopButton() : nothing} ${busy ? nothing : this.#twoButton()} ${busy && text.trim() === '' ? nothing : this.#submitButton()}
        </div>
      </div>
      <div class="composer-below">
        <span class="composer-hint long">${l10n.t('Enter to send, Shift+Enter for a new line')}</span>
        <span class="composer-hint short">${l10n.t('Enter to send')}</span>
        ${this.cost}
      </div>
      ${
        this.#tooLong
          ? html`<p class="composer-problem" role="alert">
              ${l10n.t('The message is too long: {0} of {1} characters.', text.length, messageLimits.prompt)}
            </p>`
          : nothing
      }
    `;
  }

  #twoButton(): TemplateResult {
    return iconButton('split-horizontal', l10n.t('Ask Another Model Too…'), () => this.#submit('sendToTwo'), {
      action: 'sendToTwo',
      disabled: this.#blocked,
    });
  }

  #submitButton(): TemplateResult {
    const title = this.busy ? l10n.t('Send After This Response (Enter)') : l10n.t('Send (Enter)');
    return iconButton('send', title, () => this.#submit(), {
      label: l10n.t('Send the message'),
      disabled: this.#blocked,
    });
  }

  #input(event: InputEvent): void {
    if (!(event.target instanceof HTMLTextAreaElement)) return;
    this.text = event.target.value;
    this.#sent = '';
    this.requestUpdate();
    // Sent without a delay, because the page may be closed at any time.
    post({ kind: 'composed', text: this.text });
    this.completion.update();
  }

  /** The cursor may have left the word. */
  #moved({ key }: KeyboardEvent): void {
    if (/^(Arrow(Left|Right)|Home|End)$/.test(key)) this.completion.update();
  }

  #key(event: KeyboardEvent): void {
    // Ignore keys that select a word of an input method (229: Safari and older Chromium).
    if (event.isComposing || event.keyCode === 229) return;
    if (this.completion.key(event)) return;
    if (event.key === 'ArrowUp' && this.text === '' && this.lastPrompt !== undefined && !this.busy) {
      event.preventDefault();
      post({ kind: 'turn', action: 'edit', id: this.lastPrompt });
    } else if (event.key === 'Enter' && !event.shiftKey) {
      event.preventDefault();
      this.#submit();
    }
  }

  #submit(kind: 'send' | 'sendToTwo' = 'send'): void {
    // On a busy machine, the key may repeat before the host accepts the message.
    if (this.#blocked || (kind === 'send' && this.isSent)) return;
    // The user can still cancel the choice of the second model.
    if (kind === 'send') this.#sent = this.text;
    post({ kind, text: this.text });
  }
}

function editing(): TemplateResult {
  return html`<div class="editing">
    ${icon('edit')}<span>${l10n.t("You're editing an earlier message. The messages after it are kept as another version.")}</span>
    ${iconButton('close', l10n.t('Cancel Editing (Escape)'), () => post({ kind: 'cancelEdit' }), {
      label: l10n.t('Cancel editing'),
    })}
  </div>`;
}

function stopButton(): TemplateResult {
  const label = l10n.t('Stop the response');
  return iconButton('debug-stop', l10n.t('Stop (Escape)'), () => post({ kind: 'stop' }), { label, action: 'stop' });
}

customElements.define('chat-composer', ChatComposer);

function attachButton(): TemplateResult {
  return iconButton('attach', l10n.t('Attach…'), () => runCommand('switchyard.chat.attach'), {
    label: l10n.t('Attach to the message'),
  });
}

function modelButton(model: string | undefined): TemplateResult {
  return html`<button
    type="button"
    class="model-button"
    title=${model === undefined ? l10n.t('Choose a model for this chat') : l10n.t('Model: {0}', model)}
    aria-label=${model === undefined ? l10n.t('Choose a model') : l10n.t('Model: {0}. Choose another model', model)}
    @click=${() => runCommand('switchyard.chat.chooseModel')}
  >
    <span class="model-name">${model === undefined ? l10n.t('Choose a Model') : nameParts(model)}</span>${icon('chevron-down')}
  </button>`;
}

/** A narrow page hides the provider, because the name after it is more specific. */
function nameParts(model: string): TemplateResult {
  const at = model.indexOf('/') + 1;
  return html`<span class="model-provider">${model.slice(0, at)}</span>${model.slice(at)}`;
}

/** State of the settings button. */
interface SettingsState {
  readonly open: boolean;
  /** At least one setting differs from its default. */
  readonly modified: boolean;
  readonly toggle: () => void;
}

function settingsButton({ open, modified, toggle }: SettingsState): TemplateResult {
  const label = modified ? l10n.t('Chat settings (modified)') : l10n.t('Chat settings');
  return iconButton('settings', label, toggle, { action: 'settings', more: modified ? 'changed' : '', expanded: open });
}
