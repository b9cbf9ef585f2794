/** textDocument/rename: server names, in the maps and lists of all files in the agent's format. */
import * as l10n from '@vscode/l10n';
import type { Span } from '../config/json.ts';
import { quote } from '../config/language.ts';
import { nameProblem } from '../config/names.ts';
import type { SourceFile } from '../config/source-file.ts';
import { uriKey } from '../config/uris.ts';
import { insertBehind } from '../fixes/members.ts';
import { occurrencesOf } from './navigation.ts';

export interface RenameEdit {
  readonly uri: string;
  /** The string, including its quotes, or an insertion behind it. */
  readonly span: Span;
  readonly newText: string;
}

/** Returns why a server can't be renamed to this name, as a sentence; undefined if it can. */
export function refusal(name: string, newName: string, files: readonly SourceFile[]): string | undefined {
  const invalid = nameProblem(newName);
  if (invalid !== undefined) return invalid;
  const defining = files.filter(({ definitions }) => definitions.some((definition) => definition.name === name));
  // Only the files of the agent are changed.
  if (defining[0] !== undefined && defining.every(({ source }) => source.layout !== 'own'))
    return l10n.t('The server is defined in {0}. Rename it there.', defining[0].source.label);
  const taken =
    newName === name
      ? undefined
      : files.find(({ definitions }) => definitions.some((definition) => definition.name === newName));
  return taken && l10n.t('A server named {0} already exists in {1}.', quote(newName), taken.source.label);
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
  const changed = new Set(own.map(({ source }) => uriKey(source.uri)));
  const isKept = [...files, ...elsewhere].some(
    ({ source, definitions }) =>
      newName !== name &&
      !changed.has(uriKey(source.uri)) &&
      definitions.some((definition) => definition.name === name),
  );
  const newText = JSON.stringify(newName);
  return occurrencesOf(name, own).map(({ uri, span, role, file }) => {
    if (role === 'definition' || !isKept) return { uri, span, newText };
    const { offset, length, text } = insertBehind(file.document?.text ?? '', span, newText);
    return { uri, span: { offset, length }, newText: text };
  });
}
