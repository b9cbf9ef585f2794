/** Workflows and runs as read-only documents, for what no view lists. */
import { EventEmitter, type TextDocumentContentProvider, Uri, window, workspace } from 'vscode';
import type { Connection } from '../account/index.ts';
import { Owner } from '../shared/disposable.ts';
import { describeFailure } from '../shared/messages.ts';
import { readLink, type Target } from './address.ts';

const SCHEME = 'switchyard-record';

export class RecordDocuments extends Owner implements TextDocumentContentProvider {
  readonly #connection: Connection;
  readonly #changed = this.own(new EventEmitter<Uri>());
  readonly onDidChange = this.#changed.event;
  /** What was asked for before its document was opened. */
  readonly #fresh = new Map<string, string>();

  constructor(connection: Connection) {
    super();
    this.#connection = connection;
    this.own(workspace.registerTextDocumentContentProvider(SCHEME, this));
  }

  /** Asks for the record, and opens its document only when it is there. @throws ApiFailure */
  async open(target: Target): Promise<void> {
    const uri = Uri.from({ scheme: SCHEME, path: `/${target.kind}/${target.id}.json` });
    this.#fresh.set(uri.path, await this.#read(target));
    this.#changed.fire(uri);
    await window.showTextDocument(await workspace.openTextDocument(uri), { preview: true });
  }

  async provideTextDocumentContent({ path }: Uri): Promise<string> {
    const fresh = this.#fresh.get(path);
    this.#fresh.delete(path);
    if (fresh !== undefined) return fresh;
    const target = readLink({ path: path.replace(/\.json$/, ''), query: '', fragment: '' });
    if (!target) return '';
    return this.#read(target).catch((error: unknown) => `// ${describeFailure(error)}\n`);
  }

  async #read({ kind, id }: Target): Promise<string> {
    const record = await this.#connection.run<unknown>((client) =>
      kind === 'workflow' ? client.getWorkflow(id) : client.getExecution(id),
    );
    return `${JSON.stringify(record, null, 2)}\n`;
  }
}
