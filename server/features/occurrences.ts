/** Occurrences of a server name in all files of a place, for definition, references, highlights, and rename. */
import type { Span } from '../config/json.ts';
import type { SourceFile } from '../config/source-file.ts';

export interface Occurrence {
  readonly uri: string;
  readonly span: Span;
  readonly role: 'definition' | 'list';
  readonly file: SourceFile;
}

/** Returns every occurrence of a name, by descending precedence of the files. */
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
