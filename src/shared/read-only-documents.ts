/** Shows records of the service as read-only documents, whose text can be selected and compared. */
import { EventEmitter, type TextDocument, type TextDocumentContentProvider, Uri, window, workspace } from 'vscode';
import { DisposableStore } from './disposable.ts';
import { oneLine } from './format.ts';
import { describeFailure } from './messages.ts';

interface ReadOnlyDocumentsOptions {
  readonly scheme: string;
  /** With the dot. Determines the language. */
  readonly extension: string;
  /** Returns the text of the record with this ID. If it throws, the document shows the error. */
  read(id: string): Promise<string> | string;
}

export class ReadOnlyDocuments extends DisposableStore implements TextDocumentContentProvider {
  readonly #options: ReadOnlyDocumentsOptions;
  readonly #changed = this.own(new EventEmitter<Uri>());
  readonly onDidChange = this.#changed.event;

  constructor(options: ReadOnlyDocumentsOptions) {
    super();
    this.#options = options;
    this.own(workspace.registerTextDocumentContentProvider(options.scheme, this));
  }

  /** Returns the URI of a record's document. The tab shows its file name; the query is the ID. */
  address(id: string, name: string): Uri {
    // The name comes from the service, and slashes in it would become folders.
    const file = `${oneLine(name, 60).replace(/[/\\?#:]/g, '-')}${this.#options.extension}`;
    return Uri.from({ scheme: this.#options.scheme, path: `/${file}`, query: id });
  }

  async provideTextDocumentContent(uri: Uri): Promise<string> {
    try {
      return `${await this.#options.read(uri.query)}\n`;
    } catch (error) {
      return `// ${describeFailure(error)}\n`;
    }
  }

  /** Shows the current state of a record, even if an older one is open. */
  async open(id: string, name: string): Promise<TextDocument> {
    const uri = this.address(id, name);
    const isOpen = workspace.textDocuments.some((document) => document.uri.toString() === uri.toString());
    if (isOpen) this.#changed.fire(uri);
    const document = await workspace.openTextDocument(uri);
    await window.showTextDocument(document, { preview: true });
    return document;
  }
}

/** Returns the value as indented JSON. */
export function pretty(value: unknown): string {
  return JSON.stringify(value, null, 2);
}
