/** Formats costs: never 0 if unknown, and never a sum of two currencies. Runs without VS Code. */
import * as l10n from '@vscode/l10n';
import { formatNumber, inCurrency } from './format.ts';

/**
 * `$0.0123`, `1.25 credits`, `< $0.0001`: at most four decimal places.
 * @param currency as the service names it; empty if it names none, which only a total says
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
 * @param costs sums by currency; the key is empty if the price has none @param unknown number of costs that aren't known
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
