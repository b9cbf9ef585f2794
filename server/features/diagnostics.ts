/** Diagnostics of a document, and when they are worked out. */
import type { Diagnostic, DiagnosticSeverity } from 'vscode-languageserver';
import type { TextDocument } from 'vscode-languageserver-textdocument';
import type { ConfigDocument } from '../config/document.ts';
import { checkDocument } from '../rules/index.ts';
import type { Severity } from '../rules/rule.ts';

const source = 'switchyard';

/** No reader wants more, and an editor gets slow. */
const diagnosticsLimit = 1000;

const severities: Readonly<Record<Severity, DiagnosticSeverity>> = { error: 1, warning: 2, information: 3, hint: 4 };

/** Everything to say about a document, for pushing and for pulling alike. */
export function diagnose(text: TextDocument, document: ConfigDocument): Diagnostic[] {
  const problems = checkDocument(document);
  const shown = problems.slice(0, diagnosticsLimit).map(
    ({ code, severity, offset, length, message }): Diagnostic => ({
      range: { start: text.positionAt(offset), end: text.positionAt(offset + length) },
      severity: severities[severity],
      code,
      source,
      message,
    }),
  );
  const left = problems.length - shown.length;
  if (left > 0) {
    const start = { line: 0, character: 0 };
    const message = `${left} more problems are not shown: they appear as these are put right.`;
    shown.push({
      range: { start, end: start },
      severity: severities.information,
      code: 'more-problems',
      source,
      message,
    });
  }
  return shown;
}

/** Runs something later; the returned function calls it off. */
export type Later = (run: () => void) => () => void;

/**
 * Answers a burst of edits once: the first edit of a burst sets the time, the others find it set. So an answer comes
 * soon after the last key of a burst, and also while somebody types without a pause.
 */
export class Burst<Key> {
  readonly #later: Later;
  readonly #answer: (key: Key) => void;
  readonly #waiting = new Map<Key, () => void>();

  constructor(later: Later, answer: (key: Key) => void) {
    this.#later = later;
    this.#answer = answer;
  }

  /** Something happened to `key`. */
  note(key: Key): void {
    if (this.#waiting.has(key)) return;
    const cancel = this.#later(() => {
      this.#waiting.delete(key);
      this.#answer(key);
    });
    this.#waiting.set(key, cancel);
  }

  /** No answer is wanted any more. */
  forget(key: Key): void {
    this.#waiting.get(key)?.();
    this.#waiting.delete(key);
  }

  clear(): void {
    for (const key of this.#waiting.keys()) this.forget(key);
  }
}
