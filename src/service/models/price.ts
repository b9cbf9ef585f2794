/**
 * Reads the price of a model from its record. The spec shows no price fields, units, or currency. The unit comes from
 * the field's name, the record's unit, or a router that documents this shape. Otherwise, the price is unknown.
 */
import { formatNumber } from '../../shared/format.ts';
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
  /** For audio tokens, image tokens, or pixels. Not shown, because the unit may be unknown. */
  readonly other?: number;
  /** An ISO code or `credits`; only if the record specifies one. */
  readonly currency?: string;
  /** The record names no count of tokens for some part, so it's inferred from the shape of the record. */
  readonly isUnitInferred?: true;
}
type Part = Exclude<keyof Price, 'currency' | 'isUnitInferred'>;

interface Found {
  readonly amount: number;
  readonly isInferred: boolean;
}

const MILLION = 1e6;
/** Maximum price per token or character and minimum price per million tokens. Beyond them, the assumed unit must be wrong. */
const MAX_TOKEN_PRICE = 0.01;
const MIN_MILLION_PRICE = 0.0005;

/** Never throws and never invents an amount. If several fields give the same part, the first one counts. */
export function priceOf(record: Fields): Price {
  const info = fieldsOf(record.model_info);
  const pricing = fieldsOf(record.pricing ?? record.price ?? record.prices ?? record.cost);
  const found = new Map<Part, Found>();
  for (const place of [pricing, record, info]) {
    for (const [part, one] of partsOf(place, place === pricing)) if (!found.has(part)) found.set(part, one);
  }
  if (found.size === 0) for (const [part, one] of commonPrices(record.providers)) found.set(part, one);
  if (found.size === 0) return {};
  const currency = [pricing, record, info].map(currencyOf).find((one) => one !== undefined);
  return {
    ...Object.fromEntries([...found].map(([part, { amount }]) => [part, amount])),
    ...(currency && { currency }),
    ...([...found.values()].some(({ isInferred }) => isInferred) && { isUnitInferred: true as const }),
  };
}

/** Returns the texts that name a unit, a currency, or both, such as `EUR per 1k tokens`. */
function unitTexts({ unit, units, per, price_unit, pricing_unit, currency }: Fields): string[] {
  return [unit, units, per, price_unit, pricing_unit, currency].flatMap((text) => named(text)?.slice(0, 60) ?? []);
}

const CURRENCY = /(?<![A-Za-z])(?!PER(?![A-Za-z]))[A-Z]{3}(?![A-Za-z])/;

function currencyOf(place: Fields): string | undefined {
  const texts = unitTexts(place);
  const code = texts.map((text) => CURRENCY.exec(text)?.[0]).find((one) => one !== undefined);
  return code ?? (texts.some((text) => /\bcredits?\b/i.test(text)) ? 'credits' : undefined);
}

