/**
 * The text of a request document: comments, `METHOD /path`, headers, an empty line, a body. The API
 * client validates the request again.
 */
import { l10n } from 'vscode';
import { parseJson } from '../../../common/text/json.ts';
import { inert, oneLine } from '../../shared/text/format.ts';
import type { RawRequest } from '../api/index.ts';

/** Why a document isn't a valid request, and in which line (zero-based). */
export interface RequestProblem {
  readonly line: number;
  readonly text: string;
}

type ParsedRequest = { readonly request: RawRequest } | { readonly problem: RequestProblem };

const methodPattern = /^(GET|POST|PUT|PATCH|DELETE|HEAD)$/i;
const commentPattern = /^\s*(#|\/\/)/;

/** Returns the number of the request line (zero-based); undefined if the text has only comments and empty lines. */
export function requestLineOf(text: string): number | undefined {
  const index = text.split(/\r?\n/).findIndex((line) => line.trim() !== '' && !commentPattern.test(line));
  return index < 0 ? undefined : index;
}

/** @param base the base URL of the connection, which may be written before the path */
export function parseRequest(text: string, base: string): ParsedRequest {
  const lines = text.split(/\r?\n/);
  const first = requestLineOf(text);
  if (first === undefined)
    return invalid(0, l10n.t('the request is empty. Enter a request such as GET /v1/workflows.'));
  const parts = (lines[first] ?? '').trim().split(/\s+/);
  const [method = '', address = ''] = parts.length === 1 ? ['GET', parts[0]] : parts;
  if (parts.length > 2 || !methodPattern.test(method))
    return invalid(
      first,
      l10n.t(
        'the first line must be a method (GET, POST, PUT, PATCH, DELETE, HEAD) and a path, such as GET /v1/workflows.',
      ),
    );
  const path = belowBase(address, base);
  const problem = pathProblem(path);
  if (problem !== undefined) return invalid(first, problem);

  // Without a prototype, whose properties would count as headers.
  const headers: Record<string, string> = Object.create(null);
  let at = first + 1;
  for (; at < lines.length && lines[at]?.trim() !== ''; at++) {
    const line = lines[at] ?? '';
    if (commentPattern.test(line)) continue;
    const [, rawName = '', value = ''] = /^\s*([\w-]+)\s*:(.*)$/.exec(line) ?? [];
    const name = rawName.toLowerCase();
    if (name === '')
      return invalid(
        at,
        l10n.t(
          `"{0}" isn't a valid header. Use Name: value, and an empty line before the body.`,
          oneLine(inert(line.trim()), 60),
        ),
      );
    if (/^(proxy-)?authorization$/.test(name))
      return invalid(
        at,
        l10n.t('remove the Authorization header. The API key of the active connection is added automatically.'),
      );
    if (name in headers) return invalid(at, l10n.t('duplicate header {0}.', name));
    headers[name] = value.trim();
  }

  const body = lines.slice(at).join('\n').trim();
  if (body === '') return { request: { method: method.toUpperCase(), path, headers } };
  const bodyLine = lines.findIndex((line, index) => index >= at && line.trim() !== '');
  if (/^(GET|HEAD)$/i.test(method))
    return invalid(bodyLine, l10n.t("a {0} request can't have a body.", method.toUpperCase()));
  if (headers['content-type'] === undefined) {
    if (parseJson(body) === undefined)
      return invalid(bodyLine, l10n.t("the body isn't valid JSON. To send another format, add a Content-Type header."));
    headers['content-type'] = 'application/json';
  }
  return { request: { method: method.toUpperCase(), path, headers, body } };
}

function invalid(line: number, text: string): ParsedRequest {
  return { problem: { line, text } };
}

/** Removes the base URL from a full URL; any other address is unchanged. */
function belowBase(address: string, base: string): string {
  const root = base.replace(/\/$/, '');
  return address.startsWith(`${root}/`) ? address.slice(root.length) : address;
}

function pathProblem(path: string): string | undefined {
  if (!path.startsWith('/') || path.startsWith('//') || path.includes('\\'))
    return l10n.t('the path must start with a single /. Requests only go to the active connection.');
  // URL parsers treat %2e as a dot.
  const steps = path.replace(/[?#].*/s, '').split('/');
  if (steps.some((step) => /^(\.|%2e){1,2}$/i.test(step)))
    return l10n.t("the path can't contain . or .. segments that leave the base URL.");
  if (!/^[\x21-\x7e]+$/.test(path) || path.includes('#'))
    return l10n.t("the path must be percent-encoded and can't contain #.");
  return undefined;
}
