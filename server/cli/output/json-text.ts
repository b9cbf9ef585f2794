import { escapeJson } from '../../../common/text/escape.ts';

/** Returns JSON that is also safe on a terminal: characters that could control it or hide text are escaped. */
export function jsonText(value: unknown): string {
  return `${escapeJson(JSON.stringify(value, null, 2))}\n`;
}

/** Writes an array item by item, in the format of `jsonText`. */
export class JsonArray {
  readonly #out: (text: string) => void;
  readonly #indent: string;
  #isEmpty = true;

  /** @param depth nesting level of the array in the whole value */
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
