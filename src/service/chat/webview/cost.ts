/** Formats costs: never 0 if unknown. */
import * as l10n from '@vscode/l10n';
import { html, nothing, type TemplateResult } from 'lit';
import { formatNumber } from '../../../shared/format.ts';
import { formatCost } from '../format-cost.ts';
import type { ChatTotal } from '../messages.ts';

/**
 * `$1.00`, `0.5 (currency unknown)`, `$1.00 + unknown`
 * @param unknown number of answers without a known price
 */
export function formatTotal(costs: ReadonlyMap<string, number>, unknown: number): string {
  const parts = [...costs].map(([currency, cost]) => {
    const text = formatCost(cost, currency);
    return currency === '' ? l10n.t('{0} (currency unknown)', text) : text;
  });
  const known = parts.join(' + ');
  if (unknown === 0) return known;
  return known === '' ? l10n.t('cost unknown') : l10n.t('{0} + unknown', known);
}

/** `1,234 tokens`; an estimate has `≈` before it. */
export function tokenCount(tokens: number, estimated: boolean): string {
  const text = tokens === 1 ? l10n.t('1 token') : l10n.t('{0} tokens', formatNumber(tokens));
  return estimated ? `≈ ${text}` : text;
}

/** Cost of the chat, shown below the composer. */
export function costLine({ input, output, estimated, costs, unknown }: ChatTotal): TemplateResult | typeof nothing {
  if (input + output === 0) return nothing;
  const tokens = tokenCount(input + output, estimated);
  return html`<span class="chat-cost" title=${l10n.t('Tokens in this chat: {0} in, {1} out', formatNumber(input), formatNumber(output))}
    >${tokens} · ${formatTotal(costs, unknown)}</span
  >`;
}
