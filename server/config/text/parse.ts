/**
 * Parses text into a tree, including text that is incomplete, pasted from elsewhere, or truncated. Never throws. The
 * text is read once if it's strict JSON, otherwise again by the tolerant parser, and once more if a bracket is missing.
 *
 * One typo should cause one fault: after a fault, text is skipped without further faults until it makes sense again.
 */

import { type Fault, type FaultKind, FaultList } from './fault.ts';
import type { JsonNode, Span } from './json.ts';
import { type KnownObjects, parseStrict } from './strict-parser.ts';
import { linkAsText, mergeConflict, withoutForeignText } from './text-around.ts';
import { TolerantParser } from './tolerant-parser.ts';

export interface ParsedText {
  /** Undefined if the text contains no value. */
  readonly root: JsonNode | undefined;
  /** In text order. Empty if and only if `JSON.parse` accepts the text. */
  readonly faults: readonly Fault[];
  /** True if an object has several members with the same key. */
  readonly repeatsKeys: boolean;
}

/**
 * Parses a text as strict JSON. Of other text, the tree has as much as can be understood.
 * @param known objects that aren't read again until needed
 */
export function parseText(text: string, known?: KnownObjects): ParsedText {
  const strict = parseStrict(text, known);
  if (strict !== undefined) return { ...strict, faults: [] };
  const nul = text.indexOf('\0');
  if (nul >= 0) return unreadable('binary', { offset: nul, length: 1 });
  const conflict = mergeConflict(text);
  if (conflict !== undefined) return unreadable('merge-conflict', conflict);
  const link = linkAsText(text);
  if (link !== undefined) return unreadable('link-as-text', link);
  const plain = read(text, false);
  if (plain.extraClosings.length > 0) return withoutExtraBrackets(text, plain) ?? plain;
  if (!plain.faults.some((fault) => fault.kind === 'unclosed')) return plain;
  // A bracket is missing: indentation locates it better than the end of the text does.
  const indented = read(text, true);
  return indented.faults.length <= plain.faults.length ? indented : plain;
}

/** Returns the result for a text that isn't meant as JSON. */
const unreadable = (kind: FaultKind, { offset, length }: Span): ParsedText => ({
  root: undefined,
  faults: [{ kind, offset, length, damaging: true }],
  repeatsKeys: false,
});

interface ReadText extends ParsedText {
  /** Closing brackets that may be the cause of text after the end, the likeliest first. */
  readonly extraClosings: TolerantParser['extraClosings'];
}

const ofBrackets: ReadonlySet<FaultKind> = new Set([
  'after-the-end',
  'second-object',
  'unclosed',
  'unexpected',
] as const);

/** Reads a text without the closing brackets that end it too early; undefined if something else is wrong. */
function withoutExtraBrackets(text: string, { extraClosings, faults }: ReadText): ParsedText | undefined {
  const end = faults.find(({ kind }) => kind === 'after-the-end' || kind === 'second-object');
  for (const extra of extraClosings) {
    const [first = 0] = extra;
    const length = (extra.at(-1) ?? first) + 1 - first;
    const better = read(
      text.slice(0, first) + text.slice(first, first + length).replace(/[}\]]/g, ' ') + text.slice(first + length),
      false,
    );
    if (better.faults.some(({ kind }) => ofBrackets.has(kind))) continue;
    const effect =
      end !== undefined && end.offset >= first + length ? { offset: end.offset, length: end.length } : undefined;
    const fault: Fault = { kind: 'extra-bracket', offset: first, length, damaging: false, ...(effect && { effect }) };
    return { ...better, faults: [...better.faults, fault].sort((one, other) => one.offset - other.offset) };
  }
  return undefined;
}

function read(text: string, trustIndent: boolean): ReadText {
  const faults = new FaultList();
  // Some programs add a byte order mark each time they save.
  let start = 0;
  while (text.charCodeAt(start) === 0xfeff) start++;
  if (start > 0) faults.add('byte-order-mark', 0, start);
  const parser = new TolerantParser(withoutForeignText(text, start, faults), start, faults, trustIndent);
  const root = parser.build();
  if (root === undefined && faults.faults.every((fault) => !fault.damaging)) faults.add('empty', start, 0);
  return {
    root,
    faults: faults.faults.toSorted((one, other) => one.offset - other.offset),
    repeatsKeys: parser.repeatsKeys,
    extraClosings: parser.extraClosings,
  };
}
