/** textDocument/definition, references, documentHighlight: for server names. */

import { type DocumentHighlight, DocumentHighlightKind } from 'vscode-languageserver';
import { rangeOf } from '../config/servers/open-document.ts';
import { insideQuotes, nameAt } from '../config/servers/server-names.ts';
import type { SourceFile } from '../config/servers/source-file.ts';
import type { Span } from '../config/text/json.ts';
import type { View } from '../workspace/workspace.ts';
import { statesOf } from './server-status.ts';

/**
 * Returns the definition that the agent uses at each place for the name at an offset; all definitions if it uses none,
 * or if the offset is on a used one.
 */
export function definitionsAt(view: View, offset: number): readonly Occurrence[] {
  const found = nameAt(view.document.config, offset);
  if (found === undefined) return [];
  const definitions = occurrencesOf(found.name, filesOf(view)).filter(({ role }) => role === 'definition');
  const used = statesOf(view)
    .flatMap((states) => states.withName(found.name))
    .filter(({ state }) => state === 'inEffect');
  const isUsed = ({ uri, span }: Occurrence): boolean =>
    used.some(({ source, definition }) => uri === source.uri && span.offset === definition.key.offset);
  const standsOn = ({ uri, span }: Occurrence): boolean =>
    uri === view.document.uri && span.offset === found.node.offset;
  const targets = definitions.filter(isUsed);
  if (targets.length > 0 && !targets.some(standsOn)) return targets;
  return definitions.toSorted((one, other) => +isUsed(other) - +isUsed(one));
}

/** Returns every occurrence of the name at an offset, with or without its definitions. */
export function referencesAt(view: View, offset: number, withDefinitions: boolean): readonly Occurrence[] {
  const found = nameAt(view.document.config, offset);
  if (found === undefined) return [];
  return occurrencesOf(found.name, filesOf(view)).filter(({ role }) => withDefinitions || role === 'list');
}

/** Returns the occurrences of the same name in this document. */
export function highlightsAt({ document, file }: View, offset: number): DocumentHighlight[] {
  const found = nameAt(document.config, offset);
  if (found === undefined) return [];
  return occurrencesOf(found.name, [file]).map(({ span, role }) => ({
    range: rangeOf(document, insideQuotes(document.text.getText(), span)),
    kind: role === 'definition' ? DocumentHighlightKind.Write : DocumentHighlightKind.Read,
  }));
}

/** Returns the files at all places that a document applies to. */
function filesOf({ files, elsewhere }: View): readonly SourceFile[] {
  const all = [...files, ...elsewhere.flatMap((other) => other.files)];
  return [...new Map(all.map((file) => [file.source.uri, file])).values()];
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
