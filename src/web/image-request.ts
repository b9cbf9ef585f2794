/** Requests an image in a browser. Names of private addresses are left to the browser to block; redirects fail. */
import { isLocalName } from '../../common/hosts.ts';
import { readUpTo } from '../../common/read-up-to.ts';
import { ImageFailure } from '../shared/image-failure.ts';
import type { ImageDownload, ImageResponse } from '../shared/platform.ts';

/** @throws ImageFailure */
export async function requestImage({ url, trusted, largest, signal }: ImageDownload): Promise<ImageResponse> {
  if (!trusted && isLocal(url.hostname)) throw new ImageFailure('local', url.host);
  const response = await fetch(url, {
    signal,
    credentials: 'omit',
    redirect: 'error',
    referrerPolicy: 'no-referrer',
    headers: { accept: 'image/*' },
  });
  if (!response.ok) throw new ImageFailure('status', String(response.status));
  const { bytes, isWhole } = await readUpTo(response.body, largest);
  if (!isWhole) throw new ImageFailure('tooLarge', String(largest));
  return { bytes };
}

/** A browser can't resolve names, so all IP addresses are rejected, and so are names that are local by convention. */
function isLocal(host: string): boolean {
  return /^[\d.]+$|^\[/.test(host) || isLocalName(host);
}
