/** Localized descriptions of a model's price and capabilities. Missing information is shown as unknown. */
import { l10n } from 'vscode';
import { knowledgeText, knownValue } from '../../shared/knowledge.ts';
import { formatNumber, inCurrency, inert, oneLine, plainText } from '../../shared/text/format.ts';
import type { Model } from '../session/models/catalog.ts';
import type { Modality } from '../session/models/modality.ts';
import type { Price } from '../session/models/price.ts';

/** `$1.25 in, $10 out per 1M tokens`, or a price per another unit if only that is known. Undefined if unknown. */
export function priceInShort(price: Price): string | undefined {
  const { currency, isUnitInferred: _, risesAbove, more, ...amounts } = price;
  const { input, output } = amounts;
  const billed = Object.entries(amounts).filter(([, value]) => value > 0);
  const isRest = risesAbove === undefined && more === undefined;
  if (input === 0 && output === 0 && billed.length === 0 && isRest) return l10n.t('free');
  // Free tokens say nothing if another unit is billed.
  const [line] = input || output ? [] : priceLines({ ...Object.fromEntries(billed), ...(currency && { currency }) });
  if (line !== undefined) return line;
  const parts = [
    ...(input === undefined ? [] : [l10n.t('{0} in', priceIn(input, currency))]),
    ...(output === undefined ? [] : [l10n.t('{0} out', priceIn(output, currency))]),
  ];
  if (parts.length === 0) return priceLines(price)[0];
  const text = l10n.t('{0} per 1M tokens', parts.join(', '));
  return risesAbove === undefined ? text : `${text}, ${higher(risesAbove)}`;
}

function shortPrice({ price }: Model): string {
  const value = knownValue(price);
  return (value && priceInShort(value)) ?? l10n.t('price unknown');
}

/** Says that requests with more tokens have another price. */
function higher(above: number): string {
  return above === 0
    ? l10n.t('higher above a number of tokens')
    : l10n.t('higher above {0} tokens', contextInShort(above));
}

/** All parts of a price, one per line. */
export function priceLines({ currency, risesAbove, more, ...parts }: Price): string[] {
  const lines: readonly (readonly [number | undefined, (text: string) => string])[] = [
    [parts.input, (text) => l10n.t('{0} / 1M input tokens', text)],
    [parts.output, (text) => l10n.t('{0} / 1M output tokens', text)],
    [parts.cachedInput, (text) => l10n.t('{0} / 1M cached input tokens', text)],
    [parts.cacheWrite, (text) => l10n.t('{0} / 1M cache write tokens', text)],
    [parts.reasoning, (text) => l10n.t('{0} / 1M reasoning tokens', text)],
    [parts.characters, (text) => l10n.t('{0} / 1M characters', text)],
    [parts.minute, (text) => l10n.t('{0} / minute', text)],
    [parts.image, (text) => l10n.t('{0} / image', text)],
    [parts.request, (text) => l10n.t('{0} / request', text)],
  ];
  const texts = lines.flatMap(([value, line]) => (value === undefined ? [] : [line(priceIn(value, currency))]));
  if (texts.length === 0) return [];
  return [
    ...texts,
    ...(risesAbove === undefined ? [] : [higher(risesAbove)]),
    ...(more === undefined ? [] : [l10n.t("amounts that aren't understood")]),
  ];
}

function priceIn(value: number, currency: string | undefined): string {
  if (currency === undefined) return formatAmount(value);
  return inCurrency(value, currency, { maximumFractionDigits: 6, trailingZeroDisplay: 'stripIfInteger' }, formatAmount);
}

/** `2.5`, `0.075`, `12`: a price needs at most four significant digits. */
export function formatAmount(amount: number): string {
  return formatNumber(amount, { maximumSignificantDigits: 4, useGrouping: false });
}

/** `400K`, `1M`. @param tokens a count */
export function contextInShort(tokens: number): string {
  return formatNumber(tokens, { notation: 'compact', maximumFractionDigits: 1 });
}

export function modalityName(modality: Modality): string {
  return {
    chat: l10n.t('chat'),
    image: l10n.t('images'),
    speech: l10n.t('speech'),
    transcription: l10n.t('transcription'),
    embedding: l10n.t('embeddings'),
    other: l10n.t('other'),
  }[modality];
}

