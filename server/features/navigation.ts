/** textDocument/definition, references, documentHighlight: for server names. */

import type { Span } from '../config/json.ts';
import { insideQuotes, nameAt } from '../config/names.ts';
import type { SourceFile } from '../config/source-file.ts';
import type { View } from '../workspace.ts';

/**
 * Returns the definition that the agent uses for the name at an offset; all definitions if it uses none, or if the
 * offset is on the used one.
 */
export function definitionsAt(view: View, offset: number): readonly Occurrence[] {
  const found = nameAt(view.document.config, offset);
  if (found === undefined) return [];
  const definitions = occurrencesOf(found.name, view.files).filter(({ role }) => role === 'definition');
  const used = view.effective?.withName(found.name).find(({ state }) => state === 'inEffect');
  const isUsed = ({ uri, span }: Occurrence): boolean =>
    uri === used?.source.uri && span.offset === used.definition.key.offset;
  const standsOn = ({ uri, span }: Occurrence): boolean =>
    uri === view.document.uri && span.offset === found.node.offset;
  const elsewhere = definitions.filter((one) => isUsed(one) && !standsOn(one));
  return elsewhere.length > 0 ? elsewhere : definitions.toSorted((one, other) => +isUsed(other) - +isUsed(one));
}

/** Returns every occurrence of the name at an offset, with or without its definitions. */
export function referencesAt(view: View, offset: number, withDefinitions: boolean): readonly Occurrence[] {
  const found = nameAt(view.document.config, offset);
  if (found === undefined) return [];
  return occurrencesOf(found.name, view.files).filter(({ role }) => withDefinitions || role === 'list');
}

/** An occurrence of the same name in this document. */
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

export interface Occurrence {
  readonly uri: string;
  readonly span: Span;
  readonly role: 'definition' | 'list';
  readonly file: SourceFile;
}

/** Returns every occurrence of a name in all files of a place, by descending precedence of the files. */
export function occurrencesOf(name: string, files: readonly SourceFile[]): readonly Occurrence[] {
  return files.flatMap((file): Occurrence[] => {
    const { uri } = file.source;
    // Includes duplicates that a later key overrides: they have the same name.
    const definitions = file.document?.servers ?? file.definitions;
    return [
      ...definitions
        .filter((definition) => definition.name === name)
        .map(({ key }) => ({ uri, span: key, role: 'definition' as const, file })),
      ...file.items
        .filter((item) => item.name === name)
        .map(({ node }) => ({ uri, span: node, role: 'list' as const, file })),
    ];
  });
}
