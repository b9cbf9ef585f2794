import { escapeJson } from '../../common/escape.ts';

/** JSON for programs that a terminal can show as well: characters that could steer it, or hide text, are escaped. */
export function jsonText(value: unknown): string {
  return `${escapeJson(JSON.stringify(value, null, 2))}\n`;
}

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
    const lines = escapeJson(JSON.stringify(item, null, 2)).replaceAll('\n', `\n${this.#indent}  `);
    this.#out(`\n${this.#indent}  ${lines}`);
  }

  end(): void {
    this.#out(this.#isEmpty ? '[]' : `\n${this.#indent}]`);
  }
}
