import { parseJson } from '../../../common/text/json.ts';

/**
 * Returns JSON with one value per line, or undefined if the text isn't JSON. Names, strings, and numbers stay as the
 * service sent them, because parsing and serializing would round large numbers and drop duplicate names.
 */
export function prettyJsonText(text: string): string | undefined {
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

/** Returns a value as indented JSON. */
export function prettyJson(value: unknown): string {
  return JSON.stringify(value, null, 2);
}
