/** An answer as the text of a read-only document. Pure, so that it is tested without an editor. */
import type { RawResponse } from '../api/index.ts';
import { parseJson } from '../api/json.ts';

/** What stands above an answer, one line each. */
export type Heading = readonly string[];

/** Words for a body that is not shown. */
export interface BodyWords {
  empty(): string;
  /** @param bytes how many @param start the first of them, in hexadecimal */
  binary(type: string, bytes: number, start: string): string;
  cut(shown: number, all: number): string;
}

/** Characters of a body that are shown. */
const LONGEST = 2_000_000;

export function answerText(heading: Heading, response: RawResponse, words: BodyWords): string {
  const headers = Object.entries(response.headers).map(([name, value]) => `${name}: ${value}`);
  return [...heading.map((line) => `# ${line}`), ...headers, '', bodyText(response, words), ''].join('\n');
}

function bodyText({ bytes, text, headers }: RawResponse, words: BodyWords): string {
  if (bytes.byteLength === 0) return `# ${words.empty()}`;
  if (!isText(bytes)) {
    const start = [...bytes.subarray(0, 8)].map((byte) => byte.toString(16).padStart(2, '0')).join(' ');
    return `# ${words.binary(headers['content-type'] ?? 'application/octet-stream', bytes.byteLength, start)}`;
  }
  if (text.length > LONGEST) return `${text.slice(0, LONGEST)}\n# ${words.cut(LONGEST, text.length)}`;
  return prettyJson(text) ?? text;
}

/** UTF-8 without control characters that no text has. */
function isText(bytes: Uint8Array): boolean {
  try {
    const text = new TextDecoder('utf-8', { fatal: true }).decode(bytes);
    // biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is looked for
    return !/[\u0000-\u0008\u000e-\u001a\u001c-\u001f]/.test(text);
  } catch {
    return false;
  }
}

/**
 * JSON with a line for each value, or undefined for what is no JSON. Names, texts and numbers stay as the service wrote
 * them: to parse and write them anew would round large numbers and drop repeated names.
 */
export function prettyJson(text: string): string | undefined {
  if (parseJson(text) === undefined) return undefined;
  const tokens = text.match(/"(?:[^"\\]|\\.)*"|[{}[\],:]|[^\s{}[\],:"]+/g) ?? [];
  let depth = 0;
  let out = '';
  const line = () => `\n${'  '.repeat(depth)}`;
  for (const [index, token] of tokens.entries()) {
    const opens = token === '{' || token === '[';
    const closes = token === '}' || token === ']';
    const before = tokens[index - 1];
    if (closes) {
      depth--;
      out += before === '{' || before === '[' ? token : line() + token;
      continue;
    }
    if (before === '{' || before === '[' || before === ',') out += line();
    out += token === ':' ? ': ' : token;
    if (opens) depth++;
  }
  return out;
}
