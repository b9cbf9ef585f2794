/** Pieces of sentences that messages share. */

import type { JsonNode } from '../config/json.ts';

/** What all syntax errors lead to (the agent reads files with a strict JSON parser). */
export const fileIsSkipped = 'the agent reads strict JSON and skips the whole file otherwise';

const longest = 60;

/** Text from a file, quoted for a message: control characters made visible, long text cut. */
export function quote(text: string): string {
  const cut = text.length > longest ? `${text.slice(0, longest)}…` : text;
  return JSON.stringify(cut);
}

/** How a number or boolean becomes a string. Of `1.0` and `1e2` the value does not tell how they are written. */
export function inQuotes(value: JsonNode & { readonly value: number | boolean }): string {
  const written = String(value.value);
  return written.length === value.length && !written.endsWith('00')
    ? `write "${written}" in double quotes`
    : 'put it in double quotes';
}

/** "a", "a or b", "a, b or c". */
export function orList(words: readonly string[]): string {
  return words.length < 2 ? words.join('') : `${words.slice(0, -1).join(', ')} or ${words.at(-1)}`;
}

/** A whole file around one server, for examples. */
export function fileWith(server: string, name = 'docs'): string {
  return `{"mcpServers": {${JSON.stringify(name)}: ${server}}}`;
}
