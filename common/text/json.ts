/** Parsing of JSON from outside. */
import { isTooDeep } from './nesting.ts';

/** Parses JSON. Returns undefined, which isn't a JSON value, if the text is invalid or nested too deeply. */
export function parseJson(text: string): unknown {
  if (isTooDeep(text, 'json')) return undefined;
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
