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
import { DisposableStore } from '../disposable.ts';

/** Maximum size in bytes, because the workspace state isn't meant for large data. */
const maxBytes = 1024 * 1024;

function refuse(): never {
  throw FileSystemError.NoPermissions();
}

/** Where the texts are. */
export interface TextStore {
  load(uri: Uri): string;
  /** Called when the user saves the document. */
  store(uri: Uri, text: string): Promise<void>;
}

/** Must be registered at activation, so that the editors of an earlier window find their texts. */
export class TextFileSystem extends DisposableStore implements FileSystemProvider {
  readonly #texts: () => Promise<TextStore>;
  readonly #changed = this.register(new EventEmitter<FileChangeEvent[]>());
  readonly onDidChangeFile = this.#changed.event;

  /** @param texts loads the code on first use */
  constructor(scheme: string, texts: () => Promise<TextStore>) {
    super();
    this.#texts = texts;
    this.register(workspace.registerFileSystemProvider(scheme, this, { isCaseSensitive: true }));
  }

  async readFile(uri: Uri): Promise<Uint8Array> {
    return new TextEncoder().encode((await this.#texts()).load(uri));
  }

  async writeFile(uri: Uri, content: Uint8Array): Promise<void> {
    if (content.byteLength > maxBytes) throw FileSystemError.Unavailable(l10n.t('The document is larger than 1 MiB.'));
    await (await this.#texts()).store(uri, new TextDecoder().decode(content));
    this.#changed.fire([{ type: FileChangeType.Changed, uri }]);
  }

  async stat(uri: Uri): Promise<FileStat> {
    return { type: FileType.File, ctime: 0, mtime: 0, size: (await this.readFile(uri)).byteLength };
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
