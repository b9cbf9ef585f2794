/** Detects media types by file signatures, and decodes data URLs. */
import { fromBase64 } from '../../../../common/text/base64.ts';

type Signature = { type: string; at: number; bytes: readonly number[] };

const ascii = (text: string) => [...text].map((char) => char.charCodeAt(0));

const signatures: readonly Signature[] = [
  { type: 'image/png', at: 0, bytes: [0x89, ...ascii('PNG')] },
  { type: 'image/jpeg', at: 0, bytes: [0xff, 0xd8, 0xff] },
  { type: 'image/gif', at: 0, bytes: ascii('GIF8') },
  { type: 'image/webp', at: 8, bytes: ascii('WEBP') },
  { type: 'audio/wav', at: 8, bytes: ascii('WAVE') },
  { type: 'audio/ogg', at: 0, bytes: ascii('OggS') },
  { type: 'audio/flac', at: 0, bytes: ascii('fLaC') },
  { type: 'audio/mpeg', at: 0, bytes: ascii('ID3') },
  { type: 'audio/webm', at: 0, bytes: [0x1a, 0x45, 0xdf, 0xa3] },
];

/** Returns the media type of audio or image data, or undefined if it isn't recognized. */
export function sniff(bytes: Uint8Array): string | undefined {
  const found = signatures.find(({ at, bytes: wanted }) => wanted.every((byte, index) => bytes[at + index] === byte));
  return found?.type ?? sniffContainer(bytes) ?? sniffFrame(bytes);
}

/** Brands of images in the container of MP4, and their types. `mif1` and `msf1` are any HEIF image. */
const imageBrands: readonly (readonly [brand: RegExp, type: string])[] = [
  [/^avi[fs]$/, 'image/avif'],
  [/^he[iv][cmsx]$/, 'image/heic'],
  [/^m[is]f1$/, 'image/heif'],
];

/** The first box of an MP4 file lists its brands: the major one, a version, and the compatible ones. */
function sniffContainer(bytes: Uint8Array): string | undefined {
  const textAt = (at: number) => String.fromCharCode(...bytes.subarray(at, at + 4));
  if (textAt(4) !== 'ftyp') return undefined;
  const size = new DataView(bytes.buffer, bytes.byteOffset).getUint32(0);
  const end = Math.min(size, bytes.length, 256);
  const brands = [textAt(8)];
  for (let at = 16; at + 4 <= end; at += 4) brands.push(textAt(at));
  return imageBrands.find(([brand]) => brands.some((one) => brand.test(one)))?.[1] ?? 'audio/mp4';
}

/**
 * An MPEG frame without a tag starts with eleven set bits; layer 0 means AAC. Layer 1 is out of use, and its bits are
 * also those of the byte order mark of UTF-16 text.
 */
function sniffFrame(bytes: Uint8Array): string | undefined {
  const second = bytes[1] ?? 0;
  const layer = second & 0x06;
  if (bytes[0] !== 0xff || (second & 0xe0) !== 0xe0 || layer === 0x06) return undefined;
  return layer === 0 ? 'audio/aac' : 'audio/mpeg';
}

/** Decodes a base64 `data:` URL. Returns its bytes and declared type, or undefined if the text isn't such a URL. */
export function fromDataUrl(text: string): { bytes: Uint8Array<ArrayBuffer>; claimed: string } | undefined {
  const head = /^data:([\w.+-]+\/[\w.+-]+)?(?:;[\w=.+-]+)*;base64,/i.exec(text.slice(0, 256));
  const bytes = head === null ? undefined : fromBase64(text.slice(head[0].length));
  return bytes === undefined ? undefined : { bytes, claimed: head?.[1]?.toLowerCase() ?? '' };
}

/** Returns the body if it's text in UTF-8. Raw samples can begin like text, so all of it is checked. */
export function decodedText(bytes: Uint8Array): string | undefined {
  const text = new TextDecoder().decode(bytes);
  return /[^\P{Cc}\s]|\ufffd/u.test(text) ? undefined : text.trimStart();
}
