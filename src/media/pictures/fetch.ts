/**
 * Fetches a picture from an address that the service gave. The address is hostile: https alone, never to this machine or its
 * network, without a key, with bounds, and what comes is a picture by its first bytes or is thrown away.
 */
import { lookup as lookUp } from 'node:dns';
import { request as requestHttp } from 'node:http';
import { request as requestHttps } from 'node:https';
import { isIP, type LookupFunction } from 'node:net';
import { sniff } from '../../api/media/bytes.ts';
import { isPublicAddress } from './address.ts';

export interface Picture {
  readonly bytes: Uint8Array<ArrayBuffer>;
  readonly contentType: string;
}

export type PictureFault =
  | 'insecure'
  | 'local'
  | 'redirects'
  | 'status'
  | 'tooLarge'
  | 'noPicture'
  | 'timeout'
  | 'network';

/** Why there is no picture, and what to put into the sentence: a host, a status or a number of bytes. */
export class PictureFailure extends Error {
  readonly fault: PictureFault;
  readonly what: string;

  constructor(fault: PictureFault, what = '') {
    super(`${fault} ${what}`.trim());
    this.fault = fault;
    this.what = what;
  }
}

export interface FetchOptions {
  /**
   * The origin of the service in use. The user has chosen it, and may have chosen http on this machine: from there a picture
   * comes as any other answer does. No other address on this machine is open by that.
   */
  readonly serviceOrigin?: string | undefined;
  readonly signal?: AbortSignal | undefined;
  readonly largest?: number;
  /** Milliseconds for everything. */
  readonly timeout?: number;
  /** How names become addresses. */
  readonly lookup?: LookupFunction;
}

const LARGEST = 32 * 1024 * 1024;
const TIMEOUT = 60_000;
const MOST_REDIRECTS = 3;

/** @throws PictureFailure; the signal's reason when it was aborted */
export async function fetchPicture(address: string, options: FetchOptions = {}): Promise<Picture> {
  const timeout = AbortSignal.timeout(options.timeout ?? TIMEOUT);
  const signal = options.signal ? AbortSignal.any([options.signal, timeout]) : timeout;
  try {
    let url = new URL(address);
    for (let hops = 0; hops <= MOST_REDIRECTS; hops++) {
      const answer = await getOnce(url, options, signal);
      if (!('location' in answer)) return pictureOf(answer.bytes);
      url = new URL(answer.location, url);
    }
    throw new PictureFailure('redirects', url.host);
  } catch (error) {
    if (options.signal?.aborted) throw options.signal.reason;
    if (timeout.aborted) throw new PictureFailure('timeout');
    if (error instanceof PictureFailure) throw error;
    throw new PictureFailure('network', error instanceof Error ? error.message : '');
  }
}

function pictureOf(bytes: Uint8Array<ArrayBuffer>): Picture {
  const contentType = sniff(bytes);
  if (!contentType?.startsWith('image/')) throw new PictureFailure('noPicture');
  return { bytes, contentType };
}

type Got = { readonly bytes: Uint8Array<ArrayBuffer> } | { readonly location: string };

function getOnce(url: URL, options: FetchOptions, signal: AbortSignal): Promise<Got> {
  const own = url.origin === options.serviceOrigin;
  if (!own) refuseLocal(url);
  const lookup = own ? undefined : guarded(options.lookup ?? lookUp);
  const request = url.protocol === 'http:' ? requestHttp : requestHttps;
  return new Promise((resolve, reject) => {
    // A connection of its own: one that was made for somebody else was not looked at.
    const asked = request(url, { agent: false, signal, headers: { accept: 'image/*' }, ...(lookup && { lookup }) });
    asked.once('error', reject);
    asked.once('response', (response) => {
      const { statusCode = 0, headers } = response;
      const largest = options.largest ?? LARGEST;
      const refuse = (failure: PictureFailure) => {
        response.destroy();
        reject(failure);
      };
      if (statusCode >= 300 && statusCode < 400 && headers.location !== undefined) {
        response.destroy();
        return resolve({ location: headers.location });
      }
      if (statusCode !== 200) return refuse(new PictureFailure('status', String(statusCode)));
      const parts: Buffer[] = [];
      let size = 0;
      response.on('data', (part: Buffer) => {
        size += part.length;
        if (size > largest) refuse(new PictureFailure('tooLarge', String(largest)));
        else parts.push(part);
      });
      response.once('error', reject);
      response.once('end', () => resolve({ bytes: new Uint8Array(Buffer.concat(parts)) }));
    });
    asked.end();
  });
}

/** What can be told without looking the name up. */
function refuseLocal({ protocol, hostname, host, username, password }: URL): void {
  if (protocol !== 'https:' || username !== '' || password !== '') throw new PictureFailure('insecure', host);
  const bare = hostname.replace(/^\[|\]$/g, '').replace(/\.$/, '');
  const local = isIP(bare) === 0 ? /^localhost$|\.localhost$|\.local$|\.internal$/i.test(bare) : !isPublicAddress(bare);
  if (local) throw new PictureFailure('local', host);
}

/** The address that is connected to is the one that was looked at: a name that answers differently the second time helps nobody. */
function guarded(lookup: LookupFunction): LookupFunction {
  return (host, options, callback) =>
    lookup(host, { ...options, all: true }, (error, found) => {
      const all = Array.isArray(found) ? found : [];
      const [first] = all;
      if (error || first === undefined) return callback(error ?? new Error('no address'), [], 0);
      if (!all.every(({ address }) => isPublicAddress(address)))
        return callback(new PictureFailure('local', host), [], 0);
      if (options.all) callback(null, all);
      else callback(null, first.address, first.family);
    });
}
