/** Servers of an earlier version of a text. As long as a server's text is the same, it isn't read again until needed. */
import { endOf, type JsonNode, type Member, type ObjectNode, type StringNode } from './json.ts';
import { readMembers } from './tolerant-parser.ts';

/** A server as it was in the earlier version. */
interface KnownServer {
  readonly name: string;
  readonly key: StringNode;
  readonly value: JsonNode | undefined;
  readonly isClean: boolean;
  readonly textId: object;
}

interface EarlierVersion {
  readonly text: string;
  readonly servers: readonly KnownServer[];
}

export class KnownServers {
  readonly #earlier: EarlierVersion;
  readonly #text: string;
  #indexes: ReadonlyMap<string, number> | undefined;
  /** Index of the server that comes next if the order is the same. */
  #next = 0;

  /** @param text the current version */
  constructor(earlier: EarlierVersion, text: string) {
    this.#earlier = earlier;
    this.#text = text;
  }

  /**
   * Returns the value of a server if its text, from the start of the name to the end of the value, is known.
   * @param offset start of the value
   */
  find(key: StringNode, offset: number): KnownObject | undefined {
    const server = this.#named(key.value);
    if (server?.isClean !== true || server.value?.type !== 'object') return undefined;
    const { key: start, value, textId } = server;
    const length = endOf(value) - start.offset;
    const isSame =
      offset - key.offset === value.offset - start.offset &&
      this.#text.slice(key.offset, key.offset + length) === this.#earlier.text.slice(start.offset, endOf(value));
    return isSame ? new KnownObject(this.#text, offset, value.length, textId) : undefined;
  }

  #named(name: string): KnownServer | undefined {
    const { servers } = this.#earlier;
    if (servers[this.#next]?.name === name) return servers[this.#next++];
    this.#indexes ??= new Map(servers.map((server, index) => [server.name, index]));
    const index = this.#indexes.get(name);
    if (index === undefined) return undefined;
    this.#next = index + 1;
    return servers[index];
  }
}

/** The value of a server with known text. */
export class KnownObject implements ObjectNode {
  readonly type = 'object';
  readonly offset: number;
  readonly length: number;
  readonly textId: object;
  readonly #text: string;
  #members: readonly Member[] | undefined;

  constructor(text: string, offset: number, length: number, textId: object) {
    this.offset = offset;
    this.length = length;
    this.textId = textId;
    this.#text = text;
  }

  get members(): readonly Member[] {
    this.#members ??= readMembers(this.#text, this.offset);
    return this.#members;
  }
}
