/**
 * Files as the editor reads them: those of virtual file systems, and all files for a server without access to a disk. Reads return only known files; others
 * count as missing and are requested, and the LSP request is computed again when they have arrived.
 */
import type { EditorRequests, FileQuery, FileState } from '../common/protocol.ts';
import type { Files, Platform } from './config/platform.ts';

type Ask = <M extends keyof EditorRequests>(method: M, params: EditorRequests[M][0]) => Promise<EditorRequests[M][1]>;

/** Files that are asked for in one message, and for each whether its text is needed. */
type Queries = Map<string, boolean>;

export class EditorFiles implements Files {
  readonly #ask: Ask;
  readonly #known = new Map<string, FileState | null>();
  /** What goes in the next message. */
  #wanted: Queries | undefined;
  /** By URI, the message that it was asked for in, as long as there is no answer. */
  readonly #asked = new Map<string, Queries>();
  readonly #reading = new Set<Promise<void>>();
  /** The editor answers; otherwise there are no such files. */
  isAvailable = false;
  /** Runs when files have arrived. */
  onDidRead: () => void = () => undefined;

  constructor(ask: Ask) {
    this.#ask = ask;
  }

  /** Resolves when all files that were asked for are known; undefined if they are. */
  get pending(): Promise<unknown> | undefined {
    return this.#reading.size === 0 ? undefined : Promise.all(this.#reading);
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
    if (!isKnown && this.isAvailable) this.#want(uri, text);
    return known ?? undefined;
  }

  #want(uri: string, text: boolean): void {
    const asked = this.#asked.get(uri)?.get(uri);
    if (asked === true || (asked === false && !text)) return;
    if (this.#wanted === undefined) {
      this.#wanted = new Map();
      const reading = this.#readWanted(this.#wanted).then(() => {
        this.#reading.delete(reading);
        this.onDidRead();
      });
      this.#reading.add(reading);
    }
    this.#wanted.set(uri, text || this.#wanted.get(uri) === true);
    this.#asked.set(uri, this.#wanted);
  }

  async #readWanted(wanted: Queries): Promise<void> {
    // What the same request needs goes in one message.
    await Promise.resolve();
    this.#wanted = undefined;
    const queries = Array.from(wanted, ([uri, text]): FileQuery => ({ uri, text }));
    const states = await this.#ask('switchyard/readFiles', queries).catch(() => []);
    for (const [index, { uri }] of queries.entries()) {
      if (this.#asked.get(uri) !== wanted) continue;
      this.#asked.delete(uri);
      this.#known.set(uri, states[index] ?? null);
    }
  }
}

/** A machine of which only these files are known, as in a browser: no environment, programs, or home folder. */
export const machineWith = (files: Files): Platform => ({
  files,
  hasCommand: () => false,
  variables: () => [],
  folderVariable: () => undefined,
  addedSettings: () => [],
  policySources: () => [],
  installedAgent: () => undefined,
});
