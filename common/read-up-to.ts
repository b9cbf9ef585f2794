/** What was read of a body. */
export interface ReadBody {
  readonly bytes: Uint8Array<ArrayBuffer>;
  /** False if the body is larger than the limit; the rest was canceled. */
  readonly isWhole: boolean;
}

/**
 * Reads a body up to a limit. A failure also cancels the rest.
 * @param most in bytes @param wait waits for a chunk, and may give up
 */
export async function readUpTo(
  body: ReadableStream<Uint8Array<ArrayBuffer>> | null,
  most: number,
  wait: <T>(chunk: Promise<T>) => Promise<T> = (chunk) => chunk,
): Promise<ReadBody> {
  const chunks: Uint8Array<ArrayBuffer>[] = [];
  const whole = async (isWhole: boolean) => ({ bytes: new Uint8Array(await new Blob(chunks).arrayBuffer()), isWhole });
  const reader = body?.getReader();
  let size = 0;
  try {
    while (reader !== undefined) {
      const { done, value } = await wait(reader.read());
      if (done) return await whole(true);
      size += value.byteLength;
      if (size > most) {
        chunks.push(value.slice(0, value.byteLength - (size - most)));
        reader.cancel().catch(() => undefined);
        return await whole(false);
      }
      chunks.push(value);
    }
    return await whole(true);
  } catch (error) {
    reader?.cancel().catch(() => undefined);
    throw error;
  }
}
