/** What a model costs, where its record says so beyond doubt. The spec shows no field of a price, nor its currency. */

/** A price per million tokens; `currency` only when the record names it. */
export interface TokenPrice {
  readonly input: number;
  readonly output: number;
  readonly currency: string | undefined;
}

/**
 * Takes only fields whose unit is certain: names that end in `per_token`, and OpenRouter's `prompt` and `completion`, which
 * it documents as texts, per token. Everything else (`input: 3`: per token, per thousand, per million?) is unknown: undefined.
 */
export function tokenPrice(record: Readonly<Record<string, unknown>>): TokenPrice | undefined {
  const pricing = object(record.pricing);
  const places = [record, pricing, object(record.model_info)];
  for (const place of places) {
    const input = amount(place.input_cost_per_token);
    const output = amount(place.output_cost_per_token);
    if (input !== undefined && output !== undefined) return price(input, output, place.currency);
  }
  if (typeof pricing.prompt !== 'string' || typeof pricing.completion !== 'string') return undefined;
  const input = amount(pricing.prompt);
  const output = amount(pricing.completion);
  return input === undefined || output === undefined ? undefined : price(input, output, pricing.currency);
}

function price(input: number, output: number, currency: unknown): TokenPrice {
  const named = typeof currency === 'string' && /^[A-Z]{3}$/.test(currency) ? currency : undefined;
  return { input: input * 1e6, output: output * 1e6, currency: named };
}

/** Negative amounts are how services say "it depends". */
function amount(value: unknown): number | undefined {
  if (typeof value !== 'number' && (typeof value !== 'string' || value.trim() === '')) return undefined;
  const number = Number(value);
  return Number.isFinite(number) && number >= 0 ? number : undefined;
}

function object(value: unknown): Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null ? { ...value } : {};
}

/** `2.5`, `0.075`, `12`: four digits are enough for a price, and no float noise. */
export function formatAmount(amount: number): string {
  return String(Number(amount.toPrecision(4)));
}
