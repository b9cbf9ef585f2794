/** Formats costs: never 0 if unknown. */
import * as l10n from '@vscode/l10n';
import { html, nothing, type TemplateResult } from 'lit';
import { formatNumber, inCurrency } from '../../../shared/format.ts';
import type { ChatTotal } from '../messages.ts';

/**
 * `$0.0123`, `1.25 credits`, `< $0.0001`: at most four decimal places.
 * @param currency as the service names it; empty if it names none, which only the total of the chat says
 */
export function formatCost(cost: number, currency = ''): string {
  const tiny = cost > 0 && cost < 0.0001;
  const amount = tiny ? 0.0001 : Number(cost.toFixed(cost < 1 ? 4 : 2));
  const options = { maximumFractionDigits: 4 };
  const number = (value: number) => formatNumber(value, options);
  // A stored chat may contain any text as its currency.
  const text = currency === '' ? number(amount) : inCurrency(amount, currency, options, number);
  return tiny ? `< ${text}` : text;
}

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
