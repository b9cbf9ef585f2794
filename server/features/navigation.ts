/** textDocument/definition, references, documentHighlight: of a server's name. */

import type { Span } from '../config/json.ts';
import { insideQuotes, nameAt } from '../config/names.ts';
import type { View } from '../workspace.ts';
import { type Occurrence, occurrencesOf } from './occurrences.ts';

/** The definitions of the name at a place: the one in effect first, then as they come. */
export function definitionsAt(view: View, offset: number): readonly Occurrence[] {
  const found = nameAt(view.document.config, offset);
  if (found === undefined) return [];
  const definitions = occurrencesOf(found.name, view.files).filter(({ role }) => role === 'definition');
  const used = view.effective?.named(found.name).find(({ state }) => state === 'inEffect');
  const rank = ({ uri, span }: Occurrence): number =>
    uri === used?.source.uri && span.offset === used.definition.key.offset ? 0 : 1;
  return definitions.toSorted((one, other) => rank(one) - rank(other));
}

/** Every place of the name, with or without those that define it. */
export function referencesAt(view: View, offset: number, withDefinitions: boolean): readonly Occurrence[] {
  const found = nameAt(view.document.config, offset);
  if (found === undefined) return [];
  return occurrencesOf(found.name, view.files).filter(({ role }) => withDefinitions || role === 'list');
}

/** A stretch of this document that says the same name. */
export interface Highlight {
  readonly span: Span;
  readonly written: boolean;
}

export function highlightsAt({ document, file }: View, offset: number): readonly Highlight[] {
  const found = nameAt(document.config, offset);
  if (found === undefined) return [];
  return occurrencesOf(found.name, [file]).map(({ span, role }) => ({
    span: insideQuotes(document.text.getText(), span),
    written: role === 'definition',
  }));
}
