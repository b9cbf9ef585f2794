/** Requests an image from a URL in a response. Unless it's `trusted`, never connects to a private or local address. */
import { lookup as lookUp } from 'node:dns';
import { request as requestHttp } from 'node:http';
import { request as requestHttps } from 'node:https';
import { isIP, type LookupFunction } from 'node:net';
import { isLocalName } from '../../common/hosts.ts';
import { ImageFailure } from '../shared/image-failure.ts';
import type { ImageDownload, ImageResponse } from '../shared/platform.ts';
import { isPublicAddress } from './public-address.ts';

/** @param lookup resolves host names @throws ImageFailure */
export function requestImage(
  { url, trusted, largest, signal }: ImageDownload,
  lookup: LookupFunction = lookUp,
): Promise<ImageResponse> {
  if (!trusted) refuseLocal(url);
  const request = url.protocol === 'http:' ? requestHttp : requestHttps;
  const guard = trusted ? {} : { lookup: guarded(lookup) };
  return new Promise((resolve, reject) => {
    // Don't reuse a connection: its address wasn't checked.
    const asked = request(url, { agent: false, signal, headers: { accept: 'image/*' }, ...guard });
    asked.once('error', reject);
    asked.once('response', (response) => {
      const { statusCode = 0, headers } = response;
      const refuse = (failure: ImageFailure) => {
        response.destroy();
        reject(failure);
      };
      if (statusCode >= 300 && statusCode < 400 && headers.location !== undefined) {
        response.destroy();
        return resolve({ location: headers.location });
      }
      if (statusCode !== 200) return refuse(new ImageFailure('status', String(statusCode)));
      // A stream of Node.js, unlike the bodies that `readUpTo` reads, because the lookup of `fetch` can't be guarded.
      const parts: Buffer[] = [];
      let size = 0;
      response.on('data', (part: Buffer) => {
        size += part.length;
        if (size > largest) refuse(new ImageFailure('tooLarge', String(largest)));
        else parts.push(part);
      });
      response.once('error', reject);
      response.once('end', () => resolve({ bytes: new Uint8Array(Buffer.concat(parts)) }));
    });
    asked.end();
  });
}

/** Rejects URLs that are local even without a DNS lookup. */
function refuseLocal({ hostname, host }: URL): void {
  const bare = hostname.replace(/^\[|\]$/g, '').replace(/\.$/, '');
  const local = isIP(bare) === 0 ? isLocalName(bare) : !isPublicAddress(bare);
  if (local) throw new ImageFailure('local', host);
}

/** Returns a lookup that checks the addresses it returns, so that a second lookup can't yield unchecked ones. */
function guarded(lookup: LookupFunction): LookupFunction {
  return (host, options, callback) =>
    lookup(host, { ...options, all: true }, (error, found) => {
      const all = Array.isArray(found) ? found : [];
      const [first] = all;
      if (error || first === undefined) return callback(error ?? new Error('no address'), [], 0);
      if (!all.every(({ address }) => isPublicAddress(address)))
        return callback(new ImageFailure('local', host), [], 0);
      if (options.all) callback(null, all);
      else callback(null, first.address, first.family);
    });
}
