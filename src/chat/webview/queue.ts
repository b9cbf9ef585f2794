/** Messages that are queued while an answer is streaming, in sending order. */

import * as l10n from '@vscode/l10n';
import { html, nothing, type TemplateResult } from 'lit';
import { repeat } from 'lit/directives/repeat.js';
import type { Queued, QueuedAction } from '../messages.ts';
import { contextChips } from './chips.ts';
import { post } from './host.ts';
import { icon } from './icons.ts';

/** @param busy an answer is streaming; the first message is sent after it */
export function queuedMessages(queue: readonly Queued[], busy: boolean): TemplateResult | typeof nothing {
  if (queue.length === 0) return nothing;
  return html`<ol class="queue" aria-label=${l10n.t('Queued messages')}>
    ${repeat(
      queue,
      ({ id }) => id,
      (queued, at) => message(queued, at, busy),
    )}
  </ol>`;
}

function message({ id, text, context }: Queued, at: number, busy: boolean): TemplateResult {
  const state = at > 0 ? l10n.t('Queued') : busy ? l10n.t('Will be sent after this response') : l10n.t('Not sent yet');
  return html`<li class="queued">
    <div class="queued-head">
      ${icon('watch')}<span>${state}</span>
      ${
        busy || at > 0
          ? nothing
          : html`<vscode-button data-send-queued @click=${() => post({ kind: 'sendQueued' })}>${l10n.t('Send')}</vscode-button>`
      }
      ${tool('edit', id, 'edit', l10n.t('Edit Queued Message'))}
      ${tool('remove', id, 'close', l10n.t('Remove from Queue'))}
    </div>
    ${contextChips(context)}
    <div class="prompt-text" dir="auto">${text}</div>
  </li>`;
}

function tool(action: QueuedAction, id: string, name: string, title: string): TemplateResult {
  return html`<button
    type="button"
    class="icon-button codicon codicon-${name}"
    data-queued=${action}
    title=${title}
    aria-label=${title}
    @click=${() => post({ kind: 'queued', action, id })}
  ></button>`;
}
