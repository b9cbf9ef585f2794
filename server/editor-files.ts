/**
 * Files as the editor reads them: those of virtual file systems, and all files for a server without access to a disk. Reads return only known files; others
 * count as missing and are requested, and the LSP request is computed again when they have arrived.
 */
import type { EditorRequests, FileQuery, FileState } from '../common/protocol.ts';
import type { Files, Machine } from './config/platform.ts';

type Ask = <M extends keyof EditorRequests>(method: M, params: EditorRequests[M][0]) => Promise<EditorRequests[M][1]>;

export class EditorFiles implements Files {
  readonly #ask: Ask;
  readonly #known = new Map<string, FileState | null>();
  /** Whether the text is needed too, by URI. */
  #wanted = new Map<string, boolean>();
  /** The same for what the editor was asked and hasn't answered yet. */
  #asked = new Map<string, boolean>();
  #pending: Promise<void> | undefined;
  /** The editor answers; otherwise there are no such files. */
  isAvailable = false;
  /** Runs when files have arrived. */
  onDidRead: () => void = () => undefined;

  constructor(ask: Ask) {
    this.#ask = ask;
  }

  /** Resolves when all files that were asked for are known; undefined if they are. */
  get pending(): Promise<void> | undefined {
    return this.#pending;
  }

  /** These files may have changed; all files if absent. */
  forget(uris?: readonly string[]): void {
    // An answer that is on its way may be from before the change.
    for (const map of [this.#known, this.#asked])
      if (uris === undefined) map.clear();
      else for (const uri of uris) map.delete(uri);
  }

  read(uri: string): string | undefined {
    return this.#look(uri, true)?.text ?? undefined;
  }

  stamp(uri: string): string | undefined {
    // Asked for before a file is read: one request less.
    return this.#look(uri, true)?.stamp;
  }

  kind(uri: string): 'file' | 'folder' | undefined {
    return this.#look(uri, false)?.kind;
  }

  async find(folder: string): Promise<readonly string[]> {
    return !this.isAvailable ? [] : this.#ask('switchyard/findFiles', { folder }).catch(() => []);
  }

  #look(uri: string, text: boolean): FileState | undefined {
    const known = this.#known.get(uri);
    const isKnown = known === null || (known !== undefined && (!text || known.text !== undefined));
    const isAsked = text ? this.#asked.get(uri) === true : this.#asked.has(uri);
    if (!isKnown && !isAsked && this.isAvailable) {
      this.#wanted.set(uri, text || this.#wanted.get(uri) === true);
      this.#pending ??= this.#readWanted();
    }
    return known ?? undefined;
  }

  async #readWanted(): Promise<void> {
    // What the same request needs goes in one message.
    await Promise.resolve();
    const wanted = this.#wanted;
    this.#wanted = new Map();
    this.#asked = wanted;
    const queries = Array.from(wanted, ([uri, text]): FileQuery => ({ uri, text }));
    const states = await this.#ask('switchyard/readFiles', queries).catch(() => []);
    this.#asked = new Map();
    for (const [index, { uri }] of queries.entries()) this.#known.set(uri, states[index] ?? null);
    this.#pending = this.#wanted.size > 0 ? this.#readWanted() : undefined;
    this.onDidRead();
  }
}

/** A machine of which only these files are known, as in a browser: no environment, programs, or home folder. */
export const machineWith = (files: Files): Machine => ({
  files,
  hasCommand: () => false,
  variables: () => [],
  folderVariable: () => undefined,
  addedSettings: () => [],
  installedAgent: () => undefined,
});
