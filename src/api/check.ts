/** What is sent and what is received, held against the API description. */
import * as l10n from '@vscode/l10n';
import { type Answer, requireBody } from './call.ts';
import type { Cleaner } from './clean.ts';
import { errorInside } from './error-body.ts';
import { ApiFailure, badResponse, invalid } from './errors.ts';
import type { Fault, Validate } from './generated/validators.js';
import { isRecord, isTooDeep, parseJson } from './json.ts';
import type { CallOptions } from './options.ts';

/** Throws `validation` for a value that the description does not allow to be sent, with the path of its first fault. */
export function checkSent<T>(validate: Validate<T>, value: unknown): asserts value is T {
  if (validate(value)) return;
  const { path, text } = firstFault(validate.errors);
  throw invalid(text, path);
}

/** The answer as JSON that keeps to the description; missing nullable fields are null. Throws `badResponse`. */
export function readAs<T>(validate: Validate<T>, answer: Answer, cleaner: Cleaner): T {
  const value = readJson(answer, cleaner);
  if (validate(value)) return value;
  // First the fault, then the error: what keeps to the description is no error, whatever fields it has besides.
  const { path, text } = firstFault(validate.errors);
  const error = errorInside(value, cleaner);
  if (error !== undefined) throw new ApiFailure(error);
  throw badResponse(l10n.t("The response doesn't match the API description: {0}.", text), {
    status: answer.status,
    path,
  });
}

/** So many bad rows are no slip any more. */
const mostUnreadable = 100;

/** The same for a list, at the top or under `items`: bad rows are left out where somebody takes note of them. */
export function readListAs<T>(
  validate: Validate<T>,
  answer: Answer,
  cleaner: Cleaner,
  onUnreadable: CallOptions['onUnreadable'],
): T {
  const value = onUnreadable === undefined ? undefined : readJson(answer, cleaner);
  const rows = Array.isArray(value) ? value : (value as { items?: unknown } | null | undefined)?.items;
  if (onUnreadable === undefined || !Array.isArray(rows)) return readAs(validate, answer, cleaner);
  const bad: string[] = [];
  const before = rows.length;
  while (!validate(value)) {
    const index = /^(?:\/items)?\/(\d+)/.exec(validate.errors?.[0]?.instancePath ?? '')?.[1];
    if (index === undefined || rows.length === 1 || bad.length === mostUnreadable)
      return readAs(validate, answer, cleaner);
    bad.push(firstFault(validate.errors).text);
    rows.splice(Number(index), 1);
  }
  const [why] = bad;
  if (why !== undefined) onUnreadable({ count: before - rows.length, why });
  return value;
}

/**
 * The answer to a change, which has happened once the status says so: an empty body and fields that are missing are what was
 * asked for. Throws the error inside the answer, or `badResponse`.
 */
export function readChangeAs<T>(validate: Validate<T>, answer: Answer, cleaner: Cleaner, asked: object): T {
  const value = answer.bytes.byteLength === 0 ? {} : readJson(answer, cleaner);
  const said = isRecord(value) ? Object.entries(value).filter(([, one]) => one !== null) : undefined;
  const filled = said === undefined ? value : { ...asked, ...Object.fromEntries(said) };
  // What keeps to the description as it came is no error, whatever fields it has besides.
  const error = validate(value) ? undefined : errorInside(value, cleaner);
  if (error !== undefined) throw new ApiFailure(error);
  if (validate(filled)) return filled;
  const { path, text } = firstFault(validate.errors);
  throw badResponse(l10n.t("The response doesn't match the API description: {0}.", text), {
    status: answer.status,
    path,
  });
}

/**
 * The answer as any JSON, with the key masked in it. Throws `badResponse` for an empty body, a web page, cut-off, broken or
 * very deep JSON.
 */
export function readJson(answer: Answer, cleaner: Cleaner): unknown {
  requireBody(answer);
  const text = new TextDecoder().decode(answer.bytes);
  const value = parseJson(text);
  // The key is in hardly any answer, and one look at the text is quicker than one at each value.
  if (value !== undefined) return cleaner.redact(text) === text ? value : cleaner.record(value);
  throw badResponse(notJson(text, answer.contentType), { status: answer.status });
}

function notJson(text: string, contentType: string): string {
  const start = text.trimStart();
  if (start === '') return l10n.t('The service returned an empty response body.');
  if (start.startsWith('<')) return l10n.t('The service returned a web page instead of JSON. Check the base URL.');
  if (isTooDeep(start)) return l10n.t('The service returned JSON that is nested too deeply.');
  if (/^[[{]/.test(start)) return l10n.t('The service returned invalid or truncated JSON.');
  const named = /^[\w.+-]+\/[\w.+-]+$/.test(contentType) ? contentType : l10n.t('another content type');
  return l10n.t('The service returned {0} instead of JSON.', named);
}

/** `items[3].status: must be string`, the way people write a path. */
function firstFault(faults: Fault[] | null | undefined): { path: string; text: string } {
  const fault = faults?.[0];
  const path = (fault?.instancePath ?? '')
    .split('/')
    .slice(1)
    .map((part) => part.replaceAll('~1', '/').replaceAll('~0', '~'))
    .reduce(
      (before, part) => (/^\d+$/.test(part) ? `${before}[${part}]` : before === '' ? part : `${before}.${part}`),
      '',
    );
  const wrong = wording(fault);
  return { path, text: path === '' ? wrong : `${path}: ${wrong}` };
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
