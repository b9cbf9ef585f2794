/** The user text for each kind of service error: what happened and what to do. */
import * as l10n from '@vscode/l10n';
import { sentence } from '../../../shared/text/failure-text.ts';
import { duration, exactTime, oneLine, timeOfDay } from '../../../shared/text/format.ts';
import type { ApiError } from './api-error.ts';

const hourMs = 3_600_000;
const dayMs = 24 * 3_600_000;

/** Returns the cause, the next step if there is one, and the service's error code. */
export function describeError(error: ApiError): string {
  // The text for this kind already says what the code means.
  const isKnown = error.kind === 'subscriptionLimit' || error.code === undefined;
  const text = isKnown
    ? sentenceFor(error)
    : l10n.t('{0} (code {1})', sentenceFor(error), oneLine(error.code ?? '', 60));
  return kindsWithoutReason.has(error.kind) ? withReason(text, error) : text;
}

/** Returns our sentence about an error, and the text of the service, if it gave one. */
export function withReason(text: string, { kind, silent, message }: ApiError): string {
  if (silent) return text;
  const isLookedForElsewhere = kind === 'unauthorized' && lookedForPattern.test(message);
  const known = isLookedForElsewhere ? `${text} ${l10n.t('The key was sent as "Authorization: Token …".')}` : text;
  return withMessage(known, message);
}

/** How a router that expects the key in another header says that it is missing. */
const lookedForPattern = /\b(?:missing|required|not provided|no (?:api|auth)|bearer)\b/i;

/** Returns that the service at a host rejected the API key, and why. */
export function keyRejected(host: string, error: ApiError): string {
  return withReason(l10n.t('{0} rejected the API key. The key is invalid or expired.', host), error);
}

/** Our text for these kinds doesn't contain the service's. */
const kindsWithoutReason: ReadonlySet<ApiError['kind']> = new Set([
  'unauthorized',
  'balance',
  'subscriptionLimit',
  'rateLimited',
]);

function sentenceFor(error: ApiError): string {
  switch (error.kind) {
    case 'unauthorized':
      return l10n.t('The service rejected the API key. The key is invalid or expired. Sign in again.');
    case 'forbidden':
      return error.silent
        ? l10n.t('The service denied this request (status 403). Your API key might not have permission.')
        : l10n.t('The service denied this request (status 403): {0}', error.message);
    case 'balance':
      return balance(error);
    case 'subscriptionLimit':
      return subscriptionLimit(error);
    case 'notFound':
      if (error.noEndpoint) return noEndpoint(error);
      return error.silent
        ? l10n.t('Not found, or not accessible with this key (status {0}).', error.status)
        : l10n.t('Not found, or not accessible with this key: {0}', error.message);
    case 'validation':
      return error.silent && error.status !== undefined
        ? l10n.t('The service rejected the request (status {0}) without giving a reason.', error.status)
        : l10n.t('Invalid request: {0}', error.message);
    case 'invalidBody':
      if (error.otherVersion && error.silent)
        return l10n.t(
          "The version doesn't exist or doesn't belong to this workflow (status {0}). Refresh the list.",
          error.status,
        );
      return error.silent
        ? l10n.t("The service couldn't process the request (status {0}) and gave no reason.", error.status)
        : l10n.t("The service couldn't process the request: {0}", error.message);
    case 'rateLimited':
      return `${l10n.t('Too many requests.')} ${limitedText(error)}`;
    case 'server': {
      const failed = serverFailed(error);
      const until = untilText(error.retryAt);
      return until === undefined ? failed : `${sentence(failed)} ${l10n.t('Try again after {0}.', until)}`;
    }
    case 'network':
      if (error.proxy) return l10n.t('{0} Check the proxy settings (http.proxy).', sentence(error.message));
      return error.crossOrigin || error.cut
        ? error.message
        : l10n.t('{0} Check your network and the base URL.', sentence(error.message));
    case 'timeout':
      if (error.endless)
        return l10n.t(
          "The response wasn't complete within {0}. For longer responses, increase the switchyard.chat.answerTimeout setting.",
          duration(error.timeoutMs / 1000),
        );
      if (error.idle)
        return l10n.t(
          'The model sent nothing for {0}. To wait longer, increase the switchyard.chat.idleTimeout setting.',
          duration(error.timeoutMs / 1000),
        );
      return l10n.t('The request timed out. Try again, or increase the switchyard.requestTimeout setting.');
    case 'canceled':
      return l10n.t('Canceled.');
    case 'badResponse':
      return l10n.t('The service sent an unexpected response: {0}', sentence(error.message));
  }
}

