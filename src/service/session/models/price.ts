/**
 * Reads the price of a model from its record. The spec shows no price fields, units, or currency, so the fields are those
 * of known routers, with the unit that each of them documents. Any other price is unknown.
 */
import { formatNumber } from '../../../shared/format.ts';
import { amountOf, type Fields, fieldsOf, named } from './fields.ts';

/** Tokens and characters are priced per million. An absent price is unknown, not 0. */
export interface Price {
  readonly input?: number;
  readonly output?: number;
  readonly cachedInput?: number;
  readonly cacheWrite?: number;
  readonly reasoning?: number;
  readonly characters?: number;
  /** Per request; `image` and `minute` are per unit, too. */
  readonly request?: number;
  readonly image?: number;
  readonly minute?: number;
  /** For audio tokens, image tokens, or pixels, which responses don't report. Not shown. */
  readonly other?: number;
  /** An ISO code or a word such as `credits`; only if the record specifies one. */
  readonly currency?: string;
  /** The record names no count of tokens for some part, so it's that of the router whose fields these are. */
  readonly isUnitInferred?: true;
}
type Part = Exclude<keyof Price, 'currency' | 'isUnitInferred'>;

const million = 1e6;
/** Maximum price per token or character and minimum price per million tokens. Beyond them, the assumed unit must be wrong. */
const maxTokenPrice = 0.01;
const minMillionPrice = 0.0005;

/** `token`: one token or character. `vendor`: a string is the price of a token (Vercel), a number of a million (Together, Hugging Face). */
type Unit = 'token' | 'vendor' | 'second' | 'each';
type PriceFields = Readonly<Record<string, readonly [Part, Unit, isNamed?: 'named']>>;

/** Fields of the `pricing` object. */
const pricingFields: PriceFields = {
  // OpenRouter; the last two also Vercel.
  prompt: ['input', 'token'],
  completion: ['output', 'token'],
  internal_reasoning: ['reasoning', 'token'],
  request: ['request', 'each'],
  image: ['image', 'each'],
  input_cache_read: ['cachedInput', 'token'],
  input_cache_write: ['cacheWrite', 'token'],
  // Vercel, Together, and the providers of Hugging Face.
  input: ['input', 'vendor'],
  output: ['output', 'vendor'],
};

/** Fields of the record, or of its `model_info`. */
const recordFields: PriceFields = {
  // Requesty.
  input_price: ['input', 'token'],
  output_price: ['output', 'token'],
  cached_price: ['cachedInput', 'token'],
  caching_price: ['cacheWrite', 'token'],
  // LiteLLM.
  input_cost_per_token: ['input', 'token', 'named'],
  output_cost_per_token: ['output', 'token', 'named'],
  cache_read_input_token_cost: ['cachedInput', 'token', 'named'],
  cache_creation_input_token_cost: ['cacheWrite', 'token', 'named'],
  output_cost_per_reasoning_token: ['reasoning', 'token', 'named'],
  input_cost_per_character: ['characters', 'token', 'named'],
  input_cost_per_second: ['minute', 'second'],
  output_cost_per_image: ['image', 'each'],
  input_cost_per_audio_token: ['other', 'each'],
  output_cost_per_audio_token: ['other', 'each'],
  output_cost_per_image_token: ['other', 'each'],
  input_cost_per_pixel: ['other', 'each'],
};

interface PartPrice {
  readonly amount: number;
  readonly isInferred: boolean;
}

/** Never throws and never invents an amount. If several fields give the same part, the first one counts. */
export function priceOf(record: Fields): Price {
  const [pricing, info] = [fieldsOf(record.pricing), fieldsOf(record.model_info)];
  const own = new Map([
    ...partsOf(info, recordFields, info.unit),
    ...partsOf(record, recordFields, record.unit),
    ...partsOf(pricing, pricingFields, pricing.unit ?? record.unit),
  ]);
  const parts = own.size > 0 ? own : commonPrices(record.providers);
  if (parts.size === 0) return {};
  const currency = [pricing, record, info].map((place) => named(place.currency, /^[a-z][a-z ]{0,19}$/i)).find(Boolean);
  return {
    ...Object.fromEntries([...parts].map(([part, { amount }]) => [part, amount])),
    ...(currency !== undefined && { currency }),
    ...([...parts.values()].some(({ isInferred }) => isInferred) && { isUnitInferred: true as const }),
  };
}

/** @param unit of the record, for the prices of tokens and characters @returns nothing if a price is implausible: so is the unit of the others */
function partsOf(place: Fields, fields: PriceFields, unit: unknown): Map<Part, PartPrice> {
  const count = unit === undefined || unit === null ? undefined : countIn(unit);
  const parts = new Map<Part, PartPrice>();
  for (const [name, [part, kind, isNamed]] of Object.entries(fields)) {
    const amount = amountOf(place[name]);
    if (amount === undefined) continue;
    const isCounted = (kind === 'token' || kind === 'vendor') && isNamed === undefined;
    const isGiven = isCounted && count !== undefined;
    const price = isGiven ? (amount * million) / count : converted(amount, kind, typeof place[name] === 'string');
    if (price === undefined || Number.isNaN(price)) return new Map();
    if (parts.has(part)) continue;
    const isInferred = price > 0 && isCounted && !isGiven;
    // Removes floating-point noise.
    parts.set(part, { amount: Number(price.toPrecision(12)), isInferred });
  }
  return parts;
}

const powers: Readonly<Record<string, number>> = { k: 1000, thousand: 1000, m: million, million };

/** Returns the number of tokens or characters in a unit such as `1K tokens` or `per million tokens`; NaN if unknown. */
function countIn(unit: unknown): number {
  const found = /^(?:per[ _])?(\d[\d,]*)?[ _]?(k|m|thousand|million)?[ _]?(?:tokens?|characters?|chars?)?$/i.exec(
    typeof unit === 'string' ? unit.trim() : '-',
  );
  const [all = '', count = '1', power = ''] = found ?? [];
  return all === '' ? Number.NaN : Number(count.replaceAll(',', '')) * (powers[power.toLowerCase()] ?? 1);
}

/** Returns the price per million tokens or characters, or per unit. Undefined if the unit would be implausible. */
function converted(amount: number, unit: Unit, isText: boolean): number | undefined {
  if (unit === 'each' || amount === 0) return amount;
  if (unit === 'second') return amount * 60;
  if (unit === 'vendor' && !isText) return amount >= minMillionPrice ? amount : undefined;
  return amount <= maxTokenPrice ? amount * million : undefined;
}

/** Returns the prices that all providers of a model have in common, because any of them may serve a request. */
function commonPrices(providers: unknown): Map<Part, PartPrice> {
  const all = Array.isArray(providers) ? providers.map((one) => fieldsOf(fieldsOf(one).pricing)) : [];
  const [first, ...others] = all
    .filter((pricing) => Object.keys(pricing).length > 0)
    .map((one) => partsOf(one, pricingFields, one.unit));
  const isCommon = ([part, { amount }]: [Part, PartPrice]) =>
    others.every((other) => other.get(part)?.amount === amount);
  return new Map([...(first ?? [])].filter(isCommon));
}

/** `2.5`, `0.075`, `12`: a price needs at most four significant digits. */
export function formatAmount(amount: number): string {
  return formatNumber(amount, { maximumSignificantDigits: 4, useGrouping: false });
}