/** @param inside the object contains only prices, so a bare `input` is one */
function partsOf(place: Fields, inside: boolean): Map<Part, Found> {
  const found = new Map<Part, Found>();
  const unit = unitTexts({ ...place, currency: named(place.currency, /\bper\b|\//i) })
    .find((text) => !ONLY_CURRENCY.test(text))
    ?.toLowerCase();
  for (const [key, value] of Object.entries(place)) {
    const amount = amountOf(value);
    const name = key.replace(/([a-z\d])([A-Z])/g, '$1_$2').toLowerCase();
    const part = amount === undefined ? undefined : partNamed(name, inside);
    if (amount === undefined || part === undefined || found.has(part)) continue;
    const given = unit === undefined ? undefined : countFor(part, unit);
    const priced = amount === 0 ? { amount, isInferred: false } : converted(part, name, value, amount, given);
    if (priced !== undefined && Number.isFinite(priced.amount)) found.set(part, priced);
  }
  return found;
}

/** Three capitals are a currency. */
const ONLY_CURRENCY = /^(?:[A-Z]{3}|usd|eur|[$€]|dollars?|credits?)$/;

const PRICE_WORD = /price|pricing|cost/;
/** Excluded: prices for long prompts, batches, and other tiers, and limits, which aren't prices. */
const EXCLUDED_NAMES = /above|below|batch|flex|priority|tier|fine_?tune|hourly|discount|limit|budget|max_|min_/;

/** Returns the part of the price that a field gives. Outside a price object, the name must contain a price word. */
function partNamed(words: string, inside: boolean): Part | undefined {
  if (!inside && !PRICE_WORD.test(words)) return undefined;
  if (EXCLUDED_NAMES.test(words)) return undefined;
  return PARTS.find(([form]) => form.test(words))?.[1];
}

/** The first match wins. Audio and image tokens are neither text tokens nor images. */
const PARTS: readonly (readonly [RegExp, Part | undefined])[] = [
  [/caching|^(?=.*cache)(?=.*(?:write|creation))/s, 'cacheWrite'],
  [/cache/, 'cachedInput'],
  [/reasoning|thinking/, 'reasoning'],
  [/character|per_char/, 'characters'],
  [/minute|second/, 'minute'],
  [/video|search/, undefined],
  [/audio|pixel|image_token/, 'other'],
  [/image/, 'image'],
  [/request|query|call/, 'request'],
  [/input|prompt/, 'input'],
  [/output|completion/, 'output'],
];

/** Parts that are priced per unit, not per million. */
const UNIT_PARTS: ReadonlySet<Part | undefined> = new Set<Part>(['request', 'image', 'minute', 'other']);

/** A number that doesn't follow `per` may be a size or a tier, except before tokens or characters. */
const COUNT =
  /(?:(?:per|\/|^)[ _]?\d*|[^a-z\d]1?)[ _]?(million|thousand|[mk](?=tok|char|[^a-z]|$))|(?:per|\/|^)[ _]?\d+(?![\dx])|(?<!\d)\d+[ _]?(?=tok|char)|per_?tok/;
const FACTORS: Readonly<Record<string, number>> = { million: MILLION, m: MILLION, thousand: 1000, k: 1000 };

/** Returns the number of tokens, images, … that a unit or field name gives the price of. */
function countIn(words: string): number | undefined {
  const decimal = words
    .replace(/(?<=\d)[,_](?=\d)/g, '')
    .replace(/(?<![a-z\d])1(?:0\^|e)(\d)(?!\d)/g, (_, zeros) => `1${'0'.repeat(zeros)}`);
  const found = COUNT.exec(decimal);
  return found === null ? undefined : Number(/\d+/.exec(found[0]) ?? 1) * (FACTORS[found[1] ?? ''] ?? 1);
}

/** Returns the count in the record's unit: undefined if the unit is that of other parts, NaN if it's unrecognized. */
function countFor(part: Part, unit: string): number | undefined {
  const isUnitPart = UNIT_PARTS.has(part);
  const unitOf = /tok/.test(unit) ? 'tokens' : PARTS.find(([form]) => form.test(unit))?.[1];
  if (unitOf === (isUnitPart || part === 'characters' ? part : 'tokens')) return countIn(unit) ?? 1;
  if (unitOf !== undefined) return isUnitPart ? undefined : Number.NaN;
  return isUnitPart ? Number.NaN : (countIn(unit) ?? Number.NaN);
}

/**
 * Converts a price to one per million tokens or characters, or per unit. A count in the name takes precedence over that
 * of the record. Without either, the count is inferred: `prompt`/`completion` (OpenRouter), `…_price` (Requesty), and strings (Vercel) are per
 * token; other numbers (Together, Hugging Face) per million. Returns undefined if that would be implausible.
 */
function converted(part: Part, name: string, value: unknown, amount: number, given?: number): Found | undefined {
  if (UNIT_PARTS.has(part)) {
    // `image_1k` names a size.
    const count = (name.includes('per') ? countIn(name) : undefined) ?? given ?? 1;
    return exactly((part === 'minute' && name.includes('second') ? amount * 60 : amount) / count);
  }
  const count = countIn(name) ?? given ?? (/token|char/.test(name) ? 1 : undefined);
  if (count !== undefined && count !== 1) return exactly((amount * MILLION) / count);
  const isInferred = count === undefined;
  const single =
    count === 1 || typeof value === 'string' || /prompt|completion|_price|reasoning|input_cache/.test(name);
  if (single) return amount <= MAX_TOKEN_PRICE ? { ...exactly(amount * MILLION), isInferred } : undefined;
  return amount >= MIN_MILLION_PRICE ? { amount, isInferred } : undefined;
}

/** Returns the prices that all providers of a model have in common, because any of them may serve a request. */
function commonPrices(providers: unknown): Map<Part, Found> {
  const all = Array.isArray(providers) ? providers.map((one) => fieldsOf(fieldsOf(one).pricing)) : [];
  const [first, ...others] = all.filter((pricing) => Object.keys(pricing).length > 0).map((one) => partsOf(one, true));
  const same = [...(first ?? [])].filter(([part, { amount }]) =>
    others.every((other) => other.get(part)?.amount === amount),
  );
  return new Map(same);
}

/** Removes floating-point noise. */
function exactly(amount: number): Found {
  return { amount: Number(amount.toPrecision(12)), isInferred: false };
}

/** `2.5`, `0.075`, `12`: a price needs at most four significant digits. */
export function formatAmount(amount: number): string {
  return formatNumber(amount, { maximumSignificantDigits: 4, useGrouping: false });
}
