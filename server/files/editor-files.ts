/**
 * Files that the editor reads for the server: those of virtual file systems, and all files if the server has no access
 * to a disk. Reads return only known files. Others count as missing and are requested; the LSP request is computed
 * again when they have arrived.
 */
import type { EditorRequests, FileQuery, FileState } from '../../common/protocol.ts';
import type { Files } from './files.ts';

type Ask = <M extends keyof EditorRequests>(method: M, params: EditorRequests[M][0]) => Promise<EditorRequests[M][1]>;

/** URIs of the files that are requested in one message. True if the text is needed. */
type Queries = Map<string, boolean>;

export class EditorFiles implements Files {
  readonly #ask: Ask;
  readonly #known = new Map<string, FileState | null>();
  /** Files to request in the next message. */
  #wanted: Queries | undefined;
  /** The pending message of each requested URI. */
  readonly #asked = new Map<string, Queries>();
  readonly #reading = new Set<Promise<void>>();
  /** True if the editor handles these requests. Otherwise, all files count as missing. */
  isAvailable = false;
  /** Called when files have arrived. */
  onDidRead: () => void = () => undefined;

  constructor(ask: Ask) {
    this.#ask = ask;
  }

  /** Resolves when all requested files are known; undefined if they already are. */
  get pending(): Promise<unknown> | undefined {
    return this.#reading.size === 0 ? undefined : Promise.all(this.#reading);
  }

  /** Forgets files that may have changed; all files if `uris` is absent. */
  forget(uris?: readonly string[]): void {
    // A pending response may predate the change.
    for (const map of [this.#known, this.#asked])
      if (uris === undefined) map.clear();
      else for (const uri of uris) map.delete(uri);
  }

  read(uri: string): string | undefined {
    return this.#look(uri, true)?.text ?? undefined;
  }

  stamp(uri: string): string | undefined {
    // Callers need the stamp before the text, so requesting both at once saves a request.
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
    // Waits, so that all files that the same LSP request needs are in one message.
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
