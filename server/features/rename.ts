/** textDocument/rename: one name, in the maps and lists of all files of the agent's own format. */
import * as l10n from '@vscode/l10n';
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
    return l10n.t(
      '{0} isn\'t a valid server name. Use 1 to {1} letters, digits, "_", ".", and "-".',
      JSON.stringify(newName),
      serverNameLimit,
    );
  const taken =
    newName === name
      ? undefined
      : files.find(({ definitions }) => definitions.some((definition) => definition.name === newName));
  return taken && l10n.t('A server named {0} already exists in {1}.', JSON.stringify(newName), taken.source.label);
}

/** The edits, each of them the smallest. Other tools' files are not ours to change. */
export function renameEdits(name: string, newName: string, files: readonly SourceFile[]): readonly RenameEdit[] {
  const own = files.filter(({ source }) => source.layout === 'own');
  const newText = JSON.stringify(newName);
  return occurrencesOf(name, own).map(({ uri, span }) => ({ uri, span, newText }));
}
