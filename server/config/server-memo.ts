/** What follows from the text of a server alone, and is kept from one version of a document to the next. */
import type { Span } from './json.ts';

interface Known {
  readonly what: string;
  readonly inputs: readonly unknown[];
  readonly value: unknown;
}

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

/** A version of a document: its text, and where the servers are. */
interface Version {
  readonly text: string;
  readonly servers: readonly { readonly span: Span; readonly isClean: boolean; readonly memo: ServerMemo }[];
}

/** Finds the memos of the servers that an edit didn't touch: all before it, and all after it. */
export class UnchangedServers {
  readonly #earlier: Version;
  readonly #text: string;
  readonly #before: number;
  readonly #after: number;

  /** @param text the current version */
  constructor(earlier: Version, text: string) {
    this.#earlier = earlier;
    this.#text = text;
    this.#before = commonStart(earlier.text, text);
    this.#after = commonEnd(earlier.text, text);
  }

  /** @param index of the server among all of the current version @param count how many there are */
  memoOf({ offset, length }: Span, index: number, count: number): ServerMemo | undefined {
    const { servers, text } = this.#earlier;
    const end = offset + length;
    const isBefore = end <= this.#before;
    if (!isBefore && offset < this.#text.length - this.#after) return undefined;
    const server = servers[isBefore ? index : servers.length - (count - index)];
    const shift = isBefore ? 0 : this.#text.length - text.length;
    const isSame = server?.isClean === true && server.span.offset + shift === offset && server.span.length === length;
    return isSame ? server.memo : undefined;
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
