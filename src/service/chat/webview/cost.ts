/** Tokens and costs of a chat, as the page shows them. */
import * as l10n from '@vscode/l10n';
import { html, nothing, type TemplateResult } from 'lit';
import { formatNumber } from '../../../shared/text/format.ts';
import { formatTotal } from '../../../shared/text/format-cost.ts';
import type { ChatTotal } from '../messages.ts';

/** `1,234 tokens`; an estimate has `≈` before it. */
export function tokenCount(tokens: number, estimated: boolean): string {
  const text = tokens === 1 ? l10n.t('1 token') : l10n.t('{0} tokens', formatNumber(tokens));
  return estimated ? `≈ ${text}` : text;
}

/** Cost of the chat, shown below the composer. That of a single answer is below the answer. */
export function costLine(total: ChatTotal): TemplateResult | typeof nothing {
  const { answers, input, output, estimated, costs, unknown } = total;
  if (answers < 2 || input + output === 0) return nothing;
  const tokens = tokenCount(input + output, estimated);
  return html`<span class="chat-cost" title=${l10n.t('Tokens in this chat: {0} in, {1} out', formatNumber(input), formatNumber(output))}
    >${tokens} · ${formatTotal(costs, unknown)}</span
  >`;
}
