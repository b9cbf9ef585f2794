/** Results of work on one server, remembered by the server's own text: an edit costs the servers that it changed. */
import type { ConfigDocument } from './document.ts';
import type { EntryText } from './entry-text.ts';
import type { ServerEntry } from './server.ts';

export class ServerResults<T> {
  #known = new WeakMap<EntryText, { readonly result: T }>();

  /**
   * The results for the live servers of a document, in their order.
   * @param work depends on nothing but the server's text, and keeps nothing of the entry: places are relative to the
   * server's start, and strings are detached
   */
  of(document: ConfigDocument, work: (entry: ServerEntry, text: string) => T): readonly (readonly [ServerEntry, T])[] {
    return document.liveServers.map((entry) => {
      const own = document.textOf(entry);
      // What is wrong with the syntax inside is not told by the text of the entry alone.
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
