/** Header of an editor panel, and the welcome page of an empty chat. */

import * as l10n from '@vscode/l10n';
import { html, type TemplateResult } from 'lit';
import type { ConnectionView } from '../messages.ts';
import { run } from './host.ts';
import { icon, iconButton, textButton } from './icons.ts';

/** Only shown in an editor panel, because the title bar of the view has these actions already. */
export function chatHeader(newChat: () => void): TemplateResult {
  return html`<header class="chat-head only-editor">
    ${iconButton('history', l10n.t('Show Chats'), () => run('switchyard.chat.showChats'), { label: l10n.t('Show all chats') })}
    ${iconButton('add', l10n.t('New Chat'), newChat, { label: l10n.t('New chat') })}
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
          ${textButton(l10n.t('Sign In'), () => run('switchyard.signIn'))}`
        : model === undefined
          ? html`<p>${l10n.t('Choose a model to start. You can change it at any time.')}</p>
            ${textButton(l10n.t('Choose a Model'), () => run('switchyard.chat.chooseModel'))}`
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
