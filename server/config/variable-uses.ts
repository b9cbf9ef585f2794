/** `${VAR}` and `${VAR:-default}` in the values where the agent expands them. */
import type { ConfigDocument } from './document.ts';
import type { Span, StringNode } from './json.ts';
import { entryAt } from './names.ts';

/** One variable in the text of a string; places are those of the document. */
export interface VariableUse extends Span {
  readonly name: string;
  readonly nameSpan: Span;
  /** What stands behind `:-`; may be empty. */
  readonly fallback: Span | undefined;
}

const pattern = /\$\{([A-Za-z_][A-Za-z0-9_]*)(:-[^}"]*)?\}/g;

/** The variables of one stretch of the text. */
export function variableUses(text: string, { offset, length }: Span): readonly VariableUse[] {
  return Array.from(
    text.slice(offset, offset + length).matchAll(pattern),
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

/** The expanded string that an offset lies in. */
export function expandedStringAt(document: ConfigDocument, offset: number): StringNode | undefined {
  const entry = entryAt(document, offset);
  return entry?.texts.find(({ node }) => offset > node.offset && offset <= node.offset + node.length)?.node;
}
