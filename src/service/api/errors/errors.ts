/** The error that calls throw. */
import * as l10n from '@vscode/l10n';
import type { Described } from '../../../shared/text/failure-text.ts';
import type { ApiError } from './api-error.ts';
import { describeError, errorFacts } from './error-text.ts';

/** The only error that calls throw. Contains only the `ApiError`: no request, headers, or key. */
export class ApiFailure extends Error implements Described {
  override readonly name = 'ApiFailure';
  readonly error: ApiError;

  constructor(error: ApiError) {
    super(error.message);
    this.error = error;
  }

  get text(): string {
    return describeError(this.error);
  }

  get facts(): string {
    return errorFacts(this.error);
  }
}

/** Thrown by a stream whose response had begun. What it yielded before is valid. */
export class IncompleteResponse extends ApiFailure {}

/** Returns the `ApiError` of a caught value, or undefined if it isn't an `ApiFailure`. */
export function apiErrorOf(caught: unknown): ApiError | undefined {
  return caught instanceof ApiFailure ? caught.error : undefined;
}

/** Returns how long the service asks to wait, in milliseconds; undefined if it didn't say. */
export function retryAfterOf(error: ApiError | undefined): number | undefined {
  return error !== undefined && 'retryAfterMs' in error ? error.retryAfterMs : undefined;
}

export function invalid(message: string): ApiFailure {
  return new ApiFailure({ kind: 'validation', message });
}

export function canceled(): ApiFailure {
  return new ApiFailure({ kind: 'canceled', message: 'Canceled.' });
}

/** The service was reached, but its response ended early. @param reason of the network, if it says one */
export function cutError(reason = ''): ApiError {
  const text = l10n.t('The response was cut off before it was complete.');
  return { kind: 'network', cut: true, message: reason === '' ? text : `${text} (${reason})` };
}

export function badResponse(message: string, status?: number): ApiFailure {
  return new ApiFailure({ kind: 'badResponse', message, ...(status !== undefined && { status }) });
}
