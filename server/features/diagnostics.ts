/** Diagnostics of a document, and when they are worked out. */
import type {
  Diagnostic,
  DiagnosticSeverity,
  DiagnosticTag,
  Location,
  PublishDiagnosticsClientCapabilities,
} from 'vscode-languageserver';
import type { TextDocument } from 'vscode-languageserver-textdocument';
import type { ConfigDocument } from '../config/document.ts';
import type { Span } from '../config/json.ts';
import type { RuleContext } from '../rules/context.ts';
import { checkDocument } from '../rules/index.ts';
import { ruleLink } from '../rules/page.ts';
import type { Problem } from '../rules/rule.ts';
import type { Severity } from '../rules/severity.ts';

const source = 'switchyard';

/** No reader wants more, and an editor gets slow. */
const diagnosticsLimit = 1000;

const severities: Readonly<Record<Severity, DiagnosticSeverity>> = { error: 1, warning: 2, information: 3, hint: 4 };

const tags: Readonly<Record<NonNullable<Problem['tag']>, DiagnosticTag>> = { unnecessary: 1, deprecated: 2 };

/** What diagnostics depend on besides the document. */
export interface DiagnoseOptions {
  readonly context?: RuleContext;
  /** Where the documentation of the rules is; absent where the editor did not say. */
  readonly rulesUri?: string | undefined;
  /** What the editor can show. */
  readonly capabilities?: PublishDiagnosticsClientCapabilities | undefined;
}

/** What the other files and the machine have to say of a document, and where its places elsewhere are. */
export interface Across {
  readonly problems: readonly Problem[];
  /** The place of a stretch in another file; undefined where the file cannot be read any more. */
  locate(uri: string, span: Span): Location | undefined;
}

/** A problem as the editor gets to see it. */
export function toDiagnostic(
  text: TextDocument,
  problem: Problem,
  options: DiagnoseOptions,
  locate?: Across['locate'],
): Diagnostic {
  const { code, severity, message, tag, related = [] } = problem;
  const { rulesUri, capabilities } = options;
  const rangeOf = ({ offset, length }: Span) => ({
    start: text.positionAt(offset),
    end: text.positionAt(offset + length),
  });
  const linked = rulesUri !== undefined && capabilities?.codeDescriptionSupport === true;
  const tagged = tag !== undefined && capabilities?.tagSupport?.valueSet.includes(tags[tag]) === true;
  const places = capabilities?.relatedInformation === true ? related : [];
  const relatedInformation = places.flatMap((place) => {
    const location = place.uri === undefined ? { uri: text.uri, range: rangeOf(place) } : locate?.(place.uri, place);
    return location === undefined ? [] : [{ location, message: place.message }];
  });
  return {
    range: rangeOf(problem),
    severity: severities[severity],
    code,
    source,
    message,
    ...(linked && { codeDescription: { href: ruleLink(rulesUri, code) } }),
    ...(tagged && { tags: [tags[tag]] }),
    ...(relatedInformation.length > 0 && { relatedInformation }),
  };
}

/** Everything to say about a document, for pushing and for pulling alike. */
export function diagnose(
  text: TextDocument,
  document: ConfigDocument,
  options: DiagnoseOptions = {},
  across?: Across,
): Diagnostic[] {
  const own = checkDocument(document, options.context);
  const others = across?.problems ?? [];
  const problems = others.length === 0 ? own : [...own, ...others].sort((one, other) => one.offset - other.offset);
  const shown = problems
    .slice(0, diagnosticsLimit)
    .map((problem) => toDiagnostic(text, problem, options, across?.locate));
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
