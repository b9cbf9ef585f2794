/** Costs of speech, transcription, and image requests. */
import { l10n } from 'vscode';
import { knownValue } from '../../shared/knowledge.ts';
import { formatNumber, inCurrency } from '../../shared/text/format.ts';
import type { Model } from '../session/models/catalog.ts';
import type { ServiceSession } from '../session/session.ts';
import type { UsageFeature } from '../session/usage-log.ts';

export interface Use {
  readonly requests: number;
  readonly characters?: number;
  readonly images?: number;
  /** Undefined if the length of the audio is unknown. */
  readonly minutes?: number | undefined;
}

/** Returns undefined if the cost is unknown, as for models priced by token or pixel, which the responses don't report. */
export function costOfUse(use: Use, model: Pick<Model, 'price'>) {
  const price = knownValue(model.price);
  if (price === undefined || price.more === 'unknown') return undefined;
  // Other parts of the cost may be known, but not all of it.
  if ('minutes' in use && use.minutes === undefined && (price.minute ?? 0) > 0) return undefined;
  const parts = [
    [use.characters, price.characters === undefined ? undefined : price.characters / 1e6],
    [use.images, price.image],
    ['minutes' in use ? (use.minutes ?? 0) : undefined, price.minute],
    // Free requests alone don't make the rest free.
    [use.requests, price.request || undefined],
  ] as const;
  const known = parts.flatMap(([count, each]) => (count === undefined || each === undefined ? [] : [count * each]));
  const free = price.input === 0 && price.output === 0;
  if (price.input || price.output || price.other || (known.length === 0 && !free)) return undefined;
  return { amount: known.reduce((sum, one) => sum + one, 0), currency: price.currency };
}

/** Records a request that was paid for, with the cost if it's known. */
export function recordUse(
  { models, usage }: Pick<ServiceSession, 'models' | 'usage'>,
  feature: UsageFeature,
  model: string,
  use: Omit<Use, 'requests'>,
): void {
  const listed = models.get(model);
  const cost = listed && costOfUse({ ...use, requests: 1 }, listed);
  const { minutes, ...counts } = use;
  usage.add({
    ...{ feature, model, ...counts },
    ...(minutes !== undefined && { minutes }),
    ...(cost && { cost: cost.amount }),
    ...(cost?.currency !== undefined && { currency: cost.currency }),
  });
}

/** `cost $0.012 at list price`, `cost 3 (currency unknown) at list price`, or `cost unknown`. */
export function costInWords(use: Use, model: string, { models }: Pick<ServiceSession, 'models'>): string {
  const listed = models.get(model);
  const cost = listed && costOfUse(use, listed);
  if (cost === undefined) return l10n.t('cost unknown');
  const number = (value: number) => formatNumber(value, { maximumFractionDigits: 8, useGrouping: false });
  const amount = Number(cost.amount < 1 ? cost.amount.toPrecision(3) : cost.amount.toFixed(2));
  const plain = l10n.t('{0} (currency unknown)', number(amount));
  const { currency } = cost;
  const text = currency ? inCurrency(amount, currency, { maximumFractionDigits: 8 }, number) : plain;
  return l10n.t('cost {0} at list price', text);
}
