/**
 * Text to tree, for text that is being typed, pasted from elsewhere or cut off. It never throws, never recurses (nesting
 * is bounded by memory only) and reads each character once, or twice where a bracket is missing.
 *
 * One slip of the keyboard should be one fault: after a fault the reader looks for the place where the text makes sense
 * again, and what lies between is passed over in silence.
 */

import { TreeBuilder } from './build.ts';
import type { EntryText } from './entry-text.ts';
import { type Fault, FaultList } from './fault.ts';
import type { JsonNode } from './json.ts';
import { parseStrict } from './strict.ts';

export interface ParsedText {
  /** Absent when the text holds no value at all. */
  readonly root: JsonNode | undefined;
  /** In the order of the text. Empty exactly when `JSON.parse` accepts the text. */
  readonly faults: readonly Fault[];
}

/**
 * Reads a text as strict JSON, and as much as can be understood where it is not.
 * @param known servers of an earlier version of the text
 */
export function parseText(text: string, known?: readonly EntryText[]): ParsedText {
  const root = parseStrict(text, known);
  if (root !== undefined) return { root, faults: [] };
  return parseWithFaults(text);
}

/** Reads a text in search of what is wrong with it. */
export function parseWithFaults(text: string): ParsedText {
  const nul = text.indexOf('\0');
  if (nul >= 0) return { root: undefined, faults: [{ kind: 'binary', offset: nul, length: 1, damaging: true }] };
  const plain = read(text, false);
  if (!plain.faults.some((fault) => fault.kind === 'unclosed')) return plain;
  // A bracket is missing somewhere: the indentation tells where better than the end of the text does.
  const indented = read(text, true);
  return indented.faults.length <= plain.faults.length ? indented : plain;
}

function read(text: string, trustIndent: boolean): ParsedText {
  const faults = new FaultList();
  // Some programs put one before each time they save.
  let start = 0;
  while (text.charCodeAt(start) === 0xfeff) start++;
  if (start > 0) faults.add('byte-order-mark', 0, start);
  const root = new TreeBuilder(text, start, faults, trustIndent).build();
  if (root === undefined && faults.faults.every((fault) => !fault.damaging)) faults.add('empty', start, 0);
  return { root, faults: faults.faults.toSorted((one, other) => one.offset - other.offset) };
}
