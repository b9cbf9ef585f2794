/**
 * Files that the editor reads for the server: those of virtual file systems, and all files if the server has no access
 * to a disk. They are loaded before they're read; others count as missing.
 */
import type { EditorRequests, FileKind, FileQuery, FileState } from '../../common/messages/protocol.ts';
import type { Files } from './files.ts';

type Ask = <M extends keyof EditorRequests>(method: M, params: EditorRequests[M][0]) => Promise<EditorRequests[M][1]>;

interface Reading {
  /** True if the texts are requested too. */
  readonly text: boolean;
  readonly done: Promise<void>;
}

/** If the editor doesn't answer. */
const unknownState: FileState = { kind: 'unknown', stamp: 'unknown', text: null };

export class EditorFiles implements Files {
  readonly #ask: Ask;
  readonly #known = new Map<string, FileState | null>();
  /** The pending message of each requested URI. */
  readonly #asked = new Map<string, Reading>();
  /** True if the editor handles these requests. Otherwise, all files count as missing. */
  isAvailable = false;

  constructor(ask: Ask) {
    this.#ask = ask;
  }

  /** Forgets files that may have changed; all files if `uris` is absent. */
  forget(uris?: readonly string[]): void {
    // A pending response may predate the change.
    for (const map of [this.#known, this.#asked])
      if (uris === undefined) map.clear();
      else for (const uri of uris) map.delete(uri);
  }

  load(uris: readonly string[], text: boolean): Promise<unknown> | undefined {
    const isKnown = (state: FileState | null | undefined): boolean =>
      state === null || (state !== undefined && (!text || state.text !== undefined));
    const unknown = this.isAvailable ? uris.filter((uri) => !isKnown(this.#known.get(uri))) : [];
    if (unknown.length === 0) return undefined;
    const isAsked = (reading: Reading | undefined): boolean => reading !== undefined && (reading.text || !text);
    const unasked = new Set(unknown.filter((uri) => !isAsked(this.#asked.get(uri))));
    if (unasked.size > 0) this.#request([...unasked], text);
    return Promise.all(unknown.map((uri) => this.#asked.get(uri)?.done));
  }

  #request(uris: readonly string[], text: boolean): void {
    const queries = uris.map((uri): FileQuery => ({ uri, text }));
    const states = this.#ask('switchyard/readFiles', queries).catch(() => uris.map(() => unknownState));
    const reading: Reading = { text, done: states.then((known) => this.#arrived(uris, known, reading)) };
    for (const uri of uris) this.#asked.set(uri, reading);
  }

  #arrived(uris: readonly string[], states: readonly (FileState | null)[], reading: Reading): void {
    for (const [index, uri] of uris.entries()) {
      if (this.#asked.get(uri) !== reading) continue;
      this.#asked.delete(uri);
      this.#known.set(uri, states[index] ?? null);
    }
  }

  read(uri: string): string | undefined {
    return this.#known.get(uri)?.text ?? undefined;
  }

  stamp(uri: string): string | undefined {
    return this.#known.get(uri)?.stamp;
  }

  kind(uri: string): FileKind | undefined {
    return this.#known.get(uri)?.kind;
  }

  async find(folder: string): Promise<readonly string[]> {
    return !this.isAvailable ? [] : this.#ask('switchyard/findFiles', { folder }).catch(() => []);
  }
}
