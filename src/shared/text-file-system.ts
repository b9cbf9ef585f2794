/** Editable documents that are no files of the user: a file system whose texts are stored elsewhere. */
import {
  EventEmitter,
  type FileChangeEvent,
  FileChangeType,
  type FileStat,
  FileSystemError,
  type FileSystemProvider,
  FileType,
  l10n,
  type Uri,
  workspace,
} from 'vscode';
import { DisposableStore } from './disposable.ts';

/** Maximum size in bytes, because the workspace state isn't meant for large data. */
const maxBytes = 1024 * 1024;

function refuse(): never {
  throw FileSystemError.NoPermissions();
}

/** Must be registered at activation, so that the editors of an earlier window find their texts. */
export abstract class TextFileSystem extends DisposableStore implements FileSystemProvider {
  readonly #changed = this.own(new EventEmitter<FileChangeEvent[]>());
  readonly onDidChangeFile = this.#changed.event;

  constructor(scheme: string) {
    super();
    this.own(workspace.registerFileSystemProvider(scheme, this, { isCaseSensitive: true }));
  }

  protected abstract load(uri: Uri): string;

  /** Called when the user saves the document. */
  protected abstract store(uri: Uri, text: string): Promise<void>;

  readFile(uri: Uri): Uint8Array {
    return new TextEncoder().encode(this.load(uri));
  }

  async writeFile(uri: Uri, content: Uint8Array): Promise<void> {
    if (content.byteLength > maxBytes) throw FileSystemError.Unavailable(l10n.t('The document is larger than 1 MiB.'));
    await this.store(uri, new TextDecoder().decode(content));
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
