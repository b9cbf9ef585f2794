/** In the files of other tools, which the language server leaves alone: the way into the agent's files. */
import { CodeLens, type CodeLensProvider, type DocumentFilter, l10n, Range, type TextDocument } from 'vscode';
import { toolFiles } from '../../../common/tool-files.ts';
import { commands } from '../../shared/contract.ts';

export const importableFiles: readonly DocumentFilter[] = [
  ...new Set(
    toolFiles.flatMap(({ project = [], user = [], folders = [] }) => [
      ...[...project, ...user],
      ...folders.map((folder) => `${folder}/*.{json,yaml,yml}`),
    ]),
  ),
].map((path) => ({ pattern: `**/${path}` }));

/** Where a tool's servers begin. */
const beginning =
  /(?:^|[{,])[ \t]*(?:\[mcp_servers\b|["']?(?:(?:amp\.)?mcpServers|servers|context_servers|mcp|extensions)["']?[ \t]*:)/m;

export class ImportLenses implements CodeLensProvider {
  provideCodeLenses(document: TextDocument): CodeLens[] {
    const found = beginning.exec(document.getText().slice(0, 1_000_000));
    if (found === null) return [];
    const start = document.positionAt(found.index);
    const title = l10n.t('Import into Oh My Pi…');
    return [
      new CodeLens(new Range(start, start), { title, command: commands.convertDocument, arguments: [document.uri] }),
    ];
  }
}
