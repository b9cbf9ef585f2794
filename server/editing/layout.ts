/** Inserts members in the layout of the surrounding text: line breaks and indentation, or all on one line. */
import { indentOfLine, indentStepOf, lineBreakOf } from '../config/text/indentation.ts';
import { endOf, type ObjectNode, type Span } from '../config/text/json.ts';
import { insertMembers } from '../convert/merging/merge.ts';
import { layoutOf, printAt, type Value } from '../convert/value.ts';
import type { Change } from '../fixes/fix.ts';

/** A JSON value as text, with the layout of its source. */
export interface WrittenValue {
  readonly text: string;
  /** The indentation of the line that it starts on. */
  readonly indent: string;
  /** One step of indentation; empty if the value is on one line. */
  readonly step: string;
}

/** Returns a value in a text with its indentation. */
export function writtenAt(text: string, span: Span): WrittenValue {
  const { offset } = span;
  return { text: text.slice(offset, endOf(span)), indent: indentOfLine(text, offset), step: indentStepOf(text) };
}

/** Inserts a value as the last member of an object. One from another text keeps its layout. */
export const appendWrittenMember = (
  text: string,
  object: ObjectNode,
  key: string,
  value: WrittenValue | Value,
): readonly Change[] => appendWrittenMembers(text, object, [[key, value]]);

export function appendWrittenMembers(
  text: string,
  object: ObjectNode,
  members: readonly (readonly [key: string, value: WrittenValue | Value])[],
): readonly Change[] {
  const layout = layoutOf(text);
  const printed = members.map(([key, value]) => ({
    key,
    print: (indent: string | undefined): string => {
      if (!isWritten(value)) return printAt(value, layout, indent);
      return indent === undefined ? onOneLine(value) : laidOut(text, value, indent);
    },
  }));
  return printed.length === 0 ? [] : insertMembers(text, object, printed, layout, /[\r\n]/.test(text.trim()));
}

const isWritten = (value: WrittenValue | Value): value is WrittenValue =>
  typeof value === 'object' && value !== null && 'indent' in value;

/** Returns a value in the indentation, steps, and line endings of another text. Strings stay unchanged. */
function laidOut(text: string, { text: value, indent, step }: WrittenValue, outer: string): string {
  const [first = '', ...rest] = value.split(/\r\n|\r|\n/);
  const newStep = indentStepOf(text);
  const lines = rest.map((line) => {
    const inner = line.startsWith(indent) ? line.slice(indent.length) : line.trimStart();
    let steps = 0;
    while (step !== '' && inner.startsWith(step, steps * step.length)) steps++;
    return outer + newStep.repeat(steps) + inner.slice(steps * step.length);
  });
  return [first, ...lines].join(lineBreakOf(text));
}

function onOneLine({ text }: WrittenValue): string {
  // Outside of strings, all whitespace can be removed.
  return /[\r\n]/.test(text)
    ? text.replace(/("(?:[^"\\]|\\.)*"?)|\s+/gs, (_, string: string | undefined) => string ?? '')
    : text;
}
