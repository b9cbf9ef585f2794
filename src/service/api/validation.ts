/** Validates requests and responses against the API description. */
import * as l10n from '@vscode/l10n';
import { isRecord } from '../../../common/guards.ts';
import { ellipsize } from '../../../common/text/cut.ts';
import { isTooDeep } from '../../../common/text/nesting.ts';
import type { Cleaner } from './clean.ts';
import { errorInside, failureInside, isWebPage } from './errors/error-body.ts';
import { ApiFailure, badResponse, invalid } from './errors/errors.ts';
import type { Fault, Validate } from './generated/validators.js';
import { type CompleteResponse, requireBody } from './transport/call.ts';
import type { CallOptions } from './transport/options.ts';

/** Throws `validation`, with the path of the first error, if a request doesn't match the API description. */
export function validateRequest<T>(validate: Validate<T>, value: unknown): asserts value is T {
  if (!validate(value)) throw invalid(firstFault(validate));
}

/**
 * Returns the response as JSON that matches the API description; missing nullable fields are null. Throws the error
 * inside the response, or `badResponse`.
 */
export function readResponse<T>(validate: Validate<T>, response: CompleteResponse, cleaner: Cleaner): T {
  const value = readJsonBody(response, cleaner);
  if (validate(value)) return value;
  // Validate first: a valid response isn't an error, whatever additional fields it has.
  throw failureInside(value, cleaner, mismatch(firstFault(validate)), response.status);
}

function mismatch(fault: string): string {
  return l10n.t("The response doesn't match the API description: {0}.", fault);
}

/** Maximum number of invalid rows to leave out; with more, the whole response is invalid. */
const mostUnreadable = 100;

/** Where the rows of a response are: the response itself, or a field of it. */
const rowFields = ['items', 'steps'] as const;
const rowPointer = /^(?:\/(?:items|steps))?\/(\d+)(?=\/|$)/;

function rowsIn(value: unknown): unknown[] | undefined {
  const places = [value, ...(isRecord(value) ? rowFields.map((field) => value[field]) : [])];
  return places.find((place) => Array.isArray(place));
}

/**
 * Like `readResponse`, for a response with rows. With `onUnreadable`, invalid rows are left out and reported, whether or
 * not others are left.
 */
export function readListResponse<T>(
  validate: Validate<T>,
  response: CompleteResponse,
  cleaner: Cleaner,
  onUnreadable: CallOptions['onUnreadable'],
): T {
  const value = onUnreadable === undefined ? undefined : readJsonBody(response, cleaner);
  const rows = rowsIn(value);
  if (onUnreadable === undefined || rows === undefined) return readResponse(validate, response, cleaner);
  const bad: string[] = [];
  const before = rows.length;
  while (!validate(value)) {
    const index = rowPointer.exec(validate.errors?.[0]?.instancePath ?? '')?.[1];
    if (index === undefined || bad.length === mostUnreadable) return readResponse(validate, response, cleaner);
    bad.push(firstFault(validate));
    rows.splice(Number(index), 1);
  }
  const [why] = bad;
  if (why !== undefined) onUnreadable({ count: before - rows.length, why });
  return value;
}

/**
 * Returns the response to a change. Its status already confirms the change, so missing fields, or all of them if the
 * body is blank or plain text, are filled in from `asked`. Throws the error inside the response, or `badResponse`, also
 * for a web page and if a field isn't as asked.
 */
export function readChangeResponse<T>(
  validate: Validate<T>,
  response: CompleteResponse,
  cleaner: Cleaner,
  asked: Readonly<Record<string, string>>,
): T {
  const isText = !/^\s*[<[{]/.test(new TextDecoder().decode(response.bytes));
  const value = isText ? {} : readJsonBody(response, cleaner);
  const said = isRecord(value) ? Object.entries(value).filter(([, one]) => one !== null) : undefined;
  const filled = said === undefined ? value : { ...asked, ...Object.fromEntries(said) };
  // A response that is valid as received isn't an error, whatever additional fields it has.
  const error = validate(value) ? undefined : errorInside(value, cleaner);
  if (error !== undefined) throw new ApiFailure(error);
  const valid = validate(filled);
  const other = said?.find(([name, one]) => Object.hasOwn(asked, name) && one !== asked[name])?.[0] ?? '';
  if (valid && other === '') return filled;
  throw badResponse(mismatch(valid ? `${other}: must be ${asked[other]}` : firstFault(validate)), response.status);
}

/**
 * Returns the response as JSON of any shape, with the key masked. Throws `badResponse` for an empty body, a web page,
 * and truncated, invalid, or too deeply nested JSON.
 */
export function readJsonBody(response: CompleteResponse, cleaner: Cleaner): unknown {
  requireBody(response);
  const text = new TextDecoder().decode(response.bytes);
  const value = cleaner.readJson(text);
  if (value !== undefined) return value;
  throw badResponse(cleaner.redact(notJson(text, response.contentType)), response.status);
}

function notJson(text: string, contentType: string): string {
  const start = text.trimStart();
  if (start === '') return l10n.t('The service returned an empty response body.');
  if (isWebPage(start)) return l10n.t('The service returned a web page instead of JSON. Check the base URL.');
  if (start.startsWith('<'))
    return l10n.t(
      'The service returned XML instead of JSON. It begins with: {0}',
      ellipsize(start.slice(0, 1000), 200),
    );
  if (isTooDeep(start, 'json')) return l10n.t('The service returned JSON that is nested too deeply.');
  if (/^[[{]/.test(start)) return l10n.t('The service returned invalid or truncated JSON.');
  return l10n.t('The service returned {0} instead of JSON.', contentType || l10n.t('another content type'));
}

/** Returns the first error in readable form: `items[3].status: must be string`. */
function firstFault({ errors }: Validate<unknown>): string {
  const fault = errors?.[0];
  const path = (fault?.instancePath ?? '')
    .replaceAll(/\/(\d+)(?=\/|$)/g, '[$1]')
    .replaceAll('/', '.')
    .replace(/^\./, '')
    .replaceAll('~1', '/')
    .replaceAll('~0', '~');
  return path === '' ? wording(fault) : `${path}: ${wording(fault)}`;
}

function wording(fault: Fault | undefined): string {
  if (fault?.keyword === 'enum') return `must be one of ${(fault.params.allowedValues as unknown[]).join(', ')}`;
  if (fault?.keyword === 'additionalProperties')
    return `has an unknown field "${String(fault.params.additionalProperty)}"`;
  if (fault?.keyword === 'pattern') {
    return fault.instancePath.endsWith('size')
      ? 'must look like <width>x<height>'
      : 'must look like provider/model_name';
  }
  return fault?.message ?? 'is not valid';
}
