/** Answers as read-only documents beside their requests. They are not kept: an answer may hold what is secret. */
import {
  EventEmitter,
  l10n,
  type TextDocument,
  type TextDocumentContentProvider,
  Uri,
  ViewColumn,
  window,
  workspace,
} from 'vscode';
import { Owner } from '../shared/disposable.ts';

const SCHEME = 'switchyard-answer';

export class AnswerDocuments extends Owner implements TextDocumentContentProvider {
  readonly #changed = this.own(new EventEmitter<Uri>());
  readonly onDidChange = this.#changed.event;
  readonly #texts = new Map<string, string>();

  constructor() {
    super();
    this.own(workspace.registerTextDocumentContentProvider(SCHEME, this));
    this.own(workspace.onDidCloseTextDocument(({ uri }) => this.#texts.delete(uri.toString())));
  }

  /** Shows the answer to a request's document beside it, in the place of an earlier one. */
  async show(request: TextDocument, text: string): Promise<void> {
    const name = request.uri.path.split('/').at(-1) ?? '';
    const path = `/${l10n.t('Answer to {0}', name)}.switchyard-answer`;
    const uri = Uri.from({ scheme: SCHEME, path, query: request.uri.toString() });
    this.#texts.set(uri.toString(), text);
    this.#changed.fire(uri);
    const document = await workspace.openTextDocument(uri);
    const shown = window.visibleTextEditors.find((editor) => editor.document === document);
    await window.showTextDocument(document, {
      viewColumn: shown?.viewColumn ?? ViewColumn.Beside,
      preserveFocus: true,
      preview: false,
    });
  }

  provideTextDocumentContent(uri: Uri): string {
    return this.#texts.get(uri.toString()) ?? `# ${l10n.t('Answers are not kept. Send the request again.')}\n`;
  }
}
