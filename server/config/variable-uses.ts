/** `${VAR}` and `${VAR:-default}` in the values where the agent expands them. */
import { variablePattern } from '../../common/variables.ts';
import type { ConfigDocument } from './document.ts';
import type { Span, StringNode } from './json.ts';
import { entryAt } from './names.ts';

/** A variable in a string. Offsets are relative to the document. */
export interface VariableUse extends Span {
  readonly name: string;
  readonly nameSpan: Span;
  /** The text after `:-`; may be empty. */
  readonly fallback: Span | undefined;
}

/** Returns the variables in a range of the text. */
export function variableUses(text: string, { offset, length }: Span): readonly VariableUse[] {
  return Array.from(
    text.slice(offset, offset + length).matchAll(variablePattern()),
    ({ 0: whole, 1: name = '', 2: rest, index }) => ({
      name,
      offset: offset + index,
      length: whole.length,
      nameSpan: { offset: offset + index + 2, length: name.length },
      fallback:
        rest === undefined ? undefined : { offset: offset + index + 2 + name.length + 2, length: rest.length - 2 },
    }),
  );
}

/** Returns the string at an offset, if the agent expands variables in it. */
export function expandedStringAt(document: ConfigDocument, offset: number): StringNode | undefined {
  const entry = entryAt(document, offset);
  return entry?.texts.find(({ node }) => offset > node.offset && offset <= node.offset + node.length)?.node;
}
