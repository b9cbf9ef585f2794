/** Code lens that imports the servers in another tool's file. The language server ignores such files. */
import { CodeLens, Disposable, EventEmitter, l10n, languages, Range, type TextDocument } from 'vscode';
import { toolFiles } from '../../../common/tool-files.ts';
import { commands } from '../../shared/generated/names.ts';
import { onDidChangeSettings, setting } from '../../shared/settings.ts';

const importableFiles = [
  ...new Set(
    toolFiles.flatMap(({ project = [], user = [], folders = [] }) => [
      ...project,
      ...user,
      ...folders.map((folder) => `${folder}/*.{json,yaml,yml}`),
    ]),
  ),
].map((path) => ({ pattern: `**/${path}` }));

/** Matches the key that contains a tool's servers. In quotes, "extensions" are those of VS Code, not Goose's. */
const beginning =
  /(?:^|[{,])[ \t]*(?:\[mcp_servers\b|["']?(?:(?:amp\.)?mcpServers|servers|context_servers|mcp)["']?[ \t]*:|extensions[ \t]*:)/m;

export function registerImportLenses(): Disposable {
  const changed = new EventEmitter<void>();
  return Disposable.from(
    changed,
    onDidChangeSettings(['switchyard.config.codeLens'], () => changed.fire()),
    languages.registerCodeLensProvider(importableFiles, {
      onDidChangeCodeLenses: changed.event,
      provideCodeLenses: lensesIn,
    }),
  );
}

function lensesIn(document: TextDocument): CodeLens[] {
  if (!setting('switchyard.config.codeLens')) return [];
  const found = beginning.exec(document.getText().slice(0, 1_000_000));
  if (found === null) return [];
  const start = document.positionAt(found.index);
  const title = l10n.t('Import into Oh My Pi…');
  return [
    new CodeLens(new Range(start, start), { title, command: commands.config.convert, arguments: [document.uri] }),
  ];
}
