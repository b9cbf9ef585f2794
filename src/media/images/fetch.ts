/**
 * Fetches a picture from an address that the service gave. The address is hostile: https alone, never to this machine or its
 * network, without a key, with bounds, and what comes is a picture by its first bytes or is thrown away.
 */
import { lookup as lookUp } from 'node:dns';
import { request as requestHttp } from 'node:http';
import { request as requestHttps } from 'node:https';
import { BlockList, isIP, type LookupFunction } from 'node:net';
import { sniff } from '../../api/media/bytes.ts';

export interface FetchedImage {
  readonly bytes: Uint8Array<ArrayBuffer>;
  readonly contentType: string;
}

export type ImageFault =
  | 'insecure'
  | 'local'
  | 'redirects'
  | 'status'
  | 'tooLarge'
  | 'notAnImage'
  | 'timeout'
  | 'network';

/** Why there is no picture, and what to put into the sentence: a host, a status or a number of bytes. */
export class ImageFailure extends Error {
  readonly fault: ImageFault;
  readonly what: string;

  constructor(fault: ImageFault, what = '') {
    super(`${fault} ${what}`.trim());
    this.fault = fault;
    this.what = what;
  }
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
  /** How names become addresses. */
  readonly lookup?: LookupFunction;
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
      const answer = await getOnce(url, options, signal);
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

type Got = { readonly bytes: Uint8Array<ArrayBuffer> } | { readonly location: string };

function getOnce(url: URL, options: FetchOptions, signal: AbortSignal): Promise<Got> {
  const own = url.origin === options.serviceOrigin;
  if (!own) refuseLocal(url);
  const lookup = own ? undefined : guarded(options.lookup ?? lookUp);
  const request = url.protocol === 'http:' ? requestHttp : requestHttps;
  return new Promise((resolve, reject) => {
    // A new connection: the address of an existing one wasn't checked.
    const asked = request(url, { agent: false, signal, headers: { accept: 'image/*' }, ...(lookup && { lookup }) });
    asked.once('error', reject);
    asked.once('response', (response) => {
      const { statusCode = 0, headers } = response;
      const largest = options.largest ?? LARGEST;
      const refuse = (failure: ImageFailure) => {
        response.destroy();
        reject(failure);
      };
      if (statusCode >= 300 && statusCode < 400 && headers.location !== undefined) {
        response.destroy();
        return resolve({ location: headers.location });
      }
      if (statusCode !== 200) return refuse(new ImageFailure('status', String(statusCode)));
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

/** What can be told without looking the name up. */
function refuseLocal({ protocol, hostname, host, username, password }: URL): void {
  if (protocol !== 'https:' || username !== '' || password !== '') throw new ImageFailure('insecure', host);
  const bare = hostname.replace(/^\[|\]$/g, '').replace(/\.$/, '');
  const local = isIP(bare) === 0 ? /^localhost$|\.localhost$|\.local$|\.internal$/i.test(bare) : !isPublicAddress(bare);
  if (local) throw new ImageFailure('local', host);
}

/** The address that is connected to is the one that was looked at: a name that answers differently the second time helps nobody. */
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

// Two lists: in one, the IPv4 addresses inside IPv6 would stand for IPv4 ones.
const LOCAL = new BlockList();
const LOCAL_6 = new BlockList();
const NETS: readonly (readonly [net: string, bits: number])[] = [
  ['0.0.0.0', 8],
  ['10.0.0.0', 8],
  ['100.64.0.0', 10],
  ['127.0.0.0', 8],
  ['169.254.0.0', 16],
  ['172.16.0.0', 12],
  ['192.0.0.0', 24],
  ['192.0.2.0', 24],
  ['192.88.99.0', 24],
  ['192.168.0.0', 16],
  ['198.18.0.0', 15],
  ['198.51.100.0', 24],
  ['203.0.113.0', 24],
  ['224.0.0.0', 4],
  ['240.0.0.0', 4],
];
/** Nobody's own, neighbours', many at once, examples; and those that carry an IPv4 address inside, whichever it is. */
const NETS_6: readonly (readonly [net: string, bits: number])[] = [
  ['::', 96],
  ['::ffff:0:0', 96],
  ['::ffff:0:0:0', 96],
  ['64:ff9b::', 96],
  ['64:ff9b:1::', 48],
  ['100::', 64],
  ['100:0:0:1::', 64],
  ['2001::', 23],
  ['2001:db8::', 32],
  ['2002::', 16],
  ['3fff::', 20],
  ['5f00::', 16],
  ['fc00::', 7],
  ['fe80::', 10],
  ['fec0::', 10],
  ['ff00::', 8],
];
for (const [net, bits] of NETS) LOCAL.addSubnet(net, bits, 'ipv4');
for (const [net, bits] of NETS_6) LOCAL_6.addSubnet(net, bits, 'ipv6');

/** True for a public IP address, as opposed to local, private, and reserved ones. */
export function isPublicAddress(address: string): boolean {
  // An interface in the address: it belongs to this machine's network.
  if (address.includes('%')) return false;
  switch (isIP(address)) {
    case 4:
      return !LOCAL.check(address, 'ipv4');
    case 6:
      return !LOCAL_6.check(address, 'ipv6');
    default:
      return false;
  }
}
