/** Results of work on one server, remembered by the server's own text: an edit costs the servers that it changed. */
import type { ConfigDocument } from './document.ts';
import { endOf } from './json.ts';
import type { ServerEntry } from './server.ts';

/** One for each document and kind of work. Holds the results of the document's last version only. */
export class ServerResults<T> {
  #known = new Map<string, Remembered<T>>();

  /**
   * The results for the live servers of a document, in their order.
   * @param work depends on nothing but the server's text, and keeps nothing of it: places are relative to the server's
   * start, and strings that are slices of the text would hold on to all of it
   */
  of({ text, servers }: ConfigDocument, work: (entry: ServerEntry) => T): readonly (readonly [ServerEntry, T])[] {
    const known = new Map<string, Remembered<T>>();
    const results = servers.flatMap((entry): readonly (readonly [ServerEntry, T])[] => {
      const { key, value, live, damaged } = entry;
      if (!live) return [];
      // What is wrong with the syntax inside is not told by the text of the entry alone.
      if (damaged) return [[entry, work(entry)]];
      const own = text.slice(key.offset, endOf(value ?? key));
      const result = known.get(own) ?? this.#known.get(own) ?? { text: copied(own), result: work(entry) };
      known.set(result.text, result);
      return [[entry, result.result]];
    });
    this.#known = known;
    return results;
  }

  clear(): void {
    this.#known.clear();
  }
}

interface Remembered<T> {
  readonly text: string;
  readonly result: T;
}

/** V8 keeps a piece of a string as a view of the whole. */
function copied(text: string): string {
  return ` ${text}`.slice(1);
}
