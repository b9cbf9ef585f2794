/**
 * The text of a request document: comments, `METHOD /path`, headers, an empty line, a body. Pure, so that it is tested
 * without an editor; the API client checks once more what goes out.
 */
import type { RawRequest } from '../api/index.ts';
import { parseJson } from '../api/json.ts';

/** Why a text is no request that can be sent, and in which of its lines (from 0). */
export interface Problem {
  readonly line: number;
  readonly text: string;
}

type ReadRequest = { readonly request: RawRequest } | { readonly problem: Problem };

/** Words for what is refused. */
export interface Words {
  empty(): string;
  requestLine(): string;
  otherPlace(): string;
  outside(): string;
  unencoded(): string;
  header(line: string): string;
  authorization(): string;
  twice(name: string): string;
  bodyWithGet(method: string): string;
  notJson(): string;
}

const METHODS = /^(GET|POST|PUT|PATCH|DELETE|HEAD)$/i;
const COMMENT = /^\s*(#|\/\/)/;

/** The line that says what is asked for; undefined where there is none. */
export function requestLineOf(text: string): number | undefined {
  const index = text.split(/\r?\n/).findIndex((line) => line.trim() !== '' && !COMMENT.test(line));
  return index < 0 ? undefined : index;
}

/** @param base the base URL of the connection, which may be written before the path */
export function readRequest(text: string, base: string, words: Words): ReadRequest {
  const lines = text.split(/\r?\n/);
  const first = requestLineOf(text);
  if (first === undefined) return refused(0, words.empty());
  const parts = (lines[first] ?? '').trim().split(/\s+/);
  const [method = '', address = ''] = parts.length === 1 ? ['GET', parts[0]] : parts;
  if (parts.length > 2 || !METHODS.test(method)) return refused(first, words.requestLine());
  const path = belowBase(address, base);
  const wrong = wrongPath(path, words);
  if (wrong !== undefined) return refused(first, wrong);

  const headers: Record<string, string> = {};
  let at = first + 1;
  for (; at < lines.length && lines[at]?.trim() !== ''; at++) {
    const line = lines[at] ?? '';
    if (COMMENT.test(line)) continue;
    const [, rawName = '', value = ''] = /^\s*([\w-]+)\s*:(.*)$/.exec(line) ?? [];
    const name = rawName.toLowerCase();
    if (name === '') return refused(at, words.header(line.trim()));
    if (/^(proxy-)?authorization$/.test(name)) return refused(at, words.authorization());
    if (name in headers) return refused(at, words.twice(name));
    headers[name] = value.trim();
  }

  const body = lines.slice(at).join('\n').trim();
  if (body === '') return { request: { method: method.toUpperCase(), path, headers } };
  const bodyLine = lines.findIndex((line, index) => index >= at && line.trim() !== '');
  if (/^(GET|HEAD)$/i.test(method)) return refused(bodyLine, words.bodyWithGet(method.toUpperCase()));
  if (headers['content-type'] === undefined) {
    if (parseJson(body) === undefined) return refused(bodyLine, words.notJson());
    headers['content-type'] = 'application/json';
  }
  return { request: { method: method.toUpperCase(), path, headers, body } };
}

function refused(line: number, text: string): ReadRequest {
  return { problem: { line, text } };
}

/** A whole address is taken where it is one below the base URL. */
function belowBase(address: string, base: string): string {
  const root = base.replace(/\/$/, '');
  return address.startsWith(`${root}/`) ? address.slice(root.length) : address;
}

function wrongPath(path: string, words: Words): string | undefined {
  if (!path.startsWith('/') || path.startsWith('//') || path.includes('\\')) return words.otherPlace();
  // As a URL reads it: a dot may be written as %2e.
  const steps = path.replace(/[?#].*$/, '').split('/');
  if (steps.some((step) => /^(\.|%2e){1,2}$/i.test(step))) return words.outside();
  if (!/^[\x21-\x7e]+$/.test(path) || path.includes('#')) return words.unencoded();
  return undefined;
}
