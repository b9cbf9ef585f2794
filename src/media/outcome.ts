/** How the calls of this room end, in the user's words. */
import { l10n, window } from 'vscode';
import { apiErrorOf } from '../api/errors.ts';
import type { Models } from '../models/index.ts';
import { attempt } from '../shared/commands.ts';
import { inert } from '../shared/format.ts';
import { log } from '../shared/log.ts';
import { describeFailure } from '../shared/messages.ts';
import { setting } from '../shared/settings.ts';
import { costOfUse, type Use } from './cost.ts';

/** Milliseconds: sound and pictures take longer than lists do, and each can be cancelled. */
const AT_LEAST = 180_000;
/** Bytes a second that an upload gets at the slowest. */
const SLOWEST_UPLOAD = 128 * 1024;

/** How long an answer may take. @param upload bytes that go there first */
export function patience(upload = 0): number {
  return Math.max(setting('switchyard.requestTimeout') * 1000, AT_LEAST) + (upload / SLOWEST_UPLOAD) * 1000;
}

/** `0.012 USD`, or that it is unknown. */
export function costInWords(use: Use, model: string, models: Models): string {
  const listed = models.store.get(model);
  const cost = listed && costOfUse(use, listed);
  if (cost === undefined) return l10n.t('cost unknown');
  const amount = String(Number(cost.amount.toPrecision(3)));
  return l10n.t('cost {0} by its price', cost.currency ? `${amount} ${cost.currency}` : amount);
}

/** The user gave up, which is nothing to tell of. */
export function isCancelled(error: unknown): boolean {
  return apiErrorOf(error)?.kind === 'cancelled' || (error instanceof Error && error.name === 'AbortError');
}

/**
 * Says what failed, and why.
 * @param again offered where another model may help
 */
export function tellFailure(what: string, error: unknown, again?: () => Promise<void>): void {
  if (isCancelled(error)) {
    void window.showInformationMessage(l10n.t('{0} Cancelled.', what));
    return;
  }
  const message = inert(`${what} ${describeFailure(error)}`);
  log().error(message);
  const kind = apiErrorOf(error)?.kind;
  const another = l10n.t('Choose Another Model');
  const help = again !== undefined && (kind === 'notFound' || kind === 'validation' || kind === 'invalidBody');
  void window.showErrorMessage(message, ...(help ? [another] : [])).then((chosen) => {
    if (chosen === another && again) void attempt(another, again);
  });
}
