/**
 * Reads the price of a model from its record. The spec shows no price fields, units, or currency. The unit comes from
 * the field's name, the record's unit, or a router that documents this shape. Otherwise, the price is unknown.
 */
import { formatNumber } from '../shared/format.ts';
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
  /** An ISO code; only if the record specifies one. */
  readonly currency?: string;
}
type Part = Exclude<keyof Price, 'currency'>;

const MILLION = 1e6;
/** Maximum price per token and minimum price per million tokens. Beyond them, the assumed unit must be wrong. */
const MAX_TOKEN_PRICE = 0.01;
const MIN_MILLION_PRICE = 0.0005;

/** Never throws and never invents an amount. If several fields give the same part, the first one counts. */
export function priceOf(record: Fields): Price {
  const info = fieldsOf(record.model_info);
  const pricing = fieldsOf(record.pricing ?? record.price ?? record.prices ?? record.cost);
  const found = new Map<Part, number>();
  for (const place of [pricing, record, info]) {
    for (const [part, amount] of partsOf(place, place === pricing)) if (!found.has(part)) found.set(part, amount);
  }
  if (found.size === 0) for (const [part, amount] of commonPrices(record.providers)) found.set(part, amount);
  if (found.size === 0) return {};
  const currency = named(pricing.currency ?? record.currency ?? info.currency, /^[A-Z]{3}$/);
  return { ...Object.fromEntries(found), ...(currency && { currency }) };
}

/** @param inside the object contains only prices, so a bare `input` is one */
function partsOf(place: Fields, inside: boolean): Map<Part, number> {
  const found = new Map<Part, number>();
  const unit = unitIn(named(place.unit ?? place.units ?? place.per) ?? '');
  for (const [name, value] of Object.entries(place)) {
    const amount = amountOf(value);
    const part = amount === undefined ? undefined : partNamed(name, inside);
    if (amount === undefined || part === undefined || found.has(part)) continue;
    const priced = NON_TOKEN_PARTS.has(part) ? perUnit(part, name, amount) : perMillion(name, value, amount, unit);
    if (priced !== undefined && Number.isFinite(priced)) found.set(part, priced);
  }
  return found;
}

const PRICE_WORD = /price|pricing|cost/;
/** Excluded: prices for long prompts, batches, and other tiers, and limits, which aren't prices. */
const EXCLUDED_NAMES = /above|below|batch|flex|priority|tier|fine_?tune|hourly|discount|limit|budget|max_|min_/;

/** Returns the part of the price that a field gives. Outside a price object, the name must contain a price word. */
function partNamed(name: string, inside: boolean): Part | undefined {
  const words = name.replace(/([a-z])([A-Z])/g, '$1_$2').toLowerCase();
  if (!inside && !PRICE_WORD.test(words)) return undefined;
  if (EXCLUDED_NAMES.test(words)) return undefined;
  return PARTS.find(([form]) => form.test(words))?.[1];
}

/** The first match wins. Audio and image tokens are neither text tokens nor images. */
const PARTS: readonly (readonly [RegExp, Part | undefined])[] = [
  [/caching|cache.*(write|creation)|(write|creation).*cache/, 'cacheWrite'],
  [/cache/, 'cachedInput'],
  [/reasoning|thinking/, 'reasoning'],
  [/character|per_char/, 'characters'],
  [/minute|second/, 'minute'],
  [/audio|video|search|pixel|image_token/, undefined],
  [/image/, 'image'],
  [/request|query|call/, 'request'],
  [/input|prompt/, 'input'],
  [/output|completion/, 'output'],
];

/** Parts that aren't counted in tokens. */
const NON_TOKEN_PARTS: ReadonlySet<Part> = new Set<Part>(['request', 'image', 'minute', 'characters']);

/** Returns the number of tokens that a unit or field name stands for. */
function unitIn(words: string): number | undefined {
  const text = words.toLowerCase();
  if (/million|mtok|1_?m\b|1_?m_|1,?000,?000|per_?m\b|per_m_/.test(text)) return MILLION;
  if (/thousand|ktok|1_?k\b|1_?k_|\b1,?000\b|per_?k\b/.test(text)) return 1000;
  return /token/.test(text) ? 1 : undefined;
}

/**
 * Converts a price to one per million tokens. A unit in the name takes precedence over that of the record. Without
 * either, `prompt`/`completion` (OpenRouter), `…_price` (Requesty), and strings (Vercel) are per token; other numbers
 * (Together, Hugging Face) per million. Returns undefined if that would be implausible.
 */
function perMillion(name: string, value: unknown, amount: number, given: number | undefined): number | undefined {
  const unit = unitIn(name) ?? given;
  if (unit !== undefined) return roundPrice((amount * MILLION) / unit);
  if (amount === 0) return 0;
  const token = typeof value === 'string' || /prompt|completion|_price|reasoning|input_cache/.test(name);
  if (token) return amount <= MAX_TOKEN_PRICE ? roundPrice(amount * MILLION) : undefined;
  return amount >= MIN_MILLION_PRICE ? amount : undefined;
}

function perUnit(part: Part, name: string, amount: number): number | undefined {
  if (part === 'minute') return roundPrice(/second/i.test(name) ? amount * 60 : amount);
  if (part === 'characters') return roundPrice((amount * MILLION) / (unitIn(name) ?? 1));
  return amount;
}

/** Returns the prices that all providers of a model have in common, because any of them may serve a request. */
function commonPrices(providers: unknown): Map<Part, number> {
  const all = Array.isArray(providers) ? providers.map((one) => fieldsOf(fieldsOf(one).pricing)) : [];
  const [first, ...others] = all.filter((pricing) => Object.keys(pricing).length > 0).map((one) => partsOf(one, true));
  const same = [...(first ?? [])].filter(([part, amount]) => others.every((other) => other.get(part) === amount));
  return new Map(same);
}

/** Removes floating-point noise. */
function roundPrice(amount: number): number {
  return Number(amount.toPrecision(12));
}

/** `2.5`, `0.075`, `12`: a price needs at most four significant digits. */
export function formatAmount(amount: number): string {
  return formatNumber(amount, { maximumSignificantDigits: 4, useGrouping: false });
}
