/** Servers of an earlier version of a text. As long as a server's text is the same, it isn't read again until needed. */
import type { ConfigDocument } from './document.ts';
import { endOf, type JsonNode, type Member, type ObjectNode, type StringNode } from './json.ts';
import type { ServerEntry, ServerFacts } from './server.ts';

/** Reads the members of the valid object that starts at this offset. */
type ObjectReader = (text: string, offset: number) => readonly Member[];

export class KnownServers {
  readonly #text: string;
  readonly #entries: ReadonlyMap<string, ServerEntry>;
  readonly #facts = new Map<JsonNode, ServerFacts>();

  constructor(earlier: ConfigDocument) {
    this.#text = earlier.text;
    this.#entries = new Map(
      earlier.servers.flatMap((entry) => (entry.clean && entry.value?.type === 'object' ? [[entry.name, entry]] : [])),
    );
  }

  /**
   * Returns the value of a server if its text, from the start of the name to the end of the value, is known.
   * @param offset start of the value
   */
  find(text: string, key: StringNode, offset: number, parse: ObjectReader) {
    const entry = this.#entries.get(key.value);
    if (entry?.value === undefined) return undefined;
    const { key: start, value } = entry;
    const known = this.#text.slice(start.offset, endOf(value));
    if (value.offset - start.offset !== offset - key.offset || !text.startsWith(known, key.offset)) return undefined;
    const object = lazyObject(text, offset, value.length, parse);
    this.#facts.set(object, entry.facts);
    return object;
  }

  /** Returns what is known of a value that was found. */
  factsOf(value: JsonNode | undefined): ServerFacts | undefined {
    return value && this.#facts.get(value);
  }
}

function lazyObject(text: string, offset: number, length: number, parse: ObjectReader): ObjectNode {
  let members: readonly Member[] | undefined;
  return {
    type: 'object',
    offset,
    length,
    get members() {
      members ??= parse(text, offset);
      return members;
    },
  };
}
