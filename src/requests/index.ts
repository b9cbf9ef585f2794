/** The door of the requests room: documents that are sent to the connected service. It only registers; the desk does the rest. */
import { EventEmitter, type ExtensionContext, languages, type Uri, workspace } from 'vscode';
import { lazy } from '../../common/lazy.ts';
import type { Connection } from '../account/index.ts';
import { registerCommand } from '../shared/commands.ts';
import { answerScheme, commands, requestLanguage } from '../shared/contract.ts';
import { Owner } from '../shared/disposable.ts';
import type { RequestDesk } from './desk.ts';

export function registerRequests(context: ExtensionContext, connection: Connection): Requests {
  return new Requests(context, connection);
}

export class Requests extends Owner {
  /** Loaded when a request is first seen or asked for. */
  readonly desk: () => Promise<RequestDesk>;

  constructor({ globalState }: ExtensionContext, connection: Connection) {
    super();
    const answered = this.own(new EventEmitter<Uri>());
    const connected = this.own(new EventEmitter<void>());
    this.own(connection.onDidChange(() => connected.fire()));
    this.desk = lazy(async () => {
      const { RequestDesk } = await import('./desk.ts');
      return this.own(new RequestDesk(connection, globalState, (uri) => answered.fire(uri)));
    });
    const selector = { language: requestLanguage };
    this.own(
      languages.registerCodeLensProvider(selector, {
        onDidChangeCodeLenses: connected.event,
        provideCodeLenses: async (document) => (await this.desk()).lenses(document),
      }),
    );
    this.own(
      languages.registerCompletionItemProvider(selector, {
        provideCompletionItems: async (document, position) =>
          (await import('./completion.ts')).complete(document, position),
      }),
    );
    this.own(
      workspace.registerTextDocumentContentProvider(answerScheme, {
        onDidChange: answered.event,
        provideTextDocumentContent: async (uri) => (await this.desk()).answers.text(uri),
      }),
    );
    this.own(registerCommand(commands.newRequest, async () => (await this.desk()).open()));
    this.own(registerCommand(commands.sendRequest, async () => (await this.desk()).sendActive()));
    this.own(registerCommand(commands.requestHistory, async () => (await this.desk()).recall()));
  }
}
