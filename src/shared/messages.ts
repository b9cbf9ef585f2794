/** One function turns each kind of service error into what the user reads and can do about it. */
import { l10n } from 'vscode';
import type { ApiError, ApiFailure } from '../api/index.ts';
import { duration } from './format.ts';

/** A sentence with the cause and, where there is one, the next step. */
export function describeError(error: ApiError): string {
  switch (error.kind) {
    case 'unauthorized':
      return l10n.t('The service refused the API key: it is invalid or expired. Sign in again.');
    case 'balance':
      return l10n.t('The account balance is used up. Top it up at the service, then try again.');
    case 'subscriptionLimit':
      return l10n.t(
        'The plan allows {0} workflows and there are {1}. Remove one at the service, or change the plan.',
        error.workflowLimit ?? l10n.t('a limited number of'),
        error.currentWorkflows ?? l10n.t('all'),
      );
    case 'notFound':
      return l10n.t('Not found, or not accessible with this key: {0}', error.message);
    case 'validation':
      return l10n.t('The request was not accepted: {0}', error.message);
    case 'invalidBody':
      return l10n.t('The service could not use the request: {0}', error.message);
    case 'rateLimited':
      return error.retryAfterMs === undefined
        ? l10n.t('Too many requests. Wait a moment, then try again.')
        : l10n.t('Too many requests. Try again in {0}.', duration(error.retryAfterMs / 1000));
    case 'server':
      return l10n.t('The service failed with status {0}: {1}', error.status, error.message);
    case 'network':
      return l10n.t('{0} Check the network and the base URL.', sentence(error.message));
    case 'timeout':
      return l10n.t('The service did not answer in time. Try again, or raise the setting switchyard.requestTimeout.');
    case 'cancelled':
      return l10n.t('Cancelled.');
    case 'badResponse':
      return l10n.t('The answer is not what this service should send: {0}', sentence(error.message));
  }
}

/** Ends a text of the API client as a sentence, so that another can follow. */
function sentence(text: string): string {
  return /[.!?]$/.test(text) ? text : `${text}.`;
}

/** The same for whatever was thrown. */
export function describeFailure(thrown: unknown): string {
  if (isApiFailure(thrown)) return describeError(thrown.error);
  return thrown instanceof Error ? thrown.message : String(thrown);
}

/** By shape, so that messages do not bring the whole API client into the activation bundle. */
function isApiFailure(thrown: unknown): thrown is ApiFailure {
  return thrown instanceof Error && thrown.name === 'ApiFailure' && 'error' in thrown;
}
