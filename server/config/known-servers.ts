/** Servers of an earlier version of a text. As long as a server's text is the same, it isn't read again until needed. */
import type { ConfigDocument } from './document.ts';
import { endOf, type Member, type ObjectNode, type StringNode } from './json.ts';
import type { EntryFacts, ServerEntry } from './server.ts';
import { readMembers } from './tolerant-parser.ts';

export class KnownServers {
  readonly #text: string;
  readonly #servers: readonly ServerEntry[];
  #indexes: ReadonlyMap<string, number> | undefined;
  /** Index of the server that comes next if the order is the same. */
  #next = 0;

  constructor({ text, servers }: ConfigDocument) {
    this.#text = text;
    this.#servers = servers;
  }

  /**
   * Returns the value of a server if its text, from the start of the name to the end of the value, is known.
   * @param offset start of the value
   */
  find(text: string, key: StringNode, offset: number): KnownObject | undefined {
    const entry = this.#named(key.value);
    if (entry?.isClean !== true || entry.value?.type !== 'object') return undefined;
    const { key: start, value } = entry;
    const known = this.#text.slice(start.offset, endOf(value));
    if (value.offset - start.offset !== offset - key.offset || !text.startsWith(known, key.offset)) return undefined;
    return new KnownObject(text, offset, value.length, entry.facts);
  }

  #named(name: string): ServerEntry | undefined {
    if (this.#servers[this.#next]?.name === name) return this.#servers[this.#next++];
    this.#indexes ??= new Map(this.#servers.map((entry, index) => [entry.name, index]));
    const index = this.#indexes.get(name);
    if (index === undefined) return undefined;
    this.#next = index + 1;
    return this.#servers[index];
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