/** `400K · $1.25/$10`, short enough for a row of the Models view, whose header names the unit: see `priceUnit`. */
export function modelAtAGlance(model: Model): string {
  const { input, output, currency } = knownValue(model.price) ?? {};
  const parts = [
    ...(model.context === undefined ? [] : [contextInShort(model.context)]),
    isPricedByToken(model) && input !== undefined && output !== undefined
      ? `${priceIn(input, currency)}/${priceIn(output, currency)}`
      : shortPrice(model),
    ...usesOf(model),
  ];
  return parts.join(' · ');
}

/** What the numbers of `modelAtAGlance` are; undefined if each names its own unit. */
export function priceUnit(models: readonly Model[]): string | undefined {
  return models.some(isPricedByToken) ? l10n.t('in/out per 1M tokens') : undefined;
}

/** True if the tokens of requests and responses have a price, also if one of them is free. */
function isPricedByToken({ price }: Model): boolean {
  const { input, output } = knownValue(price) ?? {};
  return input !== undefined && output !== undefined && input + output > 0;
}

function usesOf({ modalities }: Model): string[] {
  return modalities.filter((one) => one !== 'chat').map(modalityName);
}

/** `$1.25 in, $10 out per 1M tokens · 400K tokens`, with modalities other than chat. The tooltip says that it's inferred. */
export function modelInShort(model: Model): string {
  const parts = [
    shortPrice(model),
    ...(model.context === undefined ? [] : [l10n.t('{0} tokens', contextInShort(model.context))]),
    ...usesOf(model),
  ];
  return parts.join(' · ');
}

/** Returns all facts, one per line, also that one is unknown, and why. Text from the service is escaped. */
export function modelTooltip(model: Model): string {
  const unknown = l10n.t('unknown');
  const tokens = (count: number | undefined) =>
    count === undefined ? unknown : count === 1 ? l10n.t('1 token') : l10n.t('{0} tokens', formatNumber(count));
  const price = knownValue(model.price);
  const hasAmount = price !== undefined && priceLines(price).length > 0;
  const prices = knowledgeText(model.price, (parts) => priceLines(parts).join('; ') || unknown);
  const lines = [
    oneLine(model.name),
    oneLine(model.id),
    '',
    l10n.t('Price: {0}', prices),
    ...(hasAmount && price.currency === undefined ? [l10n.t('Currency: unknown')] : []),
    l10n.t('Context window: {0}', tokens(model.context)),
    ...(model.maxOutputTokens === undefined ? [] : [l10n.t('Max output: {0}', tokens(model.maxOutputTokens))]),
    capabilitiesText(model),
    l10n.t('Input types: {0}', inputsText(model)),
    ...(model.description === undefined ? [] : ['', plainText(model.description, 400)]),
    '',
    price?.isUnitInferred
      ? l10n.t('Inferred from the record, also the unit of the price: the API document defines no fields of models.')
      : l10n.t('Inferred from the record: the API document defines no fields of models.'),
  ];
  return inert(lines.join('\n'));
}

function capabilitiesText({ basis, modalities }: Model): string {
  const names = modalities.map(modalityName).join(', ');
  switch (basis) {
    case 'record':
      return l10n.t('Capabilities: {0}', names);
    case 'name':
      return l10n.t('Capabilities: {0} (inferred from the name)', names);
    case 'assumed':
      return l10n.t('Capabilities: unknown (offered for {0})', names);
    default:
      return basis satisfies never;
  }
}

function inputsText({ inputs, takesImages }: Model): string {
  const isTextOnly = inputs.kind === 'unknown' && knownValue(takesImages) === false;
  return isTextOnly ? l10n.t('unknown, but no images') : knowledgeText(inputs, (types) => oneLine(types.join(', ')));
}

/** Returns the name without a prefix for the provider, which some services add: `OpenAI: GPT-5.1` for `openai`. */
export function nameBelowProvider({ name, provider }: Model): string {
  const [before = '', ...rest] = name.split(': ');
  const plain = (text: string) => text.toLowerCase().replace(/[^\p{L}\p{N}]/gu, '');
  const same = plain(before) !== '' && plain(provider).startsWith(plain(before));
  return same && rest.length > 0 ? rest.join(': ') : name;
}
