/**
 * JSON for programs that a terminal can show as well: characters that could steer it, or hide text, are escaped. Only
 * strings can hold them, so the value stays the same.
 */
export function jsonText(value: unknown): string {
  return `${escaped(JSON.stringify(value, null, 2))}\n`;
}

function escaped(json: string): string {
  return json.replace(/(?!\n)[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu, (character) =>
    // Characters above U+FFFF are two escapes in JSON.
    Array.from({ length: character.length }, (_, at) => unicodeEscape(character.charCodeAt(at))).join(''),
  );
}

const unicodeEscape = (unit: number): string => `\\u${unit.toString(16).padStart(4, '0')}`;

/** Writes an array item by item, as `jsonText` writes it as a whole. */
export class JsonArray {
  readonly #out: (text: string) => void;
  readonly #indent: string;
  #isEmpty = true;

  /** @param depth of the array in the whole value */
  constructor(out: (text: string) => void, depth = 0) {
    this.#out = out;
    this.#indent = '  '.repeat(depth);
  }

  add(item: unknown): void {
    this.#out(this.#isEmpty ? '[' : ',');
    this.#isEmpty = false;
    const lines = escaped(JSON.stringify(item, null, 2)).replaceAll('\n', `\n${this.#indent}  `);
    this.#out(`\n${this.#indent}  ${lines}`);
  }

  end(): void {
    this.#out(this.#isEmpty ? '[]' : `\n${this.#indent}]`);
  }
}
