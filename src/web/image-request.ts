/** Requests an image in a browser. Names of private addresses are left to the browser to block; redirects fail. */
import { ImageFailure } from '../service/media/images/failure.ts';
import type { ImageRequest, ImageResponse } from '../shared/platform.ts';

/** @throws ImageFailure */
export async function requestImage({ url, trusted, largest, signal }: ImageRequest): Promise<ImageResponse> {
  if (!trusted && isLocal(url.hostname)) throw new ImageFailure('local', url.host);
  const response = await fetch(url, {
    signal,
    credentials: 'omit',
    redirect: 'error',
    referrerPolicy: 'no-referrer',
    headers: { accept: 'image/*' },
  });
  if (!response.ok) throw new ImageFailure('status', String(response.status));
  const parts: Uint8Array<ArrayBuffer>[] = [];
  let size = 0;
  for (const reader = response.body?.getReader(); reader !== undefined; ) {
    const { done, value } = await reader.read();
    if (done) break;
    size += value.length;
    if (size > largest) {
      await reader.cancel();
      throw new ImageFailure('tooLarge', String(largest));
    }
    parts.push(value);
  }
  return { bytes: new Uint8Array(await new Blob(parts).arrayBuffer()) };
}

/** A browser can't resolve names, so all IP addresses are rejected, and so are names that are local by convention. */
function isLocal(host: string): boolean {
  return /^[\d.]+$|^\[|^localhost\.?$|\.(?:localhost|local|internal)\.?$/i.test(host);
}
