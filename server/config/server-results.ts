/** Caches results per server by the server's text, so that an edit recomputes only the servers that it changed. */
import type { ConfigDocument } from './document.ts';
import type { EntryText } from './entry-text.ts';
import type { ServerEntry } from './server.ts';

export class ServerResults<T> {
  #known = new WeakMap<EntryText, { readonly result: T }>();

  /**
   * Returns the results for the live servers of a document, in file order.
   * @param work must depend only on the server's text and retain nothing of the entry: offsets are relative to the
   * server's start, and strings are detached
   */
  of(document: ConfigDocument, work: (entry: ServerEntry, text: string) => T): readonly (readonly [ServerEntry, T])[] {
    return document.liveServers.map((entry) => {
      const own = document.textOf(entry);
      // Not cached: syntax faults inside the entry don't depend on its text alone.
      if (entry.damaged) return [entry, work(entry, own.text)];
      let known = this.#known.get(own);
      if (known === undefined) {
        known = { result: work(entry, own.text) };
        this.#known.set(own, known);
      }
      return [entry, known.result];
    });
  }

  clear(): void {
    this.#known = new WeakMap();
  }
}
