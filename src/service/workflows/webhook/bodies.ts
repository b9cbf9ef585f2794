/** JSON bodies for webhooks: one editable document per workflow, stored in the workspace state. */
import {
  CodeLens,
  EventEmitter,
  type FileChangeEvent,
  FileChangeType,
  type FileStat,
  FileSystemError,
  type FileSystemProvider,
  FileType,
  l10n,
  languages,
  type Memento,
  Range,
  Uri,
  window,
  workspace,
} from 'vscode';
import { DisposableStore } from '../../../shared/disposable.ts';
import { commands } from '../../../shared/generated/names.ts';

export const bodyScheme = 'switchyard-webhook';

const emptyBody = '{}\n';
/** Maximum size in bytes, because the workspace state isn't meant for large data. */
const maxBodyBytes = 1024 * 1024;

const keyOf = (workflow: string) => `switchyard.webhook.body.${workflow}`;

function refuse(): never {
  throw FileSystemError.NoPermissions();
}

const sendCommand = () => ({ command: commands.workflows.sendWebhook, title: l10n.t('$(play) Send to Webhook…') });

/** A file system with one file per workflow. Saving the document stores the body. */
export class WebhookBodies extends DisposableStore implements FileSystemProvider {
  readonly #memory: Memento;
  readonly #changed = this.own(new EventEmitter<FileChangeEvent[]>());
  readonly onDidChangeFile = this.#changed.event;

  constructor(memory: Memento) {
    super();
    this.#memory = memory;
    this.ownAll(
      workspace.registerFileSystemProvider(bodyScheme, this, { isCaseSensitive: true }),
      languages.registerCodeLensProvider(
        { scheme: bodyScheme },
        { provideCodeLenses: () => [new CodeLens(new Range(0, 0, 0, 0), sendCommand())] },
      ),
    );
  }

  /** Returns the body of a workflow's webhook that was saved last. */
  read(workflow: string): string {
    const value = this.#memory.get<unknown>(keyOf(workflow));
    return typeof value === 'string' ? value : emptyBody;
  }

  /** @param name shown in the tab; untrusted text */
  async open(workflow: string, name: string): Promise<void> {
    const file = `${name.replace(/[/\\?#:]/g, '-')}.webhook.json`;
    const uri = Uri.from({ scheme: bodyScheme, path: `/${file}`, query: workflow });
    await window.showTextDocument(await workspace.openTextDocument(uri), { preview: false });
  }

  readFile(uri: Uri): Uint8Array {
    return new TextEncoder().encode(this.read(uri.query));
  }

  async writeFile(uri: Uri, content: Uint8Array): Promise<void> {
    if (content.byteLength > maxBodyBytes) throw FileSystemError.Unavailable(l10n.t('The body is larger than 1 MiB.'));
    await this.#memory.update(keyOf(uri.query), new TextDecoder().decode(content));
    this.#changed.fire([{ type: FileChangeType.Changed, uri }]);
  }

  stat(uri: Uri): FileStat {
    return { type: FileType.File, ctime: 0, mtime: 0, size: this.readFile(uri).byteLength };
  }

  watch(): { dispose(): void } {
    return { dispose: () => undefined };
  }

  readDirectory(): [] {
    return [];
  }

  readonly createDirectory = refuse;
  readonly delete = refuse;
  readonly rename = refuse;
}
