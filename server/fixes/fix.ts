/** A fix: minimal changes of the text that resolve one problem. */
import type { Span, StringNode } from '../config/json.ts';

/** Replaces a stretch of the text; an insertion where the stretch is empty. */
export interface Change extends Span {
  readonly text: string;
}

export interface Fix {
  /** Starts with a verb, without a period: 'Add "type": "http"'. */
  readonly title: string;
  /** In any order; no two overlap. */
  readonly changes: readonly Change[];
  /** The one that most people want. */
  readonly preferred?: true;
  /** The file says the same before and after, to every reader: fit to run on every save. */
  readonly safe?: true;
  /** Data is gone afterwards, and the title names it: never preferred, never made together with other fixes. */
  readonly removes?: true;
  /** The top-level properties whose servers this fix moves into `mcpServers`. */
  readonly moves?: readonly StringNode[];
}

/** The fix that most people want. */
export function preferred(title: string, ...changes: readonly Change[]): Fix {
  return { title, changes, preferred: true };
}

/** The fix that most people want, and that cannot change what the file says. */
export function safe(title: string, ...changes: readonly Change[]): Fix {
  return { title, changes, preferred: true, safe: true };
}

/** Takes data out of the file. The title names it. */
export function removal(title: string, ...changes: readonly Change[]): Fix {
  return { title, changes, removes: true };
}

/** One fix among others. */
export function choice(title: string, ...changes: readonly Change[]): Fix {
  return { title, changes };
}

export function replace({ offset, length }: Span, text: string): Change {
  return { offset, length, text };
}

export function insert(offset: number, text: string): Change {
  return { offset, length: 0, text };
}

/** Replaces a value or key by a JSON string. */
export function replaceString(at: Span, value: string): Change {
  return replace(at, JSON.stringify(value));
}

/** The text with the changes made. */
export function applyChanges(text: string, changes: readonly Change[]): string {
  let result = '';
  let from = 0;
  for (const change of inOrder(changes)) {
    result += text.slice(from, change.offset) + change.text;
    from = change.offset + change.length;
  }
  return result + text.slice(from);
}

export function inOrder(changes: readonly Change[]): readonly Change[] {
  return changes.toSorted((one, other) => one.offset - other.offset);
}
