/** Registers import, conversion, and paste of tool servers. The code of a command is loaded when it first runs. */
import { CodeLens, Disposable, EventEmitter, l10n, languages, Range, type TextDocument, Uri } from 'vscode';
import { toolFiles } from '../../../../common/generated/tools.ts';
import { registerCommand } from '../../../shared/commands.ts';
import { commands } from '../../../shared/generated/names.ts';
import { onDidChangeSettings, setting } from '../../../shared/settings.ts';
import { unlistedCommands } from '../../../shared/unlisted-commands.ts';
import type { SendServerRequest } from '../client.ts';
import { registerServerPaste } from './paste.ts';
import { Reports, type Tools } from './report.ts';

export function registerConversion(sendRequest: SendServerRequest): Disposable {
  const reports = new Reports();
  const tools: Tools = { sendRequest, reports };
  return Disposable.from(
    reports,
    registerImportLenses(),
    registerServerPaste(tools),
    registerCommand(commands.config.import, async () => (await import('./import.ts')).importServers(tools)),
    registerCommand(commands.config.convert, async (uri) =>
      (await import('./convert.ts')).convertDocument(tools, uriOf(uri)),
    ),
    registerCommand(unlistedCommands.copyFor, async (uri, name) =>
      (await import('./export.ts')).copyServers(tools, uriOf(uri), typeof name === 'string' ? name : undefined),
    ),
    registerCommand(commands.config.makePortable, async (uri) =>
      (await import('./portable.ts')).makeDocumentPortable(tools, uriOf(uri)),
    ),
    registerCommand(commands.config.convertTo, async (uri) =>
      (await import('./export.ts')).convertServers(tools, uriOf(uri)),
    ),
  );
}

/** Code lenses of the language server pass the URI as a string; editor menus pass a `Uri`. */
function uriOf(given: unknown): Uri | undefined {
  if (given instanceof Uri) return given;
  return typeof given === 'string' ? Uri.parse(given) : undefined;
}

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

function registerImportLenses(): Disposable {
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
