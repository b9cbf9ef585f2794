/** Finds the API key in a text, as it is and percent-encoded, in any case. Takes linear time. */

/** Shorter keys, and keys that are words, occur in any text: local routers accept `test` or `not-needed` as the key. */
const minKeyLength = 8;
const everydayKey = /^[a-z]+(?:[-_. ][a-z]+)*$/i;
const minSecretLength = 20;

/** Each character of a key has up to three in a text. */
const encodedLength = 3;

/** The ways in which a text can contain a character: as it is, in lower case, and percent-encoded. */
type Forms = readonly [plain: string, encoded: string];

export class KeyFinder {
  /** Empty if the key isn't masked. */
  readonly #forms: readonly Forms[];
  readonly #plain: RegExp;
  readonly #encoded: RegExp;
  /** An escape of JSON that can hide a character of the key. */
  readonly #hidden: RegExp;

  constructor(key: string) {
    const isSecret = key.length >= minKeyLength && (key.length >= minSecretLength || !everydayKey.test(key));
    const codes = [...key].map((character) => character.charCodeAt(0).toString(16));
    this.#forms = isSecret ? [...key.toLowerCase()].map((one, at) => [one, `%${codes[at]}`] as const) : [];
    // Backtracking is bounded: it's a text without repetition.
    this.#plain = new RegExp(codes.map((code) => `\\x${code}`).join(''), 'gi');
    // Backtracking is bounded: the alternatives of a character begin differently, and nothing repeats.
    this.#encoded = new RegExp(codes.map((code) => `(?:\\x${code}|%${code})`).join(''), 'gi');
    this.#hidden = /["/\\]/.test(key) ? /\\/ : /\\u00[2-7]/i;
  }

  /** Returns the text with each key replaced. */
  replace(text: string, mask: string): string {
    if (this.#forms.length === 0) return text;
    return text.replace(text.includes('%') ? this.#encoded : this.#plain, mask);
  }

  /** True if a string of this JSON text can contain the key although the text doesn't. */
  mayHide(json: string): boolean {
    return this.#forms.length > 0 && this.#hidden.test(json);
  }

  /** Returns the range of the first key. */
  first(text: string): { readonly start: number; readonly end: number } | undefined {
    const [found] = this.#forms.length === 0 ? [] : text.matchAll(this.#encoded);
    return found && { start: found.index, end: found.index + found[0].length };
  }

  /** Returns where the end of a text begins that may be the start of the key; the length of the text if none may. */
  startAtEnd(text: string): number {
    const [plain] = this.#forms[0] ?? [];
    if (plain === undefined) return text.length;
    for (let at = Math.max(0, text.length - this.#forms.length * encodedLength); at < text.length; at++) {
      const character = text[at];
      if ((character === '%' || character?.toLowerCase() === plain) && this.#isStart(text.slice(at).toLowerCase()))
        return at;
    }
    return text.length;
  }

  /** True if the key, from a character on, may begin with the rest of a text, whose last character may be cut. */
  #isStart(text: string, from = 0, at = 0): boolean {
    const forms = this.#forms[at];
    if (forms === undefined) return false;
    return forms.some((form) => {
      const end = from + form.length;
      if (end > text.length) return form.startsWith(text.slice(from));
      return (
        text.startsWith(form, from) &&
        (end === text.length ? at + 1 < this.#forms.length : this.#isStart(text, end, at + 1))
      );
    });
  }
}
