const ENCODER = new TextEncoder();

/**
 * About how many tokens a text is, for models whose tokenizer nobody knows: a token is about four bytes of English, code and most
 * other texts, and one sign of Chinese or Japanese is rather one token than two. An estimate; never call it a count.
 */
export function estimateTokens(text: string): number {
  return Math.ceil(ENCODER.encode(text).length / 4);
}
