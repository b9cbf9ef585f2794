/** `${VAR}` and `${VAR:-default}` in the values where Oh My Pi expands them. */
import { writtenVariables } from '../../../common/variables.ts';
import type { ConfigDocument } from '../servers/document.ts';
import { entryAt } from '../servers/server-names.ts';
import { endOf, type Span, type StringNode } from '../text/json.ts';

/** A variable in a string. Offsets are relative to the document. */
export interface VariableUse extends Span {
  readonly name: string;
  readonly nameSpan: Span;
  /** The text after `:-`; may be empty. */
  readonly fallback: Span | undefined;
}

/** Returns the variables in a range of the text. */
export function variableUses(text: string, { offset, length }: Span): readonly VariableUse[] {
  return writtenVariables(text.slice(offset, offset + length)).map(({ index, written, name, fallback }) => {
    const nameSpan = { offset: offset + index + '${'.length, length: name.length };
    return {
      name,
      offset: offset + index,
      length: written.length,
      nameSpan,
      fallback: fallback === undefined ? undefined : { offset: endOf(nameSpan) + ':-'.length, length: fallback.length },
    };
  });
}

/** Returns the string at an offset, if Oh My Pi expands variables in it. */
export function expandedStringAt(document: ConfigDocument, offset: number): StringNode | undefined {
  const entry = entryAt(document, offset);
  return entry?.texts.find(({ node }) => offset > node.offset && offset <= node.offset + node.length)?.node;
}
