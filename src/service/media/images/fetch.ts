/**
 * Downloads an image from a URL in a response. The URL is untrusted: https only, without the key, and with limits on size
 * and time. The platform rejects local addresses. Content whose first bytes aren't an image's is discarded.
 */

import { ImageFailure } from '../../../shared/image-failure.ts';
import { platform } from '../../../shared/platform.ts';
import { sniff } from '../../api/media/bytes.ts';

export interface FetchOptions {
  /**
   * Origin of the current connection. The user chose it, so http and local addresses are allowed for it, as for its
   * other responses. No other local address is allowed.
   */
  readonly serviceOrigin?: string | undefined;
  readonly signal?: AbortSignal | undefined;
  readonly largest?: number;
  /** Milliseconds for the whole download, including redirects. */
  readonly timeout?: number;
}

const maxSize = 32 * 1024 * 1024;
const timeoutMs = 60_000;
const maxRedirects = 3;

/** @throws ImageFailure, or the signal's reason if it was aborted */
export async function fetchImage(address: string, options: FetchOptions = {}) {
  const timeout = AbortSignal.timeout(options.timeout ?? timeoutMs);
  const signal = options.signal ? AbortSignal.any([options.signal, timeout]) : timeout;
  try {
    let url = new URL(address);
    for (let hops = 0; hops <= maxRedirects; hops++) {
      const trusted = url.origin === options.serviceOrigin;
      if (!trusted && (url.protocol !== 'https:' || url.username !== '' || url.password !== ''))
        throw new ImageFailure('insecure', url.host);
      const largest = options.largest ?? maxSize;
      const answer = await platform().requestImage({ url, trusted, largest, signal });
      if (!('location' in answer)) return imageFrom(answer.bytes);
      url = new URL(answer.location, url);
    }
    throw new ImageFailure('redirects', url.host);
  } catch (error) {
    if (options.signal?.aborted) throw options.signal.reason;
    if (timeout.aborted) throw new ImageFailure('timeout');
    if (error instanceof ImageFailure) throw error;
    throw new ImageFailure('network', error instanceof Error ? error.message : '');
  }
}

/** Detects the type from the bytes; the media type in a response isn't trusted. @throws ImageFailure */
export function imageFrom(bytes: Uint8Array<ArrayBuffer>) {
  const contentType = sniff(bytes);
  if (!contentType?.startsWith('image/')) throw new ImageFailure('notAnImage');
  return { bytes, contentType };
}
