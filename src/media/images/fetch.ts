/**
 * Fetches a picture from an address that the service gave. The address is hostile: https alone, never to this machine or its
 * network, without a key, with bounds, and what comes is a picture by its first bytes or is thrown away.
 */
import { sniff } from '../../api/media/bytes.ts';
import { platform } from '../../shared/platform.ts';
import { ImageFailure } from './failure.ts';

export interface FetchedImage {
  readonly bytes: Uint8Array<ArrayBuffer>;
  readonly contentType: string;
}

export interface FetchOptions {
  /**
   * The origin of the service in use. The user has chosen it, and may have chosen http on this machine: from there a picture
   * is fetched as its other responses are. This allows no other address on this machine.
   */
  readonly serviceOrigin?: string | undefined;
  readonly signal?: AbortSignal | undefined;
  readonly largest?: number;
  /** Milliseconds for everything. */
  readonly timeout?: number;
}

const LARGEST = 32 * 1024 * 1024;
const TIMEOUT = 60_000;
const MOST_REDIRECTS = 3;

/** @throws ImageFailure; the signal's reason when it was aborted */
export async function fetchImage(address: string, options: FetchOptions = {}): Promise<FetchedImage> {
  const timeout = AbortSignal.timeout(options.timeout ?? TIMEOUT);
  const signal = options.signal ? AbortSignal.any([options.signal, timeout]) : timeout;
  try {
    let url = new URL(address);
    for (let hops = 0; hops <= MOST_REDIRECTS; hops++) {
      const trusted = url.origin === options.serviceOrigin;
      if (!trusted && (url.protocol !== 'https:' || url.username !== '' || url.password !== ''))
        throw new ImageFailure('insecure', url.host);
      const largest = options.largest ?? LARGEST;
      const answer = await platform().requestImage({ url, trusted, largest, signal });
      if (!('location' in answer)) return imageOf(answer.bytes);
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

function imageOf(bytes: Uint8Array<ArrayBuffer>): FetchedImage {
  const contentType = sniff(bytes);
  if (!contentType?.startsWith('image/')) throw new ImageFailure('notAnImage');
  return { bytes, contentType };
}
