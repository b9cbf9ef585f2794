/** Base64 of bytes, in Node and in browsers. */

import { attempt } from '../attempt.ts';

/** Bytes per call of `fromCharCode`: all at once could be too many arguments. */
const piece = 0x8000;

export function toBase64(bytes: Uint8Array): string {
  let text = '';
  for (let at = 0; at < bytes.length; at += piece) text += String.fromCharCode(...bytes.subarray(at, at + piece));
  return btoa(text);
}

/** Decodes base64 text (standard or URL-safe, whitespace allowed). Returns undefined if it's empty or invalid. */
export function fromBase64(text: string): Uint8Array<ArrayBuffer> | undefined {
  const plain = text.replace(/\s+/g, '').replaceAll('-', '+').replaceAll('_', '/');
  if (plain === '' || !/^[A-Za-z0-9+/]+={0,2}$/.test(plain)) return undefined;
  return attempt(() => Uint8Array.from(atob(plain), (character) => character.charCodeAt(0)));
}
