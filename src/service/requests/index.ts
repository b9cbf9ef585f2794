/** Requests: documents that are sent to the connected service. */
import { EventEmitter, type ExtensionContext, l10n, languages } from 'vscode';
import { lazy } from '../../../common/lazy.ts';
import { registerCommand } from '../../shared/commands.ts';
import { DisposableStore } from '../../shared/disposable.ts';
import { ReadOnlyDocuments } from '../../shared/editing/read-only-documents.ts';
import { TextFileSystem } from '../../shared/editing/text-file-system.ts';
import { commands, languageIds } from '../../shared/generated/names.ts';
import type { Accounts } from '../session/accounts/accounts.ts';
import type { RequestController } from './controller.ts';
import type { RequestDocuments } from './documents.ts';

const requestScheme = 'switchyard-api-request';

export class Requests extends DisposableStore {
  readonly documents: () => Promise<RequestDocuments>;
  /** Loaded when a request document is first shown, or a command needs it. */
  readonly controller: () => Promise<RequestController>;

  constructor({ globalState, workspaceState }: ExtensionContext, accounts: Accounts) {
    super();
    this.documents = lazy(async () => {
      const { RequestDocuments } = await import('./documents.ts');
      return new RequestDocuments(workspaceState, requestScheme);
    });
    this.register(new TextFileSystem(requestScheme, this.documents));
    // They aren't saved, because a response may contain secrets.
    const responses = this.register(
      new ReadOnlyDocuments({
        scheme: 'switchyard-api-response',
        // The folder decides the language, so that the tab shows no extension.
        folder: languageIds.response,
        missing: `# ${l10n.t("Responses aren't saved. Send the request again.")}\n`,
      }),
    );
    const connected = this.register(new EventEmitter<void>());
    this.register(accounts.onDidChangeState(() => connected.fire()));
    this.controller = lazy(async () => {
      const { RequestController } = await import('./controller.ts');
      return this.register(new RequestController(accounts, globalState, await this.documents(), responses));
    });
    const selector = { language: languageIds.request };
    this.registerAll(
      languages.registerCodeLensProvider(selector, {
        onDidChangeCodeLenses: connected.event,
        provideCodeLenses: async (document) => (await this.controller()).lenses(document),
      }),
      languages.registerCompletionItemProvider(selector, {
        provideCompletionItems: async (document, position) =>
          (await import('./controller.ts')).completeRequest(document, position),
      }),
      registerCommand(commands.requests.new, async () => (await this.documents()).open()),
      registerCommand(commands.requests.send, async () => (await this.controller()).sendActive()),
      registerCommand(commands.requests.history, async () => (await this.controller()).reopen()),
    );
  }
}
