/** Formats costs, in the page of the chat and in its host. */
import { formatNumber, inCurrency } from '../../shared/format.ts';

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
