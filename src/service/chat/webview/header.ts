/** What is above and below the messages: header of an editor panel, welcome page of an empty chat, and queued messages. */

import * as l10n from '@vscode/l10n';
import { html, nothing, type TemplateResult } from 'lit';
import { repeat } from 'lit/directives/repeat.js';
import type { ConnectionView, Queued, QueuedAction } from '../messages.ts';
import { contextChips } from './chips.ts';
import { icon, iconButton, textButton } from './icons.ts';
import { post, runCommand } from './to-host.ts';

/** Only shown in an editor panel, because the title bar of the view has these actions already. */
export function chatHeader(newChat: () => void): TemplateResult {
  return html`<div class="chat-head only-editor">
    ${iconButton('history', l10n.t('Show Chats'), () => runCommand('switchyard.chat.showChats'), { label: l10n.t('Show all chats') })}
    ${iconButton('add', l10n.t('New Chat'), newChat, { label: l10n.t('New chat') })}
  </div>`;
}

export function welcome(
  connection: ConnectionView,
  model: string | undefined,
  suggest: (text: string) => void,
): TemplateResult {
  return html`<div class="welcome">
    ${icon('comment-discussion', 'welcome-icon')}
    <h2>${l10n.t('Chat with the models of your service')}</h2>
    ${
      connection.kind === 'signedOut'
        ? html`<p>${l10n.t('Connect to your service to start. Your API key is kept in secret storage.')}</p>
          ${textButton(l10n.t('Sign In'), () => runCommand('switchyard.signIn'))}`
        : model === undefined
          ? html`<p>${l10n.t('Choose a model to start. You can change it at any time.')}</p>
            ${textButton(l10n.t('Choose a Model'), () => runCommand('switchyard.chat.chooseModel'))}`
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

/**
 * Messages that are queued while an answer is streaming, in sending order.
 * @param busy an answer is streaming; the first message that isn't held is sent after it
 */
export function queuedMessages(queue: readonly Queued[], busy: boolean): TemplateResult | typeof nothing {
  if (queue.length === 0) return nothing;
  const next = busy ? queue.find(({ held }) => !held) : undefined;
  return html`<ol class="queue" aria-label=${l10n.t('Queued messages')}>
    ${repeat(
      queue,
      ({ id }) => id,
      (queued, at) => message(queued, at === 0 && !busy, queued === next),
    )}
  </ol>`;
}

function message({ id, text, context, held }: Queued, canSend: boolean, isNext: boolean): TemplateResult {
  const state = isNext
    ? l10n.t('Will be sent after this response')
    : held || canSend
      ? l10n.t('Not sent yet')
      : l10n.t('Queued');
  const tool = (action: QueuedAction, name: string, title: string) =>
    iconButton(name, title, () => post({ kind: 'queued', action, id }), { action });
  return html`<li class="queued">
    <div class="queued-head">
      ${icon('watch')}<span>${state}</span>
      ${canSend ? textButton(l10n.t('Send'), () => post({ kind: 'sendQueued' }), { action: 'sendQueued' }) : nothing}
      ${tool('edit', 'edit', l10n.t('Edit Queued Message'))} ${tool('remove', 'close', l10n.t('Remove from Queue'))}
    </div>
    ${contextChips(context)}
    <div class="prompt-text" dir="auto">${text}</div>
  </li>`;
}
