/** textDocument/rename: one name, in the maps and lists of all files of the agent's own format. */
import { serverNameLimit, serverNamePattern } from '../config/format.ts';
import type { Span } from '../config/json.ts';
import type { SourceFile } from '../config/source-file.ts';
import { occurrencesOf } from './occurrences.ts';

export interface RenameEdit {
  readonly uri: string;
  /** The string with its quotes. */
  readonly span: Span;
  readonly newText: string;
}

/** Why a server cannot get this name, as a sentence; undefined where it can. */
export function refusal(name: string, newName: string, files: readonly SourceFile[]): string | undefined {
  if (!serverNamePattern.test(newName))
    return `${JSON.stringify(newName)} isn't a valid server name. Use 1 to ${serverNameLimit} letters, digits, "_", ".", and "-".`;
  const taken =
    newName === name
      ? undefined
      : files.find(({ definitions }) => definitions.some((definition) => definition.name === newName));
  return taken && `A server named ${JSON.stringify(newName)} already exists in ${taken.source.label}.`;
}

/** The edits, each of them the smallest. Other tools' files are not ours to change. */
export function renameEdits(name: string, newName: string, files: readonly SourceFile[]): readonly RenameEdit[] {
  const own = files.filter(({ source }) => source.layout === 'own');
  const newText = JSON.stringify(newName);
  return occurrencesOf(name, own).map(({ uri, span }) => ({ uri, span, newText }));
}
