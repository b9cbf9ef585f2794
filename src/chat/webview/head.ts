/** The head of the panel: who answers, and how it is asked. */
import { html, type TemplateResult } from 'lit';
import { l10n } from '../../shared/webview/l10n.ts';
import type { AnswerSettings } from '../messages.ts';
import { post } from './host.ts';
import { icon } from './icons.ts';

export function chatHead(
  model: string | undefined,
  settings: AnswerSettings,
  open: boolean,
  toggleSettings: () => void,
): TemplateResult {
  const changed = Object.keys(settings).length > 0;
  const label = changed ? l10n.t('Chat settings (modified)') : l10n.t('Chat settings');
  return html`<header class="chat-head">
    <button
      type="button"
      class="model-button"
      title=${l10n.t('Choose a model for this chat')}
      aria-label=${model === undefined ? l10n.t('Choose a model') : l10n.t('Model: {0}. Choose another model', model)}
      @click=${() => post({ kind: 'run', action: 'chooseModel' })}
    >
      ${icon('sparkle')}<span class="model-name">${model ?? l10n.t('Choose a Model')}</span>${icon('chevron-down')}
    </button>
    <span class="head-tools">
      <button
        type="button"
        class="icon-button codicon codicon-settings ${changed ? 'changed' : ''}"
        data-settings
        title=${label}
        aria-label=${label}
        aria-expanded=${open}
        @click=${toggleSettings}
      ></button>
      <button
        type="button"
        class="icon-button codicon codicon-history only-editor"
        title=${l10n.t('Show Chats')}
        aria-label=${l10n.t('Show all chats')}
        @click=${() => post({ kind: 'run', action: 'showChats' })}
      ></button>
      <button
        type="button"
        class="icon-button codicon codicon-add only-editor new-chat"
        title=${l10n.t('New Chat')}
        aria-label=${l10n.t('New chat')}
        @click=${() => post({ kind: 'run', action: 'newChat' })}
      ></button>
    </span>
  </header>`;
}
