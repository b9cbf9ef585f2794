/** Fixes of a finding of VS Code itself: a variable that it doesn't replace in `.mcp.json`. */
import * as l10n from '@vscode/l10n';
import { type CodeAction, CodeActionKind, type Diagnostic } from 'vscode-languageserver';
import type { TextDocument } from 'vscode-languageserver-textdocument';
import { endOf } from '../../config/text/json.ts';
import { applyServerChanges } from '../../editing/changes.ts';
import { EditedFiles } from '../../editing/edited-files.ts';
import { childUri, uriKey } from '../../files/uris.ts';
import { readerDifference } from '../../rules/readers.ts';
import { editOfFiles } from '../../workspace/file-edits.ts';
import type { View, Workspace } from '../../workspace/workspace.ts';
import { isAboutVariable } from './code-actions.ts';

const ownFile = '.vscode/mcp.json';

/** True for a finding about a variable that VS Code doesn't replace: its own, or ours where VS Code is in use. */
export const isAboutVSCodesVariable = (
  text: TextDocument,
  diagnostics: readonly Diagnostic[],
  usesVSCode: boolean,
): boolean =>
  isAboutVariable(text, { diagnostics }) ||
  (usesVSCode &&
    diagnostics.some(({ code, range }) => code === readerDifference.code && text.getText(range).includes('${')));

/** Returns the definitions of the server at an offset in VS Code's own file: with an input, and with the variable. */
export async function definitionsInVSCode(
  workspace: Workspace,
  { document, place }: View,
  offset: number,
): Promise<readonly CodeAction[]> {
  const { project } = place;
  const { config, uri } = document;
  const server = config.servers.find(({ live, span }) => live && offset >= span.offset && offset < endOf(span));
  // VS Code reads it only in the folders of the workspace.
  if (server === undefined || project === undefined || !workspace.places.roots.includes(project)) return [];
  if (uriKey(uri) !== uriKey(childUri(project, '.mcp.json'))) return [];
  const vscode = await workspace.agents.withId('vscode');
  await workspace.readyFor(vscode);
  const { documents, policy, places } = workspace;
  const to = { folder: project, uri: childUri(project, ownFile), agent: vscode.id };
  const define = (title: string, options: { readonly prompts?: true }): readonly CodeAction[] => {
    const before = new EditedFiles((each) => documents.textOf(each), vscode, policy);
    const from = { folder: project, uri, name: server.name, agent: vscode.id };
    const change = { kind: 'copy', server: from, to, ...options } as const;
    const { edited, refused } = applyServerChanges(before, [change], (folder) => places.ofProject(folder ?? undefined));
    if (refused.length > 0) return [];
    return [{ title, kind: CodeActionKind.QuickFix, edit: editOfFiles(workspace, edited.changes()) }];
  };
  return [
    ...define(l10n.t('Define in {0} with an input', ownFile), { prompts: true }),
    ...define(l10n.t('Define in {0} with the variable', ownFile), {}),
  ];
}
