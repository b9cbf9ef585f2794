/** What is kept of servers from one version of a document to the next. */
import { endOf, type JsonNode, type ObjectNode, type Span } from '../text/json.ts';
import { type KnownObjects, UnreadObject } from '../text/strict-parser.ts';

interface Known {
  readonly what: string;
  readonly inputs: readonly unknown[];
  readonly value: unknown;
}

/** What follows from the text of a server alone. */
export class ServerMemo {
  readonly #known: Known[] = [];

  /**
   * Returns a value that depends on the text of the server and on these inputs. Computes it only if an input is another
   * object than before.
   * @param what names the value, and has one type everywhere
   */
  recall<T>(what: string, inputs: readonly unknown[], compute: () => T): T {
    const index = this.#known.findIndex((known) => known.what === what);
    const known = this.#known[index];
    if (known !== undefined && inputs.every((input, at) => input === known.inputs[at])) return known.value as T;
    const value = compute();
    this.#known[index < 0 ? this.#known.length : index] = { what, inputs, value };
    return value;
  }
}

/** A version of a document: its text, and its servers in the order of the text. */
interface Version {
  readonly text: string;
  readonly servers: readonly Server[];
}

interface Server {
  readonly key: Span;
  readonly value: JsonNode | undefined;
  readonly isClean: boolean;
  readonly memo: ServerMemo;
}

/** The servers that an edit didn't touch: all before it, and all after it. Their values aren't read again until needed. */
export class UnchangedServers implements KnownObjects {
  readonly #text: string;
  readonly #servers: readonly Server[];
  /** Number of characters at the start, up to the end of a server, and at the end that are the same. */
  readonly #before: number;
  readonly #after: number;
  /** What is added to offsets after the edit. */
  readonly #shift: number;
  /** The next server to look at. */
  #next = 0;

  /** @param text the current version */
  constructor({ text: earlier, servers }: Version, text: string) {
    this.#text = text;
    this.#servers = servers;
    // A text that an edit repeated or removed is the same from both ends, so all but whole servers count as the end.
    const start = commonStart(earlier, text);
    const last = servers.findLast((server) => endOf(server.value ?? server.key) <= start);
    this.#before = last === undefined ? 0 : endOf(last.value ?? last.key);
    this.#after = Math.min(commonEnd(earlier, text), Math.min(earlier.length, text.length) - this.#before);
    this.#shift = text.length - earlier.length;
  }

  objectAt(offset: number): ObjectNode | undefined {
    const before = this.#earlierOffset(offset);
    let server = this.#servers[this.#next];
    while (server !== undefined && (server.value?.offset ?? -1) < before) server = this.#servers[++this.#next];
    const { value, isClean } = server ?? {};
    if (isClean !== true || value?.type !== 'object' || value.offset !== before) return undefined;
    return this.#isSame(offset, value.length) ? new UnreadObject(this.#text, offset, value.length) : undefined;
  }

  /** @param index of the server among all of the current version @param count how many there are */
  memoOf({ offset, length }: Span, index: number, count: number): ServerMemo | undefined {
    if (!this.#isSame(offset, length)) return undefined;
    const isBefore = offset + length <= this.#before;
    const server = this.#servers[isBefore ? index : this.#servers.length - (count - index)];
    if (server?.isClean !== true || server.key.offset !== this.#earlierOffset(offset)) return undefined;
    const end = endOf(server.value ?? server.key);
    return end - server.key.offset === length ? server.memo : undefined;
  }

  #earlierOffset(offset: number): number {
    return offset < this.#before ? offset : offset - this.#shift;
  }

  #isSame(offset: number, length: number): boolean {
    return offset + length <= this.#before || offset >= this.#text.length - this.#after;
  }
}

/** Characters that are compared at once, which is much faster than one by one. */
const chunk = 4096;

function commonStart(one: string, other: string): number {
  const limit = Math.min(one.length, other.length);
  let at = 0;
  while (at < limit && one.slice(at, at + chunk) === other.slice(at, at + chunk)) at += chunk;
  while (at < limit && one.charCodeAt(at) === other.charCodeAt(at)) at++;
  return Math.min(at, limit);
}

function commonEnd(one: string, other: string): number {
  const limit = Math.min(one.length, other.length);
  const before = (text: string, at: number): string => text.slice(-at - chunk, text.length - at);
  let at = 0;
  while (at < limit && before(one, at) === before(other, at)) at += chunk;
  while (at < limit && one.charCodeAt(one.length - 1 - at) === other.charCodeAt(other.length - 1 - at)) at++;
  return Math.min(at, limit);
}
