/** A fix: minimal changes of the text that resolve one problem. */
import { escapeJson } from '../../common/text/escape.ts';
import type { Member, Span } from '../config/text/json.ts';

/** Replaces a range of the text; an insertion if the range is empty. */
export interface Change extends Span {
  readonly text: string;
}

export interface Fix {
  /** Starts with a verb, without a period: 'Add "type": "http"'. */
  readonly title: string;
  /** In any order; no two overlap. */
  readonly changes: readonly Change[];
  /** The fix that most users want. */
  readonly preferred?: true;
  /** Doesn't change the meaning of the file for any reader, so that it can run on every save. */
  readonly safe?: true;
  /** Removes data, which the title names. Never preferred, and never applied together with other fixes. */
  readonly removes?: true;
  /** The top-level properties whose servers this fix moves into `mcpServers`. */
  readonly moves?: readonly Member[];
}

/** Creates the fix that most users want. */
export function preferred(title: string, ...changes: readonly Change[]): Fix {
  return { title, changes, preferred: true };
}

/** Creates a fix that most users want and that doesn't change the meaning of the file. */
export function safe(title: string, ...changes: readonly Change[]): Fix {
  return { title, changes, preferred: true, safe: true };
}

/** Creates a fix that removes data from the file. The title names the data. */
export function removal(title: string, ...changes: readonly Change[]): Fix {
  return { title, changes, removes: true };
}

/** Creates a fix that is one of several choices. */
export function choice(title: string, ...changes: readonly Change[]): Fix {
  return { title, changes };
}

export function replace({ offset, length }: Span, text: string): Change {
  return { offset, length, text };
}

export function insert(offset: number, text: string): Change {
  return { offset, length: 0, text };
}

/** Replaces a value or key with a JSON string, in which invisible characters are escaped. */
export function replaceString(at: Span, value: string): Change {
  return replace(at, escapeJson(JSON.stringify(value)));
}

/** Returns the text with the changes applied. */
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
