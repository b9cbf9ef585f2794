/**
 * Parses text into a tree, including text that is incomplete, pasted from elsewhere, or truncated. Never throws. The
 * text is read once if it's strict JSON, otherwise again by the tolerant parser, and once more if a bracket is missing.
 *
 * One typo should cause one fault: after a fault, text is skipped without further faults until it makes sense again.
 */

import { type Fault, FaultList } from './fault.ts';
import type { JsonNode } from './json.ts';
import { type KnownObjects, parseStrict } from './strict-parser.ts';
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
  if (nul >= 0)
    return {
      root: undefined,
      faults: [{ kind: 'binary', offset: nul, length: 1, damaging: true }],
      repeatsKeys: false,
    };
  const plain = read(text, false);
  if (!plain.faults.some((fault) => fault.kind === 'unclosed')) return plain;
  // A bracket is missing: indentation locates it better than the end of the text does.
  const indented = read(text, true);
  return indented.faults.length <= plain.faults.length ? indented : plain;
}

function read(text: string, trustIndent: boolean): ParsedText {
  const faults = new FaultList();
  // Some programs add a byte order mark each time they save.
  let start = 0;
  while (text.charCodeAt(start) === 0xfeff) start++;
  if (start > 0) faults.add('byte-order-mark', 0, start);
  const parser = new TolerantParser(text, start, faults, trustIndent);
  const root = parser.build();
  if (root === undefined && faults.faults.every((fault) => !fault.damaging)) faults.add('empty', start, 0);
  return {
    root,
    faults: faults.faults.toSorted((one, other) => one.offset - other.offset),
    repeatsKeys: parser.repeatsKeys,
  };
}
