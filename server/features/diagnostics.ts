/** Diagnostics of a document, and the throttle that decides when they are computed. */

import * as l10n from '@vscode/l10n';
import type { Diagnostic, DiagnosticSeverity, DiagnosticTag } from 'vscode-languageserver';
import type { TextDocument } from 'vscode-languageserver-textdocument';
import { lookUp } from '../../common/guards.ts';
import { type OpenDocument, rangeOf } from '../config/servers/open-document.ts';
import { ruleLines } from '../generated/rule-lines.ts';
import type { Finding } from '../rules/rule.ts';
import type { Severity } from '../rules/severity.ts';
import type { DiagnoseOptions } from '../workspace/diagnose-options.ts';
import type { DocumentStore } from '../workspace/document-store.ts';

const source = 'switchyard';

/** More diagnostics aren't useful and slow down the editor. */
const diagnosticsLimit = 1000;

const severities: Readonly<Record<Severity, DiagnosticSeverity>> = { error: 1, warning: 2, information: 3, hint: 4 };

const tags: Readonly<Record<NonNullable<Finding['tag']>, DiagnosticTag>> = { unnecessary: 1, deprecated: 2 };

/** Converts a problem to an LSP diagnostic. @param documents for related locations in other files */
export function toDiagnostic(
  text: TextDocument,
  problem: Finding,
  options: DiagnoseOptions,
  documents?: DocumentStore,
): Diagnostic {
  const { code, severity, message, tag, related = [] } = problem;
  const { rulesUri, capabilities } = options;
  const linked = rulesUri !== undefined && capabilities?.codeDescriptionSupport === true;
  const tagged = tag !== undefined && capabilities?.tagSupport?.valueSet.includes(tags[tag]) === true;
  const places = capabilities?.relatedInformation === true ? related : [];
  const relatedInformation = places.flatMap((place) => {
    const location =
      place.uri === undefined
        ? { uri: text.uri, range: rangeOf({ text }, place) }
        : documents?.locate(place.uri, place);
    return location === undefined ? [] : [{ location, message: place.message }];
  });
  return {
    range: rangeOf({ text }, problem),
    severity: severities[severity],
    code,
    source,
    message,
    ...(linked && { codeDescription: { href: ruleLink(rulesUri, code) } }),
    ...(tagged && { tags: [tags[tag]] }),
    ...(relatedInformation.length > 0 && { relatedInformation }),
  };
}

/** Returns the diagnostics of a document that an editor shows, for both push and pull. */
export function diagnose(
  { text }: OpenDocument,
  problems: readonly Finding[],
  options: DiagnoseOptions,
  documents: DocumentStore,
): Diagnostic[] {
  const shown = problems.slice(0, diagnosticsLimit).map((one) => toDiagnostic(text, one, options, documents));
  const left = problems.length - shown.length;
  if (left > 0) {
    const start = { line: 0, character: 0 };
    const message =
      left === 1
        ? l10n.t("1 more problem isn't shown. Fix the problems above to see more.")
        : l10n.t("{0} more problems aren't shown. Fix the problems above to see more.", left);
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

/** Runs something later; the returned function cancels it. */
export type Later = (run: () => void) => () => void;

/**
 * Runs work immediately when idle, and combines the requests that follow shortly after. The last request of a burst is
 * never dropped, and work also runs during a burst without pauses.
 */
export class Throttle<Key> {
  readonly #later: Later;
  readonly #work: (key: Key) => void;
  /** Keys whose work ran recently; `requested` is true if it was requested again since then. */
  readonly #recent = new Map<Key, { requested: boolean; readonly cancel: () => void }>();

  constructor(later: Later, work: (key: Key) => void) {
    this.#later = later;
    this.#work = work;
  }

  request(key: Key): void {
    const recent = this.#recent.get(key);
    if (recent === undefined) this.#run(key);
    else recent.requested = true;
  }

  #run(key: Key): void {
    this.#work(key);
    const cancel = this.#later(() => {
      const requested = this.#recent.get(key)?.requested === true;
      this.#recent.delete(key);
      if (requested) this.#run(key);
    });
    this.#recent.set(key, { requested: false, cancel });
  }

  cancel(key: Key): void {
    this.#recent.get(key)?.cancel();
    this.#recent.delete(key);
  }

  clear(): void {
    for (const key of [...this.#recent.keys()]) this.cancel(key);
  }
}

/**
 * Returns the address of a rule's section: with a line number in a file, because editors don't support heading anchors,
 * and with a heading anchor on the web.
 */
export function ruleLink(rulesUri: string, code: string): string {
  if (!rulesUri.startsWith('file:')) return `${rulesUri}#${code}`;
  const line = lookUp(ruleLines, code);
  return line === undefined ? rulesUri : `${rulesUri}#L${line}`;
}
