/** Documents that exist only in memory: records of the service, and texts that are kept while they are open. */
import {
  type Event,
  EventEmitter,
  type Tab,
  TabInputText,
  TabInputTextDiff,
  type TextDocument,
  type TextDocumentContentProvider,
  type TextDocumentShowOptions,
  Uri,
  window,
  workspace,
} from 'vscode';
import { DisposableStore } from '../disposable.ts';
import { describeFailure } from '../text/failure-text.ts';
import { oneLine } from '../text/format.ts';

interface ReadOnlyDocumentsOptions {
  readonly scheme: string;
  /** With the dot. Determines the language. */
  readonly extension?: string;
  /** Determines the language of documents without an extension. */
  readonly folder?: string;
  /** Returns the text of the record with this ID. If it throws, the document shows the error. */
  readonly read?: (id: string) => Promise<string> | string;
  /** Shown instead of a text that is no longer kept, as after the window was reloaded. */
  readonly missing?: string;
  /** Fires when the account is left whose records the documents show, so that they are closed. */
  readonly onDidLeave?: Event<unknown>;
}

export class ReadOnlyDocuments extends DisposableStore implements TextDocumentContentProvider {
  readonly #options: ReadOnlyDocumentsOptions;
  readonly #changed = this.register(new EventEmitter<Uri>());
  readonly onDidChange = this.#changed.event;
  /** Kept texts, by ID. */
  readonly #texts = new Map<string, string>();

  constructor(options: ReadOnlyDocumentsOptions) {
    super();
    this.#options = options;
    this.registerAll(
      workspace.registerTextDocumentContentProvider(options.scheme, this),
      workspace.onDidCloseTextDocument(({ uri }) => {
        if (uri.scheme === options.scheme) this.#texts.delete(uri.query);
      }),
    );
    if (options.onDidLeave) this.register(options.onDidLeave(() => this.#close()));
  }

  #close(): void {
    const isOurs = ({ input }: Tab) => urisIn(input).some(({ scheme }) => scheme === this.#options.scheme);
    void window.tabGroups.close(window.tabGroups.all.flatMap(({ tabs }) => tabs.filter(isOurs)));
  }

  /** Returns the URI of a document. The tab shows its file name; the query is the ID. */
  address(id: string, name: string): Uri {
    const { scheme, extension = '', folder } = this.#options;
    // The name comes from the service, and slashes in it would become folders.
    const file = `${oneLine(name, 60).replace(/[/\\?#:]/g, '-')}${extension}`;
    return Uri.from({ scheme, path: folder === undefined ? `/${file}` : `/${folder}/${file}`, query: id });
  }

  async provideTextDocumentContent({ query: id }: Uri): Promise<string | undefined> {
    const { read, missing } = this.#options;
    if (read === undefined) return this.#texts.get(id) ?? missing;
    try {
      return `${await read(id)}\n`;
    } catch (error) {
      return `// ${describeFailure(error)}\n`;
    }
  }

  /** Shows the current state of a record, even if an older one is open. */
  open(id: string, name: string): Promise<TextDocument> {
    return this.#show(this.address(id, name), { preview: true });
  }

  /** Keeps a text until its document is closed. @param id the same one replaces an earlier text */
  keep(text: string, name: string, id: string = crypto.randomUUID()): Uri {
    this.#texts.set(id, text);
    return this.address(id, name);
  }

  /** Shows a text, which is kept until its document is closed. */
  show(text: string, name: string, options?: TextDocumentShowOptions, id?: string): Promise<TextDocument> {
    return this.#show(this.keep(text, name, id), options);
  }

  async #show(uri: Uri, options?: TextDocumentShowOptions): Promise<TextDocument> {
    const isOpen = workspace.textDocuments.some((document) => document.uri.toString() === uri.toString());
    if (isOpen) this.#changed.fire(uri);
    const document = await workspace.openTextDocument(uri);
    const shown = window.visibleTextEditors.find((editor) => editor.document === document);
    await window.showTextDocument(document, { ...options, ...(shown?.viewColumn && { viewColumn: shown.viewColumn }) });
    return document;
  }
}

function urisIn(input: unknown): readonly Uri[] {
  if (input instanceof TabInputText) return [input.uri];
  return input instanceof TabInputTextDiff ? [input.original, input.modified] : [];
}
