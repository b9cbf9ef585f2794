/** LSP's base protocol over a byte stream: `Content-Length: n`, an empty line, n bytes of JSON in UTF-8. */

/** The stream is not what the base protocol allows; where the next message begins cannot be told any more. */
export class FramingError extends Error {
  override readonly name = 'FramingError';
}

const headerLimit = 4096;
const encoder = new TextEncoder();
const decoder = new TextDecoder();

/** One message as it goes over the wire. */
export function frame(message: object): Uint8Array {
  const body = encoder.encode(JSON.stringify(message));
  const header = encoder.encode(`Content-Length: ${body.length}\r\n\r\n`);
  const bytes = new Uint8Array(header.length + body.length);
  bytes.set(header);
  bytes.set(body, header.length);
  return bytes;
}

/** Puts messages together from chunks that are cut anywhere, in the middle of a character too. */
export class FrameReader {
  #chunks: Uint8Array[] = [];
  #size = 0;
  /** Length of the body being read; undefined while a header is. */
  #wanted: number | undefined;

  /**
   * Takes the next bytes; gives the bodies that are complete with them.
   * @throws FramingError when a header has no usable length.
   */
  push(chunk: Uint8Array): string[] {
    this.#chunks.push(chunk);
    this.#size += chunk.length;
    const bodies: string[] = [];
    for (;;) {
      this.#wanted ??= this.#readHeader();
      if (this.#wanted === undefined || this.#size < this.#wanted) return bodies;
      bodies.push(decoder.decode(this.#take(this.#wanted)));
      this.#wanted = undefined;
    }
  }

  /** The length that the header at the front announces; undefined while it is incomplete. */
  #readHeader(): number | undefined {
    const bytes = this.#joined();
    const end = endOfHeader(bytes);
    if (end < 0) {
      if (bytes.length > headerLimit) throw new FramingError('A message header does not end.');
      return undefined;
    }
    const header = decoder.decode(this.#take(end + 4));
    const length = /^content-length:[ \t]*(\d+)[ \t]*$/im.exec(header.replaceAll('\r', ''))?.[1];
    if (length === undefined) throw new FramingError('A message header has no Content-Length.');
    return Number(length);
  }

  /** Removes so many bytes from the front. */
  #take(length: number): Uint8Array {
    const bytes = this.#joined();
    const rest = bytes.subarray(length);
    this.#chunks = rest.length > 0 ? [rest] : [];
    this.#size = rest.length;
    return bytes.subarray(0, length);
  }

  /** Everything read so far in one piece. A long body is joined once, when its last chunk is there. */
  #joined(): Uint8Array {
    const [only] = this.#chunks;
    if (this.#chunks.length === 1 && only !== undefined) return only;
    const bytes = new Uint8Array(this.#size);
    let at = 0;
    for (const chunk of this.#chunks) {
      bytes.set(chunk, at);
      at += chunk.length;
    }
    this.#chunks = [bytes];
    return bytes;
  }
}

function endOfHeader(bytes: Uint8Array): number {
  const last = Math.min(bytes.length, headerLimit + 4) - 4;
  for (let at = 0; at <= last; at++) {
    if (bytes[at] === 13 && bytes[at + 1] === 10 && bytes[at + 2] === 13 && bytes[at + 3] === 10) return at;
  }
  return -1;
}
