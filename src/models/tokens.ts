const ENCODER = new TextEncoder();

/**
 * Estimates the number of tokens in a text for models with an unknown tokenizer. A token is about four UTF-8 bytes of
 * English, code, and most other text. A Chinese or Japanese character is closer to one token than to two.
 * Must be labeled as an estimate, never as a count.
 */
export function estimateTokens(text: string): number {
  return Math.ceil(ENCODER.encode(text).length / 4);
}
