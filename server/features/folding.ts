/** textDocument/foldingRange and selectionRange: the brackets of the text. */
import type { ConfigDocument } from '../config/document.ts';
import { endOf, type JsonNode, type Span } from '../config/json.ts';

/** More than an editor shows. */
const limit = 20_000;

/** Every object and array, outermost first. Those on one line are the caller's to leave out. */
export function* bracketSpans({ root }: ConfigDocument): Generator<Span> {
  const waiting: JsonNode[] = root === undefined ? [] : [root];
  let given = 0;
  for (let node = waiting.pop(); node !== undefined && given < limit; node = waiting.pop()) {
    if (node.type !== 'object' && node.type !== 'array') continue;
    given++;
    yield node;
    const inner = node.type === 'object' ? node.members.map(({ value }) => value) : node.items;
    for (const value of inner) if (value !== undefined) waiting.push(value);
  }
}

/** Steps of a selection that anybody takes; each one lies inside the next in the answer, which must not become too deep to send. */
const mostSteps = 200;

/** What an editor selects step by step around a place, from the smallest stretch to the whole value. */
export function selectionsAt({ root, text }: ConfigDocument, offset: number): readonly Span[] {
  const spans: Span[] = [];
  let node = root;
  while (node !== undefined && holds(node, offset)) {
    spans.push(node);
    if (node.type === 'string' || node.type === 'object' || node.type === 'array')
      spans.push(...inner(text, node, offset));
    node = step(node, offset, spans, text);
  }
  return spans
    .reverse()
    .filter((span, index) => index === 0 || span.length > (spans[index - 1]?.length ?? 0))
    .slice(0, mostSteps);
}

/** The value to look into next; the members and keys on the way are noted. */
function step(node: JsonNode, offset: number, spans: Span[], text: string): JsonNode | undefined {
  if (node.type === 'array') return node.items.find((item) => holds(item, offset));
  if (node.type !== 'object') return undefined;
  for (const { key, value } of node.members) {
    const end = endOf(value ?? key);
    if (offset < key.offset || offset > end) continue;
    spans.push({ offset: key.offset, length: end - key.offset });
    if (holds(key, offset)) spans.push(key, ...inner(text, key, offset));
    return value !== undefined && holds(value, offset) ? value : undefined;
  }
  return undefined;
}

/** The stretch between the first and the last character, where the place is in it. */
function inner(text: string, { offset, length }: Span, at: number): readonly Span[] {
  const closed = length > 1 && /["}\]]/.test(text[offset + length - 1] ?? '');
  const span = { offset: offset + 1, length: length - (closed ? 2 : 1) };
  return span.length > 0 && at >= span.offset && at <= endOf(span) ? [span] : [];
}

function holds({ offset, length }: Span, at: number): boolean {
  return at >= offset && at <= offset + length;
}
