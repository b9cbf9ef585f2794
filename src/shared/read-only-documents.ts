/** Records of the service as read-only documents: readable, selectable, comparable. */
import {
  type Disposable,
  EventEmitter,
  type TextDocument,
  type TextDocumentContentProvider,
  Uri,
  window,
  workspace,
} from 'vscode';
import { DisposableStore } from './disposable.ts';
import { oneLine } from './format.ts';
import { describeFailure } from './messages.ts';

interface Rules {
  readonly scheme: string;
  /** With the dot; it chooses the language. */
  readonly extension: string;
  /** The text of the record with this id. A failure is shown in the document's place. */
  read(id: string): Promise<string> | string;
}

export class ReadOnlyDocuments extends DisposableStore implements TextDocumentContentProvider {
  readonly #rules: Rules;
  readonly #changed = this.own(new EventEmitter<Uri>());
  readonly onDidChange = this.#changed.event;

  constructor(rules: Rules) {
    super();
    this.#rules = rules;
    this.own(workspace.registerTextDocumentContentProvider(rules.scheme, this) satisfies Disposable);
  }

  /** The address of a record's document: its name is what the tab shows, its query the id. */
  address(id: string, name: string): Uri {
    // Slashes in a name would become folders, and the name is foreign text.
    const file = `${oneLine(name, 60).replace(/[/\\?#:]/g, '-')}${this.#rules.extension}`;
    return Uri.from({ scheme: this.#rules.scheme, path: `/${file}`, query: id });
  }

  async provideTextDocumentContent(uri: Uri): Promise<string> {
    try {
      return `${await this.#rules.read(uri.query)}\n`;
    } catch (error) {
      return `// ${describeFailure(error)}\n`;
    }
  }

  /** Shows a record as it is now, even where an older state of it is open. */
  async open(id: string, name: string): Promise<TextDocument> {
    const uri = this.address(id, name);
    const isOpen = workspace.textDocuments.some((document) => document.uri.toString() === uri.toString());
    if (isOpen) this.#changed.fire(uri);
    const document = await workspace.openTextDocument(uri);
    await window.showTextDocument(document, { preview: true });
    return document;
  }
}

/** JSON as people read it. */
export function pretty(value: unknown): string {
  return JSON.stringify(value, null, 2);
}
