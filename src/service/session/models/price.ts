/**
 * Reads the price of a model from its record. The spec shows no price fields, units, or currency, so the fields are those
 * of known routers, with the unit that each of them documents. Any other price is unknown.
 */
import { l10n } from 'vscode';
import { type Knowledge, known, notKnown } from '../../../shared/knowledge.ts';
import { oneLine } from '../../../shared/text/format.ts';
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
  /** The price is that of requests up to this number of tokens, and rises for others; 0 if the number isn't known. */
  readonly risesAbove?: number;
  /** The record has more amounts, under names that aren't known here. `unknown`: each request may include them. */
  readonly more?: 'elsewhere' | 'unknown';
}
type Part = Exclude<keyof Price, 'currency' | 'isUnitInferred' | 'risesAbove' | 'more'>;

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
export function priceOf(record: Fields): Knowledge<Price> {
  const [pricing, info] = [fieldsOf(record.pricing), fieldsOf(record.model_info)];
  const [unit, unitOfRecord, unitOfInfo] = [pricing, record, info].map(unitOf);
  const read = [
    partsOf(info, recordFields, unitOfInfo),
    partsOf(record, recordFields, unitOfRecord),
    partsOf(pricing, pricingFields, unit ?? unitOfRecord),
  ];
  const ofRecord = new Map(read.flatMap((parts) => (typeof parts === 'string' ? [] : [...parts])));
  const problem = read.find((parts) => typeof parts === 'string');
  const parts = ofRecord.size > 0 ? ofRecord : (problem ?? commonPrices(record.providers));
  if (typeof parts === 'string') return notKnown(parts);
  const currency = [pricing, record, info].map((place) => named(place.currency, /^[a-z][a-z ]{0,19}$/i)).find(Boolean);
  return known({
    ...Object.fromEntries([...parts].map(([part, { amount }]) => [part, amount])),
    ...(currency !== undefined && { currency }),
    ...([...parts.values()].some(({ isInferred }) => isInferred) && { isUnitInferred: true as const }),
    ...risesAbove([pricing, record, info]),
    ...moreIn(pricing),
  });
}

/**
 * @param unit of the prices of tokens and characters; undefined if the record doesn't state one
 * @returns why none is known if a price is implausible: so is the unit of the others
 */
function partsOf(place: Fields, fields: PriceFields, unit: StatedUnit | undefined): Map<Part, PartPrice> | string {
  const parts = new Map<Part, PartPrice>();
  for (const [name, [part, kind, isNamed]] of Object.entries(fields)) {
    const amount = amountOf(place[name]);
    if (amount === undefined) continue;
    const isCounted = (kind === 'token' || kind === 'vendor') && isNamed === undefined;
    const isGiven = isCounted && unit !== undefined;
    if (isGiven && unit.count === undefined)
      return l10n.t('The unit of the price isn\'t understood: "{0}".', oneLine(unit.text, 60));
    const price = isGiven
      ? (amount * million) / (unit.count ?? 1)
      : converted(amount, kind, typeof place[name] === 'string');
    if (price === undefined) return l10n.t("The record doesn't say what its price is for.");
    if (parts.has(part)) continue;
    const isInferred = price > 0 && isCounted && !isGiven;
    // Removes floating-point noise.
    parts.set(part, { amount: Number(price.toPrecision(12)), isInferred });
  }
  return parts;
}

/** Names of amounts that requests of text don't include. */
const elsewhere = /cache|image|audio|video|search|web|tool|train|tun|hour|storage|batch|embed|reasoning/i;

/** Amounts in the `pricing` object that aren't known here. */
function moreIn(pricing: Fields): Pick<Price, 'more'> {
  const names = Object.keys(pricing).filter(
    (name) =>
      !Object.hasOwn(pricingFields, name) &&
      amountOf(pricing[name]) &&
      !aboveName.test(name) &&
      !statesUnit(name, pricing[name]),
  );
  if (names.length === 0) return {};
  return { more: names.every((name) => elsewhere.test(name)) ? 'elsewhere' : 'unknown' };
}

const powers: Readonly<Record<string, number>> = { k: 1000, thousand: 1000, m: million, million };

/** Words of a field's name, such as `pricing_unit`, `priceUnit`, or `price-per`. */
const wordsIn = (name: string) => name.split(/(?<=[a-z])(?=[A-Z])|[^A-Za-z]+/).map((word) => word.toLowerCase());

