/**
 * Converts an error response to an `ApiError`: JSON of the shapes in docs/response-shapes.md, HTML, plain text, or an
 * empty body.
 */
import * as l10n from '@vscode/l10n';
import { isRecord } from '../../../../common/guards.ts';
import { isOfProxy, proxyRefused } from '../../../../common/network-reason.ts';
import { ellipsize } from '../../../../common/text/cut.ts';
import { parseJson } from '../../../../common/text/json.ts';
import type { Cleaner } from '../clean.ts';
import { firstNumber, type JsonRecord, omitUndefined } from '../json.ts';
import type { ApiError } from './api-error.ts';
import { reasonIn } from './error-reason.ts';
import { ApiFailure, badResponse } from './errors.ts';

/** Characters shown of a body without a known field. */
const maxQuotedLength = 200;

interface ErrorFacts {
  message?: string;
  code?: string;
  details?: unknown;
}

/** Returns the error of a response whose status isn't 2xx. Never throws. `now` is in epoch milliseconds. */
export function errorOfResponse(
  { status, headers, body }: { status: number; headers: Headers; body: string },
  cleaner: Cleaner,
  now: number,
): ApiError {
  const parsed = parseJson(body);
  const facts = parsed === undefined ? errorFactsFromText(body) : errorFactsFromJson(parsed);
  // The start of the body, without words of ours, because it's shown as the text of the service.
  if (facts.message === undefined && saysSomething(parsed)) facts.message = startOf(body);
  if (isOfProxy(status, headers)) {
    const reason = cleaner.cleanLine(facts.message ?? l10n.t('status {0}', status));
    return { kind: 'network', message: proxyRefused(reason), proxy: true };
  }
  const wait = retryAfterMs(status, headers, now);
  const pause = wait === undefined ? {} : { retryAfterMs: wait, retryAt: now + wait };
  return classify(status, facts, cleaner, pause);
}

/**
 * Returns the error inside a body with status 200, or undefined if it contains none. A numeric `code` or `status` from
 * 400 to 599 is used as the status.
 */
export function errorInside(value: unknown, cleaner: Cleaner): ApiError | undefined {
  if (!isRecord(value)) return undefined;
  const isRefused = (value.success === false || value.ok === false) && reasonIn(value) !== undefined;
  const marked = value.object === 'error' || value.type === 'error' || isRefused;
  // Some services send an empty `error` with every chunk.
  const isEmpty = !value.error || (typeof value.error === 'object' && Object.keys(value.error).length === 0);
  if (!marked && isEmpty) return undefined;
  const facts = errorFactsFromJson(value);
  if (facts.message === undefined && saysSomething(value.error)) facts.message = startOf(JSON.stringify(value.error));
  const inner = isRecord(value.error) ? value.error : value;
  const isErrorStatus = (number: number) => Number.isInteger(number) && number >= 400 && number <= 599;
  const status = [inner.code, inner.status, value.status].map(Number).find(isErrorStatus);
  return classify(status ?? 200, facts, cleaner, {});
}

/** Returns the error inside a body with status 200, or else `badResponse`. */
export function failureInside(value: unknown, cleaner: Cleaner, message: string, status?: number): ApiFailure {
  const error = errorInside(value, cleaner);
  return error === undefined ? badResponse(message, status) : new ApiFailure(error);
}

/** Like `failureInside`, for a body of an unknown shape, JSON or text: also returns its start, and the body. */
export function unknownShape(value: unknown, cleaner: Cleaner, message: string, status?: number): ApiFailure {
  const error = errorInside(value, cleaner);
  if (error !== undefined) return new ApiFailure(error);
  if (!saysSomething(value)) return badResponse(message, status);
  const written = (space: number) => (typeof value === 'string' ? value : JSON.stringify(value, null, space));
  const quote = startOf(written(0).slice(0, maxQuotedLength * 2));
  const start = cleaner.cleanLine(l10n.t('The response begins with: {0}', quote));
  return new ApiFailure({
    kind: 'badResponse',
    message: `${message} ${start}`,
    body: cleaner.redactText(written(2)),
    ...(status !== undefined && { status }),
  });
}

