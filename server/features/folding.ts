/** textDocument/foldingRange and selectionRange: the brackets of the text. */
import type { FoldingRange, SelectionRange } from 'vscode-languageserver';
import type { ConfigDocument } from '../config/servers/document.ts';
import { type OpenDocument, rangeOf } from '../config/servers/open-document.ts';
import { endOf, type JsonNode, type Span, touches } from '../config/text/json.ts';

/** Maximum number of brackets, more than an editor shows. */
const limit = 20_000;

/** Returns the ranges of objects and arrays with several lines, outermost first. */
export function foldingRanges(document: OpenDocument): FoldingRange[] {
  const { root } = document.config;
  const ranges: FoldingRange[] = [];
  const waiting: JsonNode[] = root === undefined ? [] : [root];
  let count = 0;
  for (let node = waiting.pop(); node !== undefined && count < limit; node = waiting.pop()) {
    if (node.type !== 'object' && node.type !== 'array') continue;
    count++;
    const { start, end } = rangeOf(document, node);
    // Keeps the line of the closing bracket visible.
    if (end.line - 1 > start.line) ranges.push({ startLine: start.line, endLine: end.line - 1 });
    const inner = node.type === 'object' ? node.members.map(({ value }) => value) : node.items;
    for (const value of inner) if (value !== undefined) waiting.push(value);
  }
  return ranges;
}

/** Maximum number of selection steps. Each is nested in the next, and a deeply nested response can't be serialized. */
const mostSteps = 200;

/** Returns the ranges that an editor selects step by step around an offset. */
export function selectionRangeAt(document: OpenDocument, offset: number): SelectionRange {
  let parent: SelectionRange | undefined;
  for (const span of selectionsAt(document.config, offset).toReversed())
    parent = { range: rangeOf(document, span), ...(parent !== undefined && { parent }) };
  return parent ?? { range: rangeOf(document, { offset, length: 0 }) };
}

/** Returns the selections from the smallest to the whole value. */
function selectionsAt({ root, text }: ConfigDocument, offset: number): readonly Span[] {
  const spans: Span[] = [];
  let node = root;
  while (node !== undefined && touches(node, offset)) {
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

/** Returns the value to search next, and adds the members and keys on the way to `spans`. */
function step(node: JsonNode, offset: number, spans: Span[], text: string): JsonNode | undefined {
  if (node.type === 'array') return node.items.find((item) => touches(item, offset));
  if (node.type !== 'object') return undefined;
  for (const { key, value } of node.members) {
    const end = endOf(value ?? key);
    if (offset < key.offset || offset > end) continue;
    spans.push({ offset: key.offset, length: end - key.offset });
    if (touches(key, offset)) spans.push(key, ...inner(text, key, offset));
    return value !== undefined && touches(value, offset) ? value : undefined;
  }
  return undefined;
}

/** Returns the range between the delimiters, if it contains the offset. */
function inner(text: string, { offset, length }: Span, at: number): readonly Span[] {
  const closed = length > 1 && /["}\]]/.test(text[offset + length - 1] ?? '');
  const span = { offset: offset + 1, length: length - (closed ? 2 : 1) };
  return span.length > 0 && touches(span, at) ? [span] : [];
}
