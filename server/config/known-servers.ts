/** Servers of an earlier version of a text. As long as a server's text is the same, it isn't read again until needed. */
import type { ConfigDocument } from './document.ts';
import { endOf, type Member, type ObjectNode, type StringNode } from './json.ts';
import type { EntryFacts, ServerEntry } from './server.ts';
import { readMembers } from './tolerant-parser.ts';

export class KnownServers {
  readonly #earlier: ConfigDocument;
  readonly #text: string;
  #indexes: ReadonlyMap<string, number> | undefined;
  /** Index of the server that comes next if the order is the same. */
  #next = 0;

  constructor(earlier: ConfigDocument, text: string) {
    this.#earlier = earlier;
    this.#text = text;
  }

  /**
   * Returns the value of a server if its text, from the start of the name to the end of the value, is known.
   * @param offset start of the value
   */
  find(key: StringNode, offset: number): KnownObject | undefined {
    const entry = this.#named(key.value);
    if (entry?.isClean !== true || entry.value?.type !== 'object') return undefined;
    const { key: start, value } = entry;
    const length = endOf(value) - start.offset;
    const isSame =
      offset - key.offset === value.offset - start.offset &&
      this.#text.slice(key.offset, key.offset + length) === this.#earlier.text.slice(start.offset, endOf(value));
    return isSame ? new KnownObject(this.#text, offset, value.length, entry.facts) : undefined;
  }

  #named(name: string): ServerEntry | undefined {
    if (this.#earlier.servers[this.#next]?.name === name) return this.#earlier.servers[this.#next++];
    this.#indexes ??= new Map(this.#earlier.servers.map((entry, index) => [entry.name, index]));
    const index = this.#indexes.get(name);
    if (index === undefined) return undefined;
    this.#next = index + 1;
    return this.#earlier.servers[index];
  }
}

/** The value of a server with known text. */
export class KnownObject implements ObjectNode {
  readonly type = 'object';
  readonly offset: number;
  readonly length: number;
  readonly facts: EntryFacts;
  readonly #text: string;
  #members: readonly Member[] | undefined;

  constructor(text: string, offset: number, length: number, facts: EntryFacts) {
    this.offset = offset;
    this.length = length;
    this.facts = facts;
    this.#text = text;
  }

  get members(): readonly Member[] {
    this.#members ??= readMembers(this.#text, this.offset);
    return this.#members;
  }
}