function errorFactsFromJson(value: unknown): ErrorFacts {
  const message = reasonIn(value);
  const [record] = [value].flat().filter(isRecord);
  const inner = [record?.error, record?.detail].find(isRecord);
  const issues = Array.isArray(record?.detail) ? { details: record.detail } : {};
  return { ...issues, ...codeAndDetails(record), ...codeAndDetails(inner), ...(message !== undefined && { message }) };
}

/** The `type` of RFC 9457 is an address, such as `about:blank`. */
const codePattern = /^[^\s:/][^\s:]*$/;

function codeAndDetails(record: JsonRecord | undefined): ErrorFacts {
  const code = record?.code ?? record?.type;
  const details = record?.details ?? record?.metadata;
  const isCode = typeof code === 'number' || (typeof code === 'string' && code !== 'error' && codePattern.test(code));
  return {
    ...(isCode && { code: String(code) }),
    ...(details !== undefined && details !== null && { details }),
  };
}

/** True if a JSON value contains a text, other than a code. */
function saysSomething(value: unknown): boolean {
  if (typeof value === 'string') return value.trim() !== '';
  if (typeof value !== 'object' || value === null) return false;
  return Object.entries(value).some(([name, item]) => name !== 'code' && name !== 'type' && saysSomething(item));
}

const pageTitle = /<title[^<>]*>([^<]*)<\/title>/i;
/** Of XML, as storage services and SOAP gateways send it. */
const xmlMessage = /<(?:\w{1,40}:)?(?:message|faultstring|detail|reason|text)(?: [^<>]{0,200})?>([^<]{1,1000})<\//i;
const xmlCode = /<(?:\w{1,40}:)?(?:code|faultcode)(?: [^<>]{0,200})?>([^<]{1,100})<\//i;

/** True for the start of a web page; other texts in angle brackets are XML. */
export function isWebPage(text: string): boolean {
  return /^<(?:!doctype html|html|head|title|body|meta)\b/i.test(text.slice(0, 100).trimStart());
}

function errorFactsFromText(body: string): ErrorFacts {
  const start = body.slice(0, 4096).trim();
  if (!start.startsWith('<')) return start === '' ? {} : { message: start };
  const textOf = (field: RegExp) => field.exec(start)?.[1]?.trim() || undefined;
  // Other text of a page is that of a gateway, with scripts and styles.
  const message = isWebPage(start) ? textOf(pageTitle) : (textOf(xmlMessage) ?? startOf(start));
  const code = isWebPage(start) ? undefined : textOf(xmlCode);
  return { ...(message !== undefined && { message }), ...(code !== undefined && { code }) };
}

/** Returns the start of a body without a known field. */
function startOf(body: string): string {
  return ellipsize(body.trim(), maxQuotedLength);
}

function classify(
  status: number,
  facts: ErrorFacts,
  cleaner: Cleaner,
  pause: { retryAfterMs?: number; retryAt?: number },
): ApiError {
  const reason = cleaner.cleanLine(facts.message ?? '');
  const common = {
    message: reason || `The service returned status ${status} without a reason.`,
    ...(reason === '' && { silent: true as const }),
    status,
    ...(facts.code !== undefined && { code: cleaner.cleanLine(facts.code) }),
    ...(facts.details !== undefined && { details: cleaner.cleanJson(facts.details) }),
  };
  switch (status) {
    case 401:
      return { kind: 'unauthorized', ...common };
    case 403:
      return { kind: 'forbidden', ...common };
    case 402: {
      const limits = plan(facts);
      const isLimit = facts.code?.toUpperCase() === 'SUBSCRIPTION_LIMIT' || Object.keys(limits).length > 0;
      return isLimit ? { kind: 'subscriptionLimit', ...common, ...limits } : { kind: 'balance', ...common };
    }
    case 404:
    case 405:
    case 410:
      return { kind: 'notFound', ...common };
    case 413:
    case 415:
    case 422:
      return { kind: 'invalidBody', ...common };
    case 429:
      return { kind: 'rateLimited', ...common, ...pause };
  }
  if (status >= 500 || status === 200 || status === 408) return { kind: 'server', ...common, ...pause };
  if (status >= 400) return { kind: 'validation', ...common };
  return { kind: 'badResponse', ...common };
}

