/** Where a server's name stands in all files of a place: what definition, references, highlights and rename share. */
import type { Span } from '../config/json.ts';
import type { SourceFile } from '../config/source-file.ts';

export interface Occurrence {
  readonly uri: string;
  readonly span: Span;
  readonly role: 'definition' | 'list';
  readonly file: SourceFile;
}

/** Every occurrence of a name, strongest file first. */
export function occurrencesOf(name: string, files: readonly SourceFile[]): readonly Occurrence[] {
  return files.flatMap((file): Occurrence[] => {
    const { uri } = file.source;
    // A key that comes again further down is the same name all the same.
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
