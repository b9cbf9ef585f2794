/**
 * Finds the reason in the JSON body of an error, whose shape services choose: docs/response-shapes.md lists those that
 * services send.
 */
import { isRecord } from '../../../../common/guards.ts';
import { firstText, type JsonRecord } from '../json.ts';

/** Fields with the reason, the best one first. Their value may contain the reason again. */
const reasonFields = [
  ...['error', 'message', 'detail', 'error_description', 'error_message', 'errorMessage', 'msg', 'reason'],
  ...['description', 'html-message', 'title', 'fault', 'faultstring'],
];
/** Fields that say which part of the request an issue is about. */
const placeFields = ['field', 'param', 'path', 'pointer'];
const maxDepth = 5;
const maxIssues = 20;

const statusPhrase =
  /^(?:bad request|unauthorized|payment required|forbidden|not found|method not allowed|not acceptable|request timeout|conflict|gone|content too large|payload too large|unsupported media type|unprocessable (?:entity|content)|too many requests|internal server error|bad gateway|service unavailable|gateway timeout|error|(?:http )?(?:error )?\d{3})[.!]?$/i;
/** A word such as `invalid_grant`: a code rather than a reason. */
const word = /^[\w.:-]+$/;

/** Returns the reason; a status phrase or a code only if there's nothing better. */
export function reasonIn(value: unknown): string | undefined {
  const texts = textsIn(value, 0);
  return texts.find(isReason) ?? texts.find((text) => !statusPhrase.test(text)) ?? texts[0];
}

const isReason = (text: string) => !statusPhrase.test(text) && !word.test(text);

/** Returns the texts that may be the reason, the best one first. */
function textsIn(value: unknown, depth: number): string[] {
  if (typeof value === 'string') return value.trim() === '' ? [] : [value.trim()];
  if (depth === maxDepth) return [];
  if (Array.isArray(value)) return issuesIn(value, depth + 1);
  if (!isRecord(value)) return [];
  const texts = reasonFields.flatMap((name) => textsIn(value[name], depth + 1));
  const issues = isRecord(value.errors) ? fieldsIn(value.errors) : textsIn(value.errors, depth + 1);
  const [reason] = texts.filter(isReason);
  if (issues.length > 0 && reason !== undefined)
    return [`${/[.!?]$/.test(reason) ? reason : `${reason}:`} ${issues[0]}`];
  return [...issues, ...texts, ...(texts.length === 0 ? fieldsIn(value) : [])];
}

/** Returns the reasons of a list as one text. */
function issuesIn(issues: readonly unknown[], depth: number): string[] {
  const lines = issues.slice(0, maxIssues).flatMap((issue) => {
    const reason = isRecord(issue)
      ? textsIn(issue, depth).find((text) => !statusPhrase.test(text))
      : textsIn(issue, depth)[0];
    const place = isRecord(issue) ? placeOf(issue) : '';
    if (reason === undefined) return place === '' ? [] : `${place} is not valid`;
    return place === '' ? reason : `${place}: ${reason}`;
  });
  return lines.length === 0 ? [] : [lines.join('; ')];
}

/** FastAPI: `loc: ['body', 'model']`; JSON:API: `source: {pointer}`. */
function placeOf(issue: JsonRecord): string {
  if (Array.isArray(issue.loc)) return issue.loc.filter((part) => part !== 'body').join('.');
  const place = firstText(issue, ...placeFields) ?? (isRecord(issue.source) && firstText(issue.source, ...placeFields));
  return place || '';
}

/** Django and ASP.NET: `{name: ['This field is required.']}`. */
function fieldsIn(record: JsonRecord): string[] {
  const lines = Object.entries(record)
    .slice(0, maxIssues)
    .flatMap(([name, texts]) => {
      if (!Array.isArray(texts) || texts.length === 0 || !texts.every((text) => typeof text === 'string')) return [];
      return name === 'non_field_errors' ? texts.join(' ') : `${name}: ${texts.join(' ')}`;
    });
  return lines.length === 0 ? [] : [lines.join('; ')];
}
