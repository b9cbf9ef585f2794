/** textDocument/definition, references, documentHighlight: of a server's name. */

import type { Span } from '../config/json.ts';
import { insideQuotes, nameAt } from '../config/names.ts';
import type { View } from '../workspace.ts';
import { type Occurrence, occurrencesOf } from './occurrences.ts';

/** The definition that the agent uses of the name at a place; all of them where it uses none, or where one stands on it. */
export function definitionsAt(view: View, offset: number): readonly Occurrence[] {
  const found = nameAt(view.document.config, offset);
  if (found === undefined) return [];
  const definitions = occurrencesOf(found.name, view.files).filter(({ role }) => role === 'definition');
  const used = view.effective?.named(found.name).find(({ state }) => state === 'inEffect');
  const isUsed = ({ uri, span }: Occurrence): boolean =>
    uri === used?.source.uri && span.offset === used.definition.key.offset;
  const standsOn = ({ uri, span }: Occurrence): boolean =>
    uri === view.document.uri && span.offset === found.node.offset;
  const elsewhere = definitions.filter((one) => isUsed(one) && !standsOn(one));
  return elsewhere.length > 0 ? elsewhere : definitions.toSorted((one, other) => +isUsed(other) - +isUsed(one));
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
