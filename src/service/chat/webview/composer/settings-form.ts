/** Chat settings: system prompt, temperature, and max output tokens. Empty ones are left to the service. */

import * as l10n from '@vscode/l10n';
import { html, nothing, type TemplateResult } from 'lit';
import { LightElement } from '../../../../shared/webview/light-element.ts';
import { type AnswerSettings, messageLimits } from '../../messages.ts';
import { postAbout } from '../to-host.ts';

class ChatSettings extends LightElement {
  static override properties = {
    chat: { attribute: false },
    settings: { attribute: false },
  };

  /** ID of the chat. Each chat has a separate form. */
  declare chat: string;
  declare settings: AnswerSettings;
  /** The user has typed something that isn't saved yet. */
  #isModified = false;
  /** Error messages by field. */
  #wrong: { readonly temperature?: string; readonly maxTokens?: string; readonly system?: string } = {};

  override focus(): void {
    this.querySelector('textarea')?.focus();
  }

  /** Another chat may be shown before the field with the focus reports its change. */
  override disconnectedCallback(): void {
    super.disconnectedCallback();
    if (this.#isModified) this.#save();
  }

  protected override render(): TemplateResult {
    const { temperature, maxTokens, system = '' } = this.settings;
    const wrong = this.#wrong;
    return html`<form class="settings" aria-label=${l10n.t('Chat settings')} @submit=${this.#submit} @input=${this.#input} @change=${this.#save}>
      <label for="system">${l10n.t('System prompt')}</label>
      <textarea id="system" name="system" rows="3" dir="auto" placeholder=${l10n.t('How the model should behave in this chat')} .value=${system}></textarea>
      ${problem(wrong.system)}
      <div class="settings-row">
        <span>
          <label for="temperature">${l10n.t('Temperature')}</label>
          <input id="temperature" name="temperature" inputmode="decimal" placeholder=${l10n.t('default')} .value=${temperature ?? ''} aria-invalid=${wrong.temperature !== undefined} />
        </span>
        <span>
          <label for="maxTokens">${l10n.t('Max output tokens')}</label>
          <input id="maxTokens" name="maxTokens" inputmode="numeric" placeholder=${l10n.t('default')} .value=${maxTokens ?? ''} aria-invalid=${wrong.maxTokens !== undefined} />
        </span>
      </div>
      ${problem(wrong.temperature)}${problem(wrong.maxTokens)}
    </form>`;
  }

  readonly #submit = (event: Event) => {
    event.preventDefault();
    this.#save();
  };

  readonly #input = () => {
    this.#isModified = true;
  };

  /** Saves the settings when a field is left, unless one of them is invalid. */
  readonly #save = () => {
    const form = this.querySelector('form');
    if (!form) return;
    this.#isModified = false;
    const read = readSettings(new FormData(form));
    this.#wrong = read.wrong;
    this.requestUpdate();
    if (Object.keys(read.wrong).length === 0) postAbout(this.chat, { kind: 'settings', settings: read.settings });
  };
}

/** The spec defines a number and an integer, without ranges (http-api.md, "Chat completion request body"). */
function readSettings(form: FormData) {
  const typed = (name: string) => String(form.get(name) ?? '');
  const temperature = typed('temperature').trim().replace(',', '.');
  const maxTokens = typed('maxTokens').trim();
  const system = typed('system');
  const wrong: { temperature?: string; maxTokens?: string; system?: string } = {};
  if (!Number.isFinite(Number(temperature))) wrong.temperature = l10n.t('Temperature must be a number, such as 0.7.');
  if (maxTokens !== '' && !Number.isSafeInteger(Number(maxTokens)))
    wrong.maxTokens = l10n.t('Max output tokens must be a whole number.');
  if (system.length > messageLimits.system)
    wrong.system = l10n.t('The system prompt is too long: {0} of {1} characters.', system.length, messageLimits.system);
  const settings: AnswerSettings = {
    ...(temperature !== '' && { temperature: Number(temperature) }),
    ...(maxTokens !== '' && { maxTokens: Number(maxTokens) }),
    ...(system.trim() !== '' && { system }),
  };
  return { settings, wrong };
}

function problem(text: string | undefined): TemplateResult | typeof nothing {
  return text === undefined ? nothing : html`<p class="composer-problem" role="alert">${text}</p>`;
}

customElements.define('chat-settings', ChatSettings);
