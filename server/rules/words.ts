/** Pieces of sentences that messages share. */

/** What all syntax errors lead to (the agent reads files with a strict JSON parser). */
export const fileIsSkipped = 'the agent reads strict JSON and skips the whole file otherwise';

const longest = 60;

/** Text from a file, quoted for a message: control characters made visible, long text cut. */
export function quote(text: string): string {
  const cut = text.length > longest ? `${text.slice(0, longest)}…` : text;
  return JSON.stringify(cut);
}

/** "a", "a or b", "a, b or c". */
export function orList(words: readonly string[]): string {
  return words.length < 2 ? words.join('') : `${words.slice(0, -1).join(', ')} or ${words.at(-1)}`;
}

/** A whole file around one server, for examples. */
export function fileWith(server: string, name = 'docs'): string {
  return `{"mcpServers": {${JSON.stringify(name)}: ${server}}}`;
}
