/** Pieces of sentences that messages share. */

import type { ForeignKey } from '../config/dialects.ts';
import type { JsonNode } from '../config/json.ts';

/** The consequence of every syntax error. */
export const fileIsSkipped = "Oh My Pi skips files that aren't strict JSON.";

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
    ? `Use "${written}"`
    : 'Enclose it in double quotes';
}

/** "a", "a or b", "a, b, or c". */
export function orList(words: readonly string[]): string {
  return orFormat.format(words);
}

const orFormat = new Intl.ListFormat('en-US', { type: 'disjunction' });

/** The first sentence about another tool's property. */
export function foreignProperty(name: string, { tool }: ForeignKey): string {
  return `${quote(name)} is ${/^[AEIO]/i.test(tool) ? 'an' : 'a'} ${tool} property and isn't supported here.`;
}

/** A whole file around one server, for examples. */
export function fileWith(server: string, name = 'docs'): string {
  return `{"mcpServers": {${JSON.stringify(name)}: ${server}}}`;
}
