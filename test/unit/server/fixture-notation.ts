/**
 * The notation of fixtures for config files, one line each. A text that starts with `{` is a whole file, any other text
 * the members of a server.
 * `‹a¦b›` stands for each of its alternatives, `⏎` and `⇥` are a line break and a tab, `\u{200b}` is the character itself,
 * `@http` the members of an http server, and `@random`, `@token`, and `@private` are secrets, or a part of them.
 */
import { serverWith } from './support.ts';

/** Written in parts, because services search repositories for secrets. */
export const secrets = {
  random: 'k3Jq9vT2mXw8Lr5Z',
  token: `gh${'p_'}${'k3Jq9vT2'.repeat(4)}a1B2`,
  private: 'PRIVATE',
};

/** Returns the characters that the notation stands for. */
export function expanded(written: string): string {
  return written
    .replaceAll('⏎', '\n')
    .replaceAll('⇥', '\t')
    .replace(/\\u\{([0-9a-f]+)\}/g, (_, digits: string) => String.fromCodePoint(Number.parseInt(digits, 16)))
    .replace(/@http\b/g, '"type": "http", "url": "https://example.com/mcp"')
    .replace(/@(random|token|private)\b/g, (_, name: keyof typeof secrets) => secrets[name]);
}

/** Returns a text for each combination of alternatives. */
export function alternativesOf(text: string): readonly string[] {
  const [whole, inside] = /‹([^‹›]*)›/.exec(text) ?? [];
  if (whole === undefined || inside === undefined) return [text];
  return inside.split('¦').flatMap((each) => alternativesOf(text.replace(whole, () => each)));
}

/** Returns the text of a whole file, with its marks, from the notation of fixtures. */
export function fileOf(written: string, isFile = false): string {
  const text = expanded(written);
  return isFile || /^«?\{/.test(text) ? text : serverWith(text);
}
