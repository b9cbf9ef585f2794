/** Registers import, conversion, and paste of tool servers. The code of a command is loaded when it first runs. */
import { type Disposable, languages, Uri, workspace } from 'vscode';
import { configLanguage } from '../../../common/config-place.ts';
import { registerCommand } from '../../shared/commands.ts';
import { commands } from '../../shared/contract.ts';
import { DisposableStore } from '../../shared/disposable.ts';
import type { SendServerRequest } from '../client.ts';
import { ImportLenses, importableFiles } from './lenses.ts';
import { pasteMetadata, ServerPaste } from './paste.ts';
import { Reports, reportScheme, type Tools } from './report.ts';

export function registerConversion(sendRequest: SendServerRequest): Disposable {
  return new Conversion(sendRequest);
}

class Conversion extends DisposableStore {
  constructor(sendRequest: SendServerRequest) {
    super();
    const reports = new Reports();
    const tools: Tools = { sendRequest, reports };
    this.own(workspace.registerTextDocumentContentProvider(reportScheme, reports));
    this.own(languages.registerCodeLensProvider([...importableFiles], this.own(new ImportLenses())));
    const paste = new ServerPaste(sendRequest);
    this.own(languages.registerDocumentPasteEditProvider({ language: configLanguage }, paste, pasteMetadata));
    this.own(registerCommand(commands.importServers, async () => (await import('./import.ts')).importServers(tools)));
    this.own(
      registerCommand(commands.convertDocument, async (uri) =>
        (await import('./convert.ts')).convertDocument(tools, uriOf(uri)),
      ),
    );
    this.own(
      registerCommand(commands.copyServersFor, async (uri, name) =>
        (await import('./export.ts')).copyServers(tools, uriOf(uri), typeof name === 'string' ? name : undefined),
      ),
    );
    this.own(
      registerCommand(commands.convertServersTo, async (uri) =>
        (await import('./export.ts')).convertServers(tools, uriOf(uri)),
      ),
    );
  }
}

/** Code lenses of the language server pass the URI as a string; editor menus pass a `Uri`. */
function uriOf(given: unknown): Uri | undefined {
  if (given instanceof Uri) return given;
  return typeof given === 'string' ? Uri.parse(given) : undefined;
}
