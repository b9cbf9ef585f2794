/** Requests: documents that are sent to the connected service. */
import { EventEmitter, type ExtensionContext, languages, type Uri, workspace } from 'vscode';
import { lazy } from '../../common/lazy.ts';
import type { Connection } from '../account/index.ts';
import { registerCommand } from '../shared/commands.ts';
import { responseScheme } from '../shared/contract.ts';
import { DisposableStore } from '../shared/disposable.ts';
import { commands, languageIds } from '../shared/generated/names.ts';
import type { RequestController } from './controller.ts';

export class Requests extends DisposableStore {
  /** Loaded when a request document is first shown, or a command needs it. */
  readonly controller: () => Promise<RequestController>;

  constructor({ globalState }: ExtensionContext, connection: Connection) {
    super();
    const responseChanged = this.own(new EventEmitter<Uri>());
    const connected = this.own(new EventEmitter<void>());
    this.own(connection.onDidChange(() => connected.fire()));
    this.controller = lazy(async () => {
      const { RequestController } = await import('./controller.ts');
      return this.own(new RequestController(connection, globalState, (uri) => responseChanged.fire(uri)));
    });
    const selector = { language: languageIds.request };
    this.ownAll(
      languages.registerCodeLensProvider(selector, {
        onDidChangeCodeLenses: connected.event,
        provideCodeLenses: async (document) => (await this.controller()).lenses(document),
      }),
      languages.registerCompletionItemProvider(selector, {
        provideCompletionItems: async (document, position) =>
          (await import('./controller.ts')).completeRequest(document, position),
      }),
      workspace.registerTextDocumentContentProvider(responseScheme, {
        onDidChange: responseChanged.event,
        provideTextDocumentContent: async (uri) => (await this.controller()).responseText(uri),
      }),
      registerCommand(commands.requests.new, async () => (await this.controller()).open()),
      registerCommand(commands.requests.send, async () => (await this.controller()).sendActive()),
      registerCommand(commands.requests.history, async () => (await this.controller()).reopen()),
    );
  }
}
