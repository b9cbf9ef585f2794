/** User-facing messages for failed answers. */
import { l10n } from 'vscode';
import { describeFailure } from '../../../shared/text/failure-text.ts';
import { plainText } from '../../../shared/text/format.ts';
import { describeError } from '../../api/errors/error-text.ts';
import { type ApiError, apiErrorOf, IncompleteResponse } from '../../api/index.ts';
import { SignedOutError } from '../../session/accounts/accounts.ts';
import type { AnswerProblem } from '../record.ts';

/** Describes why a call failed. */
export function problemOfThrown(thrown: unknown): AnswerProblem {
  const error = apiErrorOf(thrown);
  if (thrown instanceof IncompleteResponse) return problemOfIncomplete(thrown.error);
  if (error) return problemOf(error, describeError(error));
  if (thrown instanceof SignedOutError) return problem('signedOut', l10n.t('Not signed in. Sign in, then try again.'));
  return problem('unexpected', describeFailure(thrown));
}

/**
 * Describes why a stream ended early. Once a service has begun to answer, a network error means a lost connection, not a
 * wrong address.
 */
function problemOfIncomplete(error: ApiError): AnswerProblem {
  if (error.kind === 'network') return problemOf(error, l10n.t('The response was cut off before it was complete.'));
  return problemOf(error, describeError(error));
}

/** Describes why a stored answer is incomplete. */
export function interruption(): AnswerProblem {
  return problem('interrupted', l10n.t('VS Code was closed before this response was complete.'));
}

function problemOf(error: ApiError, text: string): AnswerProblem {
  const details = detailsOf(error);
  // Without a time of the service, the chat waits longer each time.
  const wait = error.kind === 'rateLimited' && !error.isOurs ? error.retryAfterMs : undefined;
  return {
    ...problem(error.kind, text),
    ...(details !== undefined && { details }),
    ...(wait !== undefined && { retryAfterMs: wait }),
  };
}

/** Details from the service in addition to its message, for troubleshooting. */
function detailsOf({ code, details, ...more }: ApiError): string | undefined {
  const status = 'status' in more && more.status !== undefined ? `status ${more.status}` : undefined;
  const json = details === undefined ? undefined : JSON.stringify(details, null, 2);
  const parts = [status, code && `code ${code}`, json].filter((part) => part !== undefined && part !== '');
  // The status alone adds nothing to the message.
  return code === undefined && json === undefined ? undefined : plainText(parts.join('\n'), maxDetailsLength);
}

const maxDetailsLength = 4000;

function problem(cause: string, text: string): AnswerProblem {
  return { cause, text: plainText(text) };
}
