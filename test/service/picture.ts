/** Generates valid PNG images. */
import { crc32, deflateSync } from 'node:zlib';
import { Random } from '../random.ts';

/** Returns a gradient between two colors chosen by the seed, as an 8-bit RGB PNG. */
export function gradientPng(width: number, height: number, seed: number): Uint8Array {
  const random = new Random(seed);
  const [from, to] = [0, 1].map(() => [random.between(0, 255), random.between(0, 255), random.between(0, 255)]);
  const rows = Buffer.alloc(height * (1 + width * 3));
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width; x++) {
      const share = (x / width + y / height) / 2;
      for (let channel = 0; channel < 3; channel++) {
        const value = (from?.[channel] ?? 0) * (1 - share) + (to?.[channel] ?? 0) * share;
        rows[y * (1 + width * 3) + 1 + x * 3 + channel] = Math.round(value);
      }
    }
  }
  const head = Buffer.alloc(13);
  head.writeUInt32BE(width, 0);
  head.writeUInt32BE(height, 4);
  head.set([8, 2, 0, 0, 0], 8);
  const signature = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);
  return Buffer.concat([
    signature,
    pngPart('IHDR', head),
    pngPart('IDAT', deflateSync(rows)),
    pngPart('IEND', Buffer.alloc(0)),
  ]);
}

function pngPart(name: string, data: Buffer): Buffer {
  const part = Buffer.alloc(12 + data.length);
  part.writeUInt32BE(data.length, 0);
  part.write(name, 4, 'latin1');
  data.copy(part, 8);
  part.writeUInt32BE(crc32(part.subarray(4, 8 + data.length)), 8 + data.length);
  return part;
}