/** True if a field says what a price is for. `cost_per_image` is a price or a limit, if its value is a number. */
function statesUnit(name: string, value: unknown): boolean {
  if (value === undefined || value === null || value === '') return false;
  const words = wordsIn(name);
  if (words.includes('unit') || words.includes('units')) return true;
  return (
    words.at(-1) === 'per' || (words.includes('per') && typeof value === 'string' && amountOf(value) === undefined)
  );
}

/** What prices are for, as a record states it. */
interface StatedUnit {
  readonly text: string;
  /** Number of tokens or characters; undefined if the unit isn't understood. */
  readonly count: number | undefined;
}

/** Returns undefined if no field states a unit. Units that contradict each other aren't understood. */
function unitOf(place: Fields): StatedUnit | undefined {
  const names = Object.keys(place).filter((name) => statesUnit(name, place[name]));
  if (names.length === 0) return undefined;
  const counts = new Set(names.map((name) => countIn(place[name])));
  const texts = names.map((name) => (typeof place[name] === 'object' ? name : String(place[name])));
  return { text: texts.join(', '), count: counts.size === 1 ? [...counts][0] : undefined };
}

/** Returns the number of tokens or characters in a unit such as `1K tokens` or `per million tokens`. */
function countIn(unit: unknown): number | undefined {
  if (typeof unit === 'number') return Number.isSafeInteger(unit) && unit > 0 ? unit : undefined;
  const found = /^(?:per[ _])?(\d[\d,]*)?[ _]?(k|m|thousand|million)?[ _]?(?:tokens?|characters?|chars?)?$/i.exec(
    typeof unit === 'string' ? unit.trim() : '-',
  );
  const [all = '', count = '1', power = ''] = found ?? [];
  const number = Number(count.replaceAll(',', '')) * (powers[power.toLowerCase()] ?? 1);
  return all === '' || number === 0 ? undefined : number;
}

/** Returns the price per million tokens or characters, or per unit. Undefined if the unit would be implausible. */
function converted(amount: number, unit: Unit, isText: boolean): number | undefined {
  if (unit === 'each' || amount === 0) return amount;
  if (unit === 'second') return amount * 60;
  if (unit === 'vendor' && !isText) return amount >= minMillionPrice ? amount : undefined;
  return amount <= maxTokenPrice ? amount * million : undefined;
}

/** Returns the prices that all providers of a model have in common, because any of them may serve a request; or why there are none. */
function commonPrices(providers: unknown): Map<Part, PartPrice> | string {
  const all = Array.isArray(providers) ? providers.map((one) => fieldsOf(fieldsOf(one).pricing)) : [];
  const [first = new Map<Part, PartPrice>(), ...others] = all
    .filter((pricing) => Object.keys(pricing).length > 0)
    .map((one) => partsOf(one, pricingFields, unitOf(one)));
  const problem = [first, ...others].find((parts) => typeof parts === 'string');
  if (typeof first === 'string' || problem !== undefined) return problem ?? first;
  if (first.size === 0) return l10n.t('The record has no price in a known format.');
  const isSame = (part: Part, amount: number, other: Map<Part, PartPrice> | string) =>
    typeof other !== 'string' && other.get(part)?.amount === amount;
  const common = [...first].filter(([part, { amount }]) => others.every((other) => isSame(part, amount, other)));
  return common.length === 0 ? l10n.t('The price depends on the provider.') : new Map(common);
}

/** LiteLLM: `input_cost_per_token_above_200k_tokens`. */
const aboveName = /_above_(\d{1,9})(k|m)?_tokens$/;

/** Returns the number of tokens above which requests cost more. Vercel lists tiers with `min` and `max`. */
function risesAbove(places: readonly Fields[]): Pick<Price, 'risesAbove'> {
  const named = places.flatMap((place) =>
    Object.keys(place).flatMap((name) => {
      const [, count, power = ''] = aboveName.exec(name) ?? [];
      return count === undefined || !amountOf(place[name]) ? [] : [Number(count) * (powers[power] ?? 1)];
    }),
  );
  const tiers = places.flatMap((place) =>
    Object.entries(place).flatMap(([name, list]) =>
      wordsIn(name).includes('tiers') && Array.isArray(list) && list.length > 1 ? [endOfFirst(list)] : [],
    ),
  );
  const all = [...named, ...tiers];
  return all.length === 0 ? {} : { risesAbove: Math.min(...all) };
}

function endOfFirst(tiers: readonly unknown[]): number {
  const ends = tiers.map(fieldsOf).flatMap(({ min, max }) => [amountOf(min) ?? 0, amountOf(max) ?? 0]);
  const known = ends.filter((end) => end > 0);
  return known.length === 0 ? 0 : Math.min(...known);
}
