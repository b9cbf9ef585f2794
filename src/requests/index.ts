/** The door of the requests room: documents that are sent to the connected service, and their answers beside them. */
import { type ExtensionContext, l10n, languages, type TextDocument, window, workspace } from 'vscode';
import type { Connection } from '../account/index.ts';
import { registerCommand } from '../shared/commands.ts';
import { commands, requestLanguage } from '../shared/contract.ts';
import { Owner } from '../shared/disposable.ts';
import { AnswerDocuments } from './answers.ts';
import { RequestHistory } from './history.ts';
import { RequestLenses } from './lenses.ts';

export function registerRequests(context: ExtensionContext, connection: Connection): Requests {
  return new Requests(context, connection);
}

export class Requests extends Owner {
  readonly answers: AnswerDocuments;
  readonly history: RequestHistory;
  readonly #connection: Connection;

  constructor({ globalState }: ExtensionContext, connection: Connection) {
    super();
    this.#connection = connection;
    this.answers = this.own(new AnswerDocuments());
    this.history = new RequestHistory(globalState);
    const selector = { language: requestLanguage };
    this.own(languages.registerCodeLensProvider(selector, this.own(new RequestLenses(connection))));
    this.own(
      languages.registerCompletionItemProvider(selector, {
        provideCompletionItems: async (document, position) =>
          (await import('./completion.ts')).complete(document, position),
      }),
    );
    this.own(registerCommand(commands.newRequest, () => openRequest()));
    this.own(registerCommand(commands.sendRequest, () => this.#send()));
    this.own(
      registerCommand(commands.requestHistory, async () => {
        const chosen = await (await import('./recall.ts')).recall(this.history);
        if (chosen !== undefined) await openRequest(chosen);
      }),
    );
  }

  /** Sends the request document in the active editor; without one, a new one is opened. */
  async #send(): Promise<void> {
    const editor = window.activeTextEditor;
    if (editor?.document.languageId !== requestLanguage) await openRequest();
    else await this.send(editor.document);
  }

  async send(document: TextDocument): Promise<void> {
    const { sendDocument } = await import('./send.ts');
    await sendDocument(document, this.#connection, this.answers, this.history);
  }
}

/** Opens a small document to begin with. */
async function openRequest(content = starter()): Promise<void> {
  const document = await workspace.openTextDocument({ language: requestLanguage, content });
  await window.showTextDocument(document, { preview: false });
}

/** The request line first: it is the name of a document that was not saved yet. */
function starter(): string {
  const lines = [
    l10n.t('Sent to the connection in use; its key is added by itself.'),
    l10n.t('A body in JSON follows after an empty line.'),
  ];
  return `GET /keys\naccept: application/json\n${lines.map((line) => `# ${line}`).join('\n')}\n`;
}
