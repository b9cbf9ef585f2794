/** Attachments of a message, shown as chips. */

import * as l10n from '@vscode/l10n';
import { html, nothing, type TemplateResult } from 'lit';
import type { Attachment, AttachmentKind, ContextChip } from '../messages.ts';
import { tokenCount } from './cost.ts';
import { icon } from './icons.ts';
import { post } from './to-host.ts';

export const attachmentIcons: Record<AttachmentKind, string> = {
  selection: 'selection',
  file: 'file',
  folder: 'folder',
  problems: 'warning',
  error: 'error',
  run: 'play-circle',
  succeededRun: 'pass',
  failedRun: 'error',
  workflow: 'symbol-event',
  paste: 'clippy',
  image: 'file-media',
};

/** Chips of a sent message. Each expands to the text that was sent to the model. */
export function contextChips(context: readonly Attachment[]): TemplateResult | typeof nothing {
  if (context.length === 0) return nothing;
  return html`<div class="chips">
    ${context.map(({ kind, label, text, tokens }) =>
      kind === 'image'
        ? html`<span class="chip">${chipText(kind, label, tokens)}</span>`
        : html`<details class="chip">
        <summary>${chipText(kind, label, tokens)}</summary>
        <pre tabindex="0">${text}</pre>
      </details>`,
    )}
  </div>`;
}

/** Chips of the next message. Each can be removed. */
export function composerChips(context: readonly ContextChip[]): TemplateResult | typeof nothing {
  if (context.length === 0) return nothing;
  return html`<ul class="chips" aria-label=${l10n.t('Attached')}>
    ${context.map(
      ({ id, kind, label, tokens }) => html`<li class="chip">
        ${chipText(kind, label, tokens)}
        <button
          type="button"
          class="chip-remove codicon codicon-close"
          title=${l10n.t('Remove')}
          aria-label=${l10n.t('Remove {0}', label)}
          @click=${() => post({ kind: 'detach', id })}
        ></button>
      </li>`,
    )}
  </ul>`;
}

function chipText(kind: AttachmentKind, label: string, tokens: number): TemplateResult {
  const size = kind === 'image' ? '' : tokenCount(tokens, true);
  return html`${icon(attachmentIcons[kind])}<span class="chip-label" title=${label}>${label}</span>
    <span class="chip-size">${size}</span>`;
}
