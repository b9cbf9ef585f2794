/** textDocument/rename: server names, in the maps and lists of all files in Oh My Pi's format. */
import * as l10n from '@vscode/l10n';
import { quote } from '../../config/language.ts';
import { nameProblem } from '../../config/servers/server-names.ts';
import type { SourceFile } from '../../config/servers/source-file.ts';
import type { Span } from '../../config/text/json.ts';
import { insertAfter } from '../../fixes/members.ts';
import { occurrencesOf } from '../navigation.ts';

export interface RenameEdit {
  readonly uri: string;
  /** The string, including its quotes, or an insertion behind it. */
  readonly span: Span;
  readonly newText: string;
}

/**
 * Returns why a server can't be renamed to this name, as a sentence; undefined if it can.
 * @param elsewhere files of other places
 */
export function renameProblem(
  name: string,
  newName: string,
  files: readonly SourceFile[],
  elsewhere: readonly SourceFile[],
): string | undefined {
  const invalid = nameProblem(newName);
  if (invalid !== undefined) return invalid;
  const isDefinedIn = ({ definitions }: SourceFile) => definitions.some((definition) => definition.name === name);
  const defining = [...files, ...elsewhere].find(isDefinedIn);
  // Only Oh My Pi's files at this place are changed.
  if (defining !== undefined && !files.some((file) => file.source.layout === 'own' && isDefinedIn(file)))
    return l10n.t('The server is defined in {0}. Rename it there.', defining.source.label);
  if (newName === name) return undefined;
  const taken = files.find(({ definitions }) => definitions.some((definition) => definition.name === newName));
  if (taken !== undefined)
    return l10n.t('A server named {0} already exists in {1}.', quote(newName), taken.source.label);
  // The renamed server would be disabled or enabled, or the name listed twice.
  const item = files.flatMap(({ items }) => items).find((each) => each.name === newName);
  return (
    item &&
    l10n.t('{0} is already in "{1}" of {2}. Remove it there first.', quote(newName), item.list, item.source.label)
  );
}

/**
 * Returns minimal edits. Files of other tools aren't changed, nor are those of other places. If one of them defines the
 * old name, it stays in the lists, which would otherwise no longer apply to that server.
 * @param elsewhere files of other places
 */
export function renameEdits(
  name: string,
  newName: string,
  files: readonly SourceFile[],
  elsewhere: readonly SourceFile[],
): readonly RenameEdit[] {
  const own = files.filter(({ source }) => source.layout === 'own');
  const changed = new Set(own.map(({ source }) => source.key));
  const isKept = [...files, ...elsewhere].some(
    ({ source, definitions }) =>
      newName !== name && !changed.has(source.key) && definitions.some((definition) => definition.name === name),
  );
  const newText = JSON.stringify(newName);
  return occurrencesOf(name, own).map(({ uri, span, role, file }) => {
    if (role === 'definition' || !isKept) return { uri, span, newText };
    const { offset, length, text } = insertAfter(file.document?.text ?? '', span, newText);
    return { uri, span: { offset, length }, newText: text };
  });
}
