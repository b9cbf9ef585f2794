/** Responses as read-only documents beside their requests. Not saved, because a response may contain secrets. */
import { l10n, type TextDocument, Uri, ViewColumn, window, workspace } from 'vscode';
import { responseLanguage, responseScheme } from '../shared/contract.ts';
import { DisposableStore } from '../shared/disposable.ts';

export class ResponseDocuments extends DisposableStore {
  readonly #changed: (uri: Uri) => void;
  readonly #texts = new Map<string, string>();

  constructor(changed: (uri: Uri) => void) {
    super();
    this.#changed = changed;
    this.own(workspace.onDidCloseTextDocument(({ uri }) => this.#texts.delete(uri.toString())));
  }

  /** Shows the response beside its request document, and replaces the previous one. */
  async show(request: TextDocument, text: string): Promise<void> {
    const name = request.uri.path.split('/').at(-1) ?? '';
    // The folder decides the language, so that the tab shows no extension.
    const path = `/${responseLanguage}/${l10n.t('Response to {0}', name)}`;
    const uri = Uri.from({ scheme: responseScheme, path, query: request.uri.toString() });
    this.#texts.set(uri.toString(), text);
    this.#changed(uri);
    const document = await workspace.openTextDocument(uri);
    const shown = window.visibleTextEditors.find((editor) => editor.document === document);
    await window.showTextDocument(document, {
      viewColumn: shown?.viewColumn ?? ViewColumn.Beside,
      preserveFocus: true,
      preview: false,
    });
  }

  text(uri: Uri): string {
    return this.#texts.get(uri.toString()) ?? `# ${l10n.t("Responses aren't saved. Send the request again.")}\n`;
  }
}
