/**
 * Completes and sends request documents, and reopens earlier ones. Responses are read-only documents beside
 * their requests.
 */
import {
  CodeLens,
  CompletionItem,
  CompletionItemKind,
  l10n,
  type Memento,
  type Position,
  Range,
  type TextDocument,
  ViewColumn,
  window,
} from 'vscode';
import { DisposableStore } from '../../shared/disposable.ts';
import type { ReadOnlyDocuments } from '../../shared/editing/read-only-documents.ts';
import { commands, languageIds } from '../../shared/generated/names.ts';
import { inert, oneLine } from '../../shared/text/format.ts';
import { endpoints } from '../api/index.ts';
import type { Accounts } from '../session/accounts/accounts.ts';
import { type RequestDocuments, requestName } from './documents.ts';
import { pickRequest, RequestHistory } from './history.ts';
import { requestLineOf } from './parse-request.ts';
import { sendDocument } from './send.ts';

export class RequestController extends DisposableStore {
  readonly history: RequestHistory;
  readonly #accounts: Accounts;
  readonly #documents: RequestDocuments;
  readonly #responses: ReadOnlyDocuments;

  /** @param memory stores the history */
  constructor(accounts: Accounts, memory: Memento, documents: RequestDocuments, responses: ReadOnlyDocuments) {
    super();
    this.#accounts = accounts;
    this.#documents = documents;
    this.#responses = responses;
    this.history = new RequestHistory(memory);
  }

  /** Sends the request in the active editor, or opens a new request document if no request is active. */
  async sendActive(): Promise<void> {
    const editor = window.activeTextEditor;
    if (editor?.document.languageId !== languageIds.request) return this.#documents.open();
    await this.send(editor.document);
  }

  async send(document: TextDocument): Promise<void> {
    const show = (text: string) => this.#showResponse(document, text);
    await this.#accounts.inSession((session) => sendDocument(document, session, this.history, show))();
  }

  /** Shows the response beside its request document, and replaces the previous one. */
  async #showResponse(request: TextDocument, text: string): Promise<void> {
    const beside = { viewColumn: ViewColumn.Beside, preserveFocus: true, preview: false };
    await this.#responses.show(
      text,
      l10n.t('Response to {0}', requestName(request.uri)),
      beside,
      request.uri.toString(),
    );
  }

  async reopen(): Promise<void> {
    const chosen = await pickRequest(this.history, this.#documents);
    if (typeof chosen === 'string') await this.#documents.open(chosen);
    else if (chosen !== undefined) await this.#documents.show(chosen);
  }

  /** Returns the CodeLens commands of a request: send it to the connection (or sign in), and open the history. */
  async lenses(document: TextDocument): Promise<CodeLens[]> {
    const line = requestLineOf(document.getText());
    if (line === undefined) return [];
    const session = await this.#accounts.open();
    const range = new Range(line, 0, line, 0);
    const send = session
      ? { command: commands.requests.send, title: l10n.t('$(play) Send to {0}', inert(oneLine(session.name))) }
      : { command: commands.signIn, title: l10n.t('$(sign-in) Sign in to send') };
    const earlier = { command: commands.requests.history, title: l10n.t('$(history) History') };
    return [send, earlier].map((command) => new CodeLens(range, command));
  }
}

const keysRequest = 'GET /keys';

/** Suggests requests such as `GET /v1/workflows/{id}`, with a placeholder. The spec has only the prefix of key management. */
export function completeRequest(document: TextDocument, { line, character }: Position): CompletionItem[] {
  const first = requestLineOf(document.getText());
  if (first !== undefined && first !== line) return [];
  const range = new Range(line, 0, line, Math.max(character, document.lineAt(line).text.length));
  const known = Object.values(endpoints).flatMap(({ method, paths }) => paths.map((path) => `${method} ${path}`));
  return [...known, keysRequest].map((text) => {
    const item = new CompletionItem(text, CompletionItemKind.Method);
    item.range = range;
    item.filterText = text;
    item.sortText = text === keysRequest ? '1' : '0';
    if (text === keysRequest) item.detail = l10n.t("The API document doesn't describe methods and paths below /keys.");
    return item;
  });
}
