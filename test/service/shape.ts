/** Validation of requests, written by hand from the spec, so that it can't have the same mistake as the client. */
import { type Incoming, refuse } from './reply.ts';
import type { State } from './state.ts';

type Check = (value: unknown) => string | undefined;

export interface Field {
  required?: true;
  check: Check;
}

export const text: Check = (value) => (typeof value === 'string' ? undefined : 'must be a string');
/** A string, or text and image parts: the spec doesn't define richer content. */
export const content: Check = (value) =>
  typeof value === 'string' || (Array.isArray(value) && value.every(isPart)) ? undefined : 'must be a string, or parts';
export const number: Check = (value) => (typeof value === 'number' ? undefined : 'must be a number');
export const integer: Check = (value) => (Number.isInteger(value) ? undefined : 'must be an integer');
export const boolean: Check = (value) => (typeof value === 'boolean' ? undefined : 'must be true or false');
export const modelName: Check = (value) =>
  typeof value === 'string' && /^[^/\s]+\/[^\s]+$/.test(value) ? undefined : 'must be provider/model_name';
export const size: Check = (value) =>
  typeof value === 'string' && /^\d+x\d+$/.test(value) ? undefined : 'must be <width>x<height>';

function isPart(value: unknown): boolean {
  if (typeof value !== 'object' || value === null) return false;
  const { type, text: words, image_url: image } = value as Record<string, unknown>;
  if (type === 'text') return typeof words === 'string';
  const url = typeof image === 'object' && image !== null && 'url' in image ? image.url : undefined;
  return type === 'image_url' && typeof url === 'string' && url.startsWith('data:image/');
}

/** Returns the text of a message content, with a placeholder for each image. */
export function textOf(value: unknown): string {
  if (!Array.isArray(value)) return String(value);
  return value.map((part) => (part.type === 'text' ? part.text : '[picture]')).join(' ');
}

/** Returns the JSON object in a body, or throws 422 if it isn't one, or if a field is missing, invalid or unknown. */
export function readObject(request: Incoming, fields: Record<string, Field>): Record<string, unknown> {
  const body = readJson(request);
  checkObject(body, fields, '');
  return body;
}

/** Returns the JSON object in a body with any fields, or throws 422 if it isn't one. */
export function readJson(request: Incoming): Record<string, unknown> {
  const type = request.headers['content-type'] ?? '';
  if (!/^application\/json\b/.test(type))
    throw refuse(422, 'Invalid request body: the content type must be application/json');
  let value: unknown;
  try {
    value = JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(request.body));
  } catch {
    throw refuse(422, 'Invalid request body: not JSON');
  }
  if (typeof value !== 'object' || value === null || Array.isArray(value)) {
    throw refuse(422, 'Invalid request body: must be an object');
  }
  return value as Record<string, unknown>;
}

export function checkObject(value: Record<string, unknown>, fields: Record<string, Field>, place: string): void {
  for (const name of Object.keys(value)) {
    if (!Object.hasOwn(fields, name)) throw refuse(422, `Invalid request body: unknown field ${place}${name}`);
  }
  for (const [name, { required, check }] of Object.entries(fields)) {
    if (value[name] === undefined) {
      if (required) throw refuse(422, `Invalid request body: ${place}${name} is required`);
      continue;
    }
    const wrong = check(value[name]);
    if (wrong !== undefined) throw refuse(422, `Invalid request body: ${place}${name} ${wrong}`);
  }
}

/**
 * Reads `page` and `limit` of a paged list (spec, Limits). Any other parameter must be in `others`.
 * @param largest rows of a page if more are asked for
 */
export function readPaging(
  query: URLSearchParams,
  largest: number,
  others: readonly string[] = [],
): { page: number; limit: number } {
  for (const name of query.keys()) {
    if (name !== 'page' && name !== 'limit' && !others.includes(name))
      throw refuse(422, `Unknown query parameter ${name}`);
  }
  const page = whole(query, 'page', 1);
  const limit = whole(query, 'limit', 20);
  if (page < 1) throw refuse(422, 'page must be at least 1');
  if (limit < 1 || limit > 100) throw refuse(422, 'limit must be from 1 to 100');
  return { page, limit: Math.min(limit, largest) };
}

/** Returns the rows of a paged list in the order of the service. @param rows newest first */
export function inOrder<Row extends { readonly id: string }>(rows: readonly Row[], order: State['order']): Row[] {
  if (order === 'none') return rows.toSorted((one, other) => (mixed(one.id) < mixed(other.id) ? -1 : 1));
  return order === 'oldestFirst' ? rows.toReversed() : [...rows];
}

/** Returns a text whose order is unrelated to the order of the IDs. */
function mixed(id: string): string {
  return [...id].reverse().join('');
}

function whole(query: URLSearchParams, name: string, otherwise: number): number {
  const given = query.get(name);
  if (given === null) return otherwise;
  if (!/^\d{1,9}$/.test(given)) throw refuse(422, `${name} must be a whole number`);
  return Number(given);
}
