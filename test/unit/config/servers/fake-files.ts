/** Files and their documents in memory, as VS Code edits and saves them. A position is an offset in its `character`. */
import { vi } from 'vitest';
import { FileType, type Uri, type WorkspaceEdit, workspace } from '../../fake-vscode.ts';

interface Position {
  readonly character: number;
}

export class FakeFiles {
  /** Texts on disk, by path. */
  readonly disk = new Map<string, string>();
  /** Paths that can be edited but not saved. The document of a read-only file never has unsaved changes. */
  readonly readOnly = new Set<string>();
  readonly unsavable = new Set<string>();
  /** Paths that VS Code is saving itself: the next call of `save` returns false. */
  readonly saving = new Set<string>();
  /** Called after a text is read from disk and before it is returned. */
  delay = async (): Promise<void> => undefined;
  readonly #documents = new Map<string, FakeDocument>();

  /** Ends pauses at once, such as those between attempts to save, until the end of the test. */
  skipPauses(): void {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] }).setTimerTickMode('nextTimerAsync');
  }

  /** Replaces the files of the fake `workspace`, until the end of the test. */
  install(): void {
    Object.assign(workspace, {
      openTextDocument: async (uri: Uri) => this.document(uri),
      applyEdit: async (edit: WorkspaceEdit) => this.#apply(edit),
      asRelativePath: ({ path }: Uri) => path,
      onDidChangeTextDocument: () => ({ dispose: () => undefined }),
      fs: {
        stat: async ({ path }: Uri) => ({ type: FileType.File, size: this.#read(path).length }),
        readFile: async ({ path }: Uri) => {
          const text = this.#read(path);
          await this.delay();
          return new TextEncoder().encode(text);
        },
        writeFile: async ({ path }: Uri, content: Uint8Array) =>
          void this.disk.set(path, new TextDecoder().decode(content)),
      },
    });
  }

  document(uri: Uri): FakeDocument {
    const document = this.#documents.get(uri.path) ?? new FakeDocument(uri, this.#read(uri.path), this);
    this.#documents.set(uri.path, document);
    return document;
  }

  #read(path: string): string {
    const text = this.disk.get(path);
    if (text === undefined) throw new Error('no such file');
    return text;
  }

  #apply({ steps }: WorkspaceEdit): boolean {
    for (const step of steps) {
      if ('contents' in step) this.disk.set(step.uri.path, new TextDecoder().decode(step.contents));
      else if ('text' in step) {
        const [start, end] = [step.range.start, step.range.end].map((one) => (one as Position).character);
        this.document(step.uri).replace(start ?? 0, end ?? 0, step.text);
      } else {
        this.disk.delete(step.uri.path);
        this.#documents.delete(step.uri.path);
      }
    }
    return true;
  }
}

class FakeDocument {
  readonly uri: Uri;
  readonly #files: FakeFiles;
  #text: string;
  isDirty = false;
  version = 1;

  constructor(uri: Uri, text: string, files: FakeFiles) {
    this.uri = uri;
    this.#text = text;
    this.#files = files;
  }

  readonly getText = () => this.#text;
  readonly positionAt = (offset: number) => ({ line: 0, character: offset });
  readonly offsetAt = ({ character }: Position) => character;

  replace(start: number, end: number, text: string): void {
    this.#text = this.#text.slice(0, start) + text + this.#text.slice(end);
    this.version++;
    this.isDirty = !this.#files.readOnly.has(this.uri.path);
  }

  async save(): Promise<boolean> {
    const { disk, readOnly, saving, unsavable } = this.#files;
    if (saving.delete(this.uri.path)) return false;
    if (readOnly.has(this.uri.path) || unsavable.has(this.uri.path)) return false;
    disk.set(this.uri.path, this.#text);
    this.isDirty = false;
    return true;
  }
}
