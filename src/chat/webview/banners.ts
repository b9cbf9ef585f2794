/** Banners about the whole chat, between the messages and the composer. */

import * as l10n from '@vscode/l10n';
import { html, nothing, type TemplateResult } from 'lit';
import type { ChatTotal, ConnectionView, Notice, Turn } from '../messages.ts';
import { tokenCount } from './chips.ts';
import { formatCost, formatTotal } from './cost.ts';
import { post } from './host.ts';
import { icon } from './icons.ts';

/** Describes a problem with the connection, unless the last message already does. */
export function connectionBanner(
  { kind, text }: ConnectionView,
  last: Turn | undefined,
): TemplateResult | typeof nothing {
  if (kind === 'connected' || (last?.kind === 'answer' && last.ending?.how === 'failed')) return nothing;
  if (kind === 'signedOut' && !last) return nothing;
  const button =
    kind === 'unreachable'
      ? html`<vscode-button secondary @click=${() => post({ kind: 'run', action: 'retryConnection' })}
          >${l10n.t('Try Again')}</vscode-button
        >`
      : html`<vscode-button @click=${() => post({ kind: 'run', action: 'signIn' })}>${l10n.t('Sign In')}</vscode-button>`;
  return html`<div class="banner">
    ${icon(kind === 'unreachable' ? 'warning' : 'key')}
    <span>${kind === 'signedOut' ? l10n.t("You're signed out.") : text}</span>${button}
  </div>`;
}

export function noticeBanner(notice: Notice | undefined, close: () => void): TemplateResult | typeof nothing {
  if (!notice) return nothing;
  const { text, action, label } = notice;
  return html`<div class="banner" data-notice>
    ${icon('info')}<span>${text}</span>
    ${
      action
        ? html`<vscode-button secondary @click=${() => post({ kind: 'run', action })}>${label}</vscode-button>`
        : nothing
    }
    ${closeButton(close)}
  </div>`;
}

/** Shown after a message was deleted, until the next message. */
export function undoBanner(undo: () => void, close: () => void): TemplateResult {
  return html`<div class="banner plain" data-undo>
    ${icon('trash')}<span>${l10n.t('Deleted this message and everything after it.')}</span>
    <vscode-button secondary @click=${undo}>${l10n.t('Undo')}</vscode-button>
    ${closeButton(close)}
  </div>`;
}

/** Shown if the chat has cost more than its budget. */
export function budgetBanner({ costs }: ChatTotal, budget: number, close: () => void): TemplateResult | typeof nothing {
  const over = [...costs].find(([, cost]) => budget > 0 && cost > budget);
  if (!over) return nothing;
  const [currency, cost] = over;
  return html`<div class="banner" data-budget>
    ${icon('warning')}
    <span>${l10n.t('This chat has cost {0}. Its budget is {1}.', formatCost(cost, currency), formatCost(budget, currency))}</span>
    <vscode-button secondary @click=${() => post({ kind: 'run', action: 'setBudget' })}
      >${l10n.t('Change Budget')}</vscode-button
    >
    ${closeButton(close)}
  </div>`;
}

/** Cost of the chat, shown below the composer. */
export function costLine({ input, output, estimated, costs, unknown }: ChatTotal): TemplateResult | typeof nothing {
  if (input + output === 0) return nothing;
  const tokens = tokenCount(input + output, estimated);
  return html`<span class="chat-cost" title=${l10n.t('Tokens in this chat: {0} in, {1} out', input, output)}
    >${tokens} · ${formatTotal(costs, unknown)}</span
  >`;
}

function closeButton(close: () => void): TemplateResult {
  return html`<button
    type="button"
    class="icon-button codicon codicon-close"
    title=${l10n.t('Close')}
    aria-label=${l10n.t('Dismiss message')}
    @click=${close}
  ></button>`;
}