function plan({ details }: ErrorFacts): { workflowLimit?: number; currentWorkflows?: number } {
  if (!isRecord(details)) return {};
  return omitUndefined({
    workflowLimit: firstNumber(details, 'workflow_limit'),
    currentWorkflows: firstNumber(details, 'current_workflows'),
  });
}

const secondMs = 1000;
const unitMs: Record<string, number> = { ms: 1, s: secondMs, m: 60 * secondMs, h: 3600 * secondMs };

/** Longest wait. The end of a longer one may not be a valid date. */
const maxWaitMs = 366 * 24 * 3600 * secondMs;

/** Services report these limits with every response, so they are a wait only if the response says that one is reached. */
const limitSuffixes = ['-requests', '-tokens', ''];

/**
 * Returns the milliseconds to wait, from `retry-after-ms` or `Retry-After` (seconds or an HTTP date); with status 429 or else from the
 * `x-ratelimit-reset` family (seconds, a duration such as `1m2.5s`, or an epoch time) of the limits that are used up.
 * Undefined if no header says so. Never negative, and at most a year. `now` is in epoch milliseconds.
 */
export function retryAfterMs(status: number, headers: Headers, now: number): number | undefined {
  const exact = headers.get('retry-after-ms')?.trim() ?? '';
  if (/^\d+(?:\.\d+)?$/.test(exact)) return Math.min(maxWaitMs, Number(exact));
  const asked = headers.get('retry-after');
  // A date is by the clock of the service.
  if (asked !== null) return parseRetryAfter(asked, Date.parse(headers.get('date') ?? '') || now);
  if (status !== 429) return undefined;
  const isUsedUp = (limit: string) => headers.get(`x-ratelimit-remaining${limit}`)?.trim() === '0';
  const usedUp = limitSuffixes.filter(isUsedUp);
  const waits = (usedUp.length > 0 ? usedUp : limitSuffixes).flatMap(
    (limit) => parseReset(headers.get(`x-ratelimit-reset${limit}`) ?? '', now) ?? [],
  );
  // Without the remaining amounts, the limit that was reached is unknown.
  return usedUp.length > 0 && waits.length > 0 ? Math.max(...waits) : waits[0];
}

/** Returns the value of `Retry-After` in milliseconds from `now`, or undefined if it's no number or date. */
export function parseRetryAfter(value: string, now: number): number | undefined {
  const text = value.trim();
  // Every HTTP date contains the name of a month. Date.parse alone would read "-5" as a year.
  const date = /[a-z]{3}/i.test(text) ? Date.parse(text) : Number.NaN;
  const wait = /^\d+(\.\d+)?$/.test(text) ? Number(text) * secondMs : date - now;
  return Number.isNaN(wait) ? undefined : Math.min(maxWaitMs, Math.max(0, wait));
}

function parseReset(value: string, now: number): number | undefined {
  const text = value.trim();
  if (/^\d+(\.\d+)?$/.test(text)) {
    const figure = Number(text);
    if (figure > 1e11) return usable(figure - now);
    return usable(figure > 1e8 ? figure * secondMs - now : figure * secondMs);
  }
  if (!/^(\d+(\.\d+)?(ms|s|m|h))+$/.test(text)) return undefined;
  let sum = 0;
  for (const [, figure, unit] of text.matchAll(/(\d+(?:\.\d+)?)(ms|s|m|h)/gy))
    sum += Number(figure) * (unitMs[unit ?? ''] ?? 0);
  return usable(sum);
}

/** Ignores a longer wait: the header has no standard format, so its value may have another unit. */
function usable(wait: number): number | undefined {
  return wait <= maxWaitMs ? Math.max(0, wait) : undefined;
}
