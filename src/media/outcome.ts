/** Costs and failures of speech, transcription, and image requests, as shown to the user. */
import { l10n, commands as registry, window } from 'vscode';
import { SignedOutError } from '../account/index.ts';
import { apiErrorOf } from '../api/errors.ts';
import type { Model, Models } from '../models/index.ts';
import { attempt } from '../shared/commands.ts';
import { commands } from '../shared/contract.ts';
import { formatNumber, inert } from '../shared/format.ts';
import { log } from '../shared/log.ts';
import { describeFailure, failureFacts } from '../shared/messages.ts';
import { setting } from '../shared/settings.ts';

/** Minimum timeout in milliseconds: audio and images take longer than lists, and the user can cancel each request. */
const AT_LEAST = 180_000;
/** Assumed minimum upload speed, in bytes per second. */
const SLOWEST_UPLOAD = 128 * 1024;

/** Returns the timeout of a request in milliseconds. @param upload bytes of the request */
export function patience(upload = 0): number {
  return Math.max(setting('switchyard.requestTimeout') * 1000, AT_LEAST) + (upload / SLOWEST_UPLOAD) * 1000;
}

/** `cost 0.012 USD at list price`, or `cost unknown`. */
export function costInWords(use: Use, model: string, models: Models): string {
  const listed = models.store.get(model);
  const cost = listed && costOfUse(use, listed);
  if (cost === undefined) return l10n.t('cost unknown');
  const amount = formatNumber(cost.amount, { maximumSignificantDigits: 3, useGrouping: false });
  return l10n.t('cost {0} at list price', cost.currency ? `${amount} ${cost.currency}` : amount);
}

/** True if the user canceled, which isn't shown as an error. */
export function isCancelled(error: unknown): boolean {
  return apiErrorOf(error)?.kind === 'cancelled' || (error instanceof Error && error.name === 'AbortError');
}

/** Action offered with a failure, with its button label. */
interface Help {
  readonly label: string;
  readonly run: () => unknown;
}

/**
 * Shows what failed and why, with an action if one may help.
 * @param again prompts for the options again, offered if another model may help
 * @param rest continues with the remaining work
 */
export function tellFailure(what: string, error: unknown, again?: Help['run'], rest?: Help): void {
  const cancelled = isCancelled(error);
  const message = inert(cancelled ? l10n.t('{0} Canceled.', what) : `${what} ${describeFailure(error)}`);
  if (!cancelled) log().error(`${what} ${failureFacts(error)}`);
  const help = rest ?? helpFor(error, again);
  const show = cancelled ? window.showInformationMessage : window.showErrorMessage;
  void show(message, ...(help ? [help.label] : [])).then((chosen) => {
    if (help && chosen === help.label) void attempt(help.label, help.run);
  });
}

function helpFor(error: unknown, again: Help['run'] | undefined): Help | undefined {
  const kind = apiErrorOf(error)?.kind;
  if (kind === 'unauthorized' || error instanceof SignedOutError)
    return { label: l10n.t('Sign In'), run: () => registry.executeCommand(commands.signIn) };
  if (
    again !== undefined &&
    (kind === 'forbidden' || kind === 'notFound' || kind === 'validation' || kind === 'invalidBody')
  )
    return { label: l10n.t('Choose Another Model'), run: again };
  return undefined;
}

export interface Use {
  readonly requests: number;
  readonly characters?: number;
  readonly images?: number;
  readonly minutes?: number;
}

interface Cost {
  readonly amount: number;
  readonly currency: string | undefined;
}

/** Returns undefined if the cost is unknown, as for models priced by token: the responses report no tokens. */
export function costOfUse(use: Use, { price }: Pick<Model, 'price'>): Cost | undefined {
  const parts = [
    [use.characters, price.characters === undefined ? undefined : price.characters / 1e6],
    [use.images, price.image],
    [use.minutes, price.minute],
    [use.requests, price.request],
  ] as const;
  const known = parts.flatMap(([count, each]) => (count === undefined || each === undefined ? [] : [count * each]));
  const byToken = (price.input ?? 0) > 0 || (price.output ?? 0) > 0;
  const free = price.input === 0 && price.output === 0;
  if (free && known.length === 0) return { amount: 0, currency: price.currency };
  if (known.length === 0 || byToken) return undefined;
  return { amount: known.reduce((sum, one) => sum + one, 0), currency: price.currency };
}
