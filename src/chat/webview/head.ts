/** The head of the panel: who answers, and how it is asked. */

import * as l10n from '@vscode/l10n';
import { html, type TemplateResult } from 'lit';
import type { AnswerSettings, ConnectionView } from '../messages.ts';
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

export function welcome(
  connection: ConnectionView,
  model: string | undefined,
  suggest: (text: string) => void,
): TemplateResult {
  return html`<div class="welcome">
    ${icon('comment-discussion', 'welcome-icon')}
    <h2>${l10n.t('Chat with any model of your service')}</h2>
    ${
      connection.kind === 'signedOut'
        ? html`<p>${l10n.t('Connect to your service to start. Your API key is kept in secret storage.')}</p>
          <vscode-button data-sign-in @click=${() => post({ kind: 'run', action: 'signIn' })}>${l10n.t('Sign In')}</vscode-button>`
        : model === undefined
          ? html`<p>${l10n.t('Choose a model to start. You can change it at any time.')}</p>
            <vscode-button @click=${() => post({ kind: 'run', action: 'chooseModel' })}>${l10n.t('Choose a Model')}</vscode-button>`
          : html`<p>${l10n.t('Ask anything, or try one of these prompts:')}</p>
            <ul class="samples">
              ${samples().map(
                (text) =>
                  html`<li>
                    <button type="button" class="sample" @click=${() => suggest(text)}>${text}</button>
                  </li>`,
              )}
            </ul>`
    }
  </div>`;
}

function samples(): string[] {
  return [
    l10n.t('Explain what a webhook is, with a small example'),
    l10n.t('Compare retry strategies for HTTP requests in a table'),
    l10n.t('Write a shell script that finds large files'),
  ];
}
