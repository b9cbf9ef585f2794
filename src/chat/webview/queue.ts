/** Messages that are queued while an answer is streaming, in sending order. */

import * as l10n from '@vscode/l10n';
import { html, nothing, type TemplateResult } from 'lit';
import { repeat } from 'lit/directives/repeat.js';
import type { Queued, QueuedAction } from '../messages.ts';
import { contextChips } from './chips.ts';
import { post } from './host.ts';
import { icon, iconButton, textButton } from './icons.ts';

/** @param busy an answer is streaming; the first message that isn't held is sent after it */
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
