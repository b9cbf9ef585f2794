/** Detects media types by file signatures, and decodes base64. */

type Signature = { type: string; at: number; bytes: readonly number[] };

const ascii = (text: string) => [...text].map((char) => char.charCodeAt(0));

const SIGNATURES: readonly Signature[] = [
  { type: 'image/png', at: 0, bytes: [0x89, ...ascii('PNG')] },
  { type: 'image/jpeg', at: 0, bytes: [0xff, 0xd8, 0xff] },
  { type: 'image/gif', at: 0, bytes: ascii('GIF8') },
  { type: 'image/webp', at: 8, bytes: ascii('WEBP') },
  { type: 'image/avif', at: 4, bytes: ascii('ftypavif') },
  { type: 'audio/wav', at: 8, bytes: ascii('WAVE') },
  { type: 'audio/ogg', at: 0, bytes: ascii('OggS') },
  { type: 'audio/flac', at: 0, bytes: ascii('fLaC') },
  { type: 'audio/mpeg', at: 0, bytes: ascii('ID3') },
  { type: 'audio/mp4', at: 4, bytes: ascii('ftyp') },
  { type: 'audio/webm', at: 0, bytes: [0x1a, 0x45, 0xdf, 0xa3] },
];

/** Returns the media type of audio or image data, or undefined if it isn't recognized. */
export function sniff(bytes: Uint8Array): string | undefined {
  const found = SIGNATURES.find(({ at, bytes: wanted }) => wanted.every((byte, index) => bytes[at + index] === byte));
  return found?.type ?? sniffFrame(bytes);
}

/** An MPEG frame without a tag starts with eleven set bits; layer 0 means AAC. */
function sniffFrame(bytes: Uint8Array): string | undefined {
  const second = bytes[1] ?? 0;
  if (bytes[0] !== 0xff || (second & 0xe0) !== 0xe0) return undefined;
  return (second & 0x06) === 0 ? 'audio/aac' : 'audio/mpeg';
}

/** Decodes base64 text (standard or URL-safe, whitespace allowed). Returns undefined if it isn't valid. */
export function fromBase64(text: string): Uint8Array<ArrayBuffer> | undefined {
  const plain = text.replace(/\s+/g, '').replaceAll('-', '+').replaceAll('_', '/');
  if (plain === '' || !/^[A-Za-z0-9+/]+={0,2}$/.test(plain)) return undefined;
  try {
    return Uint8Array.from(atob(plain), (char) => char.charCodeAt(0));
  } catch {
    return undefined;
  }
}

/** Decodes a base64 `data:` URL. Returns its bytes and declared type, or undefined if the text isn't such a URL. */
export function fromDataUrl(text: string): { bytes: Uint8Array<ArrayBuffer>; claimed: string } | undefined {
  const head = /^data:([\w.+-]+\/[\w.+-]+)?(?:;[\w=.+-]+)*;base64,/i.exec(text.slice(0, 256));
  const bytes = head === null ? undefined : fromBase64(text.slice(head[0].length));
  return bytes === undefined ? undefined : { bytes, claimed: head?.[1]?.toLowerCase() ?? '' };
}

/** Returns the start of the body as text, to distinguish text from audio. */
export function textStart(bytes: Uint8Array): string {
  return new TextDecoder().decode(bytes.subarray(0, 256)).trimStart();
}
