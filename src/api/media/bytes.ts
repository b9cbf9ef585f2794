/** What bytes are, by their first ones; and base64, which is how JSON carries them. */

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

/** The media type of sound or picture bytes, or undefined when they are neither that is known. */
export function sniff(bytes: Uint8Array): string | undefined {
  const found = SIGNATURES.find(({ at, bytes: wanted }) => wanted.every((byte, index) => bytes[at + index] === byte));
  return found?.type ?? sniffFrame(bytes);
}

/** An MPEG frame without a tag starts with eleven set bits; layer 0 in it is AAC's. */
function sniffFrame(bytes: Uint8Array): string | undefined {
  const second = bytes[1] ?? 0;
  if (bytes[0] !== 0xff || (second & 0xe0) !== 0xe0) return undefined;
  return (second & 0x06) === 0 ? 'audio/aac' : 'audio/mpeg';
}

/** The bytes of base64 text (plain or URL-safe, spaces allowed), or undefined when it is none. */
export function fromBase64(text: string): Uint8Array<ArrayBuffer> | undefined {
  const plain = text.replace(/\s+/g, '').replaceAll('-', '+').replaceAll('_', '/');
  if (plain === '' || !/^[A-Za-z0-9+/]+={0,2}$/.test(plain)) return undefined;
  try {
    return Uint8Array.from(atob(plain), (char) => char.charCodeAt(0));
  } catch {
    return undefined;
  }
}

/** The bytes of a `data:` URL in base64, with the type that it claims; undefined when the text is none. */
export function fromDataUrl(text: string): { bytes: Uint8Array<ArrayBuffer>; claimed: string } | undefined {
  const head = /^data:([\w.+-]+\/[\w.+-]+)?(?:;[\w=.+-]+)*;base64,/i.exec(text.slice(0, 256));
  const bytes = head === null ? undefined : fromBase64(text.slice(head[0].length));
  return bytes === undefined ? undefined : { bytes, claimed: head?.[1]?.toLowerCase() ?? '' };
}

/** The start of the body as text, to tell words from sound. */
export function textStart(bytes: Uint8Array): string {
  return new TextDecoder().decode(bytes.subarray(0, 256)).trimStart();
}