function noEndpoint({ silent, status, message }: ApiError & { kind: 'notFound' }): string {
  return silent
    ? l10n.t('The service has no such endpoint (status {0}). Check the base URL.', status)
    : l10n.t('The service has no such endpoint: {0} Check the base URL.', sentence(message));
}

/** An error inside a response can have status 200. */
function serverFailed({ silent, status, message }: ApiError & { kind: 'server' }): string {
  if (silent) return l10n.t('The service failed with status {0}.', status);
  if (status === 200) return l10n.t('The service returned an error: {0}', message);
  // Pages of proxies have titles such as "502 Bad Gateway".
  const reason = message.startsWith(`${status} `) ? message.slice(`${status} `.length) : message;
  return l10n.t('The service failed with status {0}: {1}', status, reason);
}

/** 402 means the balance, but on publish it can also mean the plan (spec http-api.md, "Errors"). */
function balance({ orPlan }: ApiError & { kind: 'balance' }): string {
  return orPlan
    ? l10n.t('The service requires payment (status 402). Check the account balance and plan in the service.')
    : l10n.t('The account balance is 0 or below. Add funds in the service, then try again.');
}

function subscriptionLimit({ workflowLimit, currentWorkflows }: ApiError & { kind: 'subscriptionLimit' }): string {
  const remedy = l10n.t('Check your plan in the service.');
  if (workflowLimit === undefined) return `${l10n.t("You've reached your plan's workflow limit.")} ${remedy}`;
  const limit =
    currentWorkflows === undefined
      ? l10n.t("You've reached your plan's workflow limit ({0}).", workflowLimit)
      : l10n.t("You've reached your plan's workflow limit ({1} of {0}).", workflowLimit, currentWorkflows);
  return `${limit} ${remedy}`;
}

/** Our pause after a 429 that names no time isn't the service's limit. */
function limitedText({ retryAt, isOurs }: ApiError & { kind: 'rateLimited' }): string {
  const until = untilText(retryAt);
  if (until === undefined)
    return retryAt === undefined ? l10n.t('Wait a moment, then try again.') : l10n.t('Try again.');
  return isOurs ? l10n.t('Requests from here are limited until {0}.', until) : l10n.t('Limited until {0}.', until);
}

/** Returns when a wait ends, because the text is shown for longer than it's true how long it takes. Undefined if it has ended. */
export function untilText(time: number | undefined): string | undefined {
  if (time === undefined) return undefined;
  const left = time - Date.now();
  if (left <= 0) return undefined;
  return left < dayMs ? timeOfDay(time, left < hourMs ? 'medium' : 'short') : exactTime(new Date(time).toISOString());
}

/** Returns our sentence about a change and, if it says more, the message in the response. */
export function withMessage(done: string, message: string | null): string {
  return message === null || !addsWords(message, done)
    ? done
    : l10n.t('{0} Message from the service: {1}', done, oneLine(message, 200));
}

/** Words with which services say that something was done, that a key is wrong, or that there were too many requests. */
const expectedWords = new Set(
  `a an and api are as authentication been by for has have id in invalid is it its key new no not of ok on or successful successfully
  success the this to unauthorized updated update was were with workflow version status set changed done error published enabled disabled
  expired or exceeded limit rate too many requests please try again later`.split(/\s+/),
);

/** True if a text contains a word or a number that our sentence doesn't, such as a reason. */
function addsWords(text: string, known: string): boolean {
  const wordsOf = (one: string) => one.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? [];
  const knownWords = new Set(wordsOf(known));
  return wordsOf(text).some((word) => !knownWords.has(word) && !expectedWords.has(word));
}

/** Returns all facts about an error on one line, for the log: kind, message, status, code, and details. */
export function errorFacts(error: ApiError): string {
  const { kind, message, code, details } = error;
  const status = 'status' in error && error.status !== undefined ? [`status ${error.status}`] : [];
  const told = [...status, ...(code === undefined ? [] : [`code ${code}`])];
  if (details !== undefined) told.push(`details ${JSON.stringify(details)}`);
  return `${kind}: ${message}${told.length === 0 ? '' : ` (${told.join(', ')})`}`;
}
