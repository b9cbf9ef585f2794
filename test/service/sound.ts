/** Generates playable WAV and MP3 files. */
import { seedOf } from '../random.ts';

const SAMPLE_RATE = 16_000;

/** Returns a short melody with one note per word, at most twelve: 16-bit mono WAV. */
export function toneWav(input: string, voice: string): Uint8Array {
  const base = 180 + (seedOf(voice) % 120);
  const notes = input
    .split(/\s+/)
    .filter((word) => word !== '')
    .slice(0, 12);
  const perNote = SAMPLE_RATE / 8;
  const samples = new Int16Array(Math.max(1, notes.length) * perNote);
  for (const [index, word] of notes.entries()) {
    const pitch = base * 2 ** ((seedOf(word) % 12) / 12);
    for (let at = 0; at < perNote; at++) {
      const fade = Math.sin((Math.PI * at) / perNote);
      samples[index * perNote + at] = Math.round(9000 * fade * Math.sin((2 * Math.PI * pitch * at) / SAMPLE_RATE));
    }
  }
  const data = Buffer.from(samples.buffer);
  const head = Buffer.alloc(44);
  head.write('RIFF', 0);
  head.writeUInt32LE(36 + data.length, 4);
  head.write('WAVEfmt ', 8);
  head.writeUInt32LE(16, 16);
  head.writeUInt16LE(1, 20);
  head.writeUInt16LE(1, 22);
  head.writeUInt32LE(SAMPLE_RATE, 24);
  head.writeUInt32LE(SAMPLE_RATE * 2, 28);
  head.writeUInt16LE(2, 32);
  head.writeUInt16LE(16, 34);
  head.write('data', 36);
  head.writeUInt32LE(data.length, 40);
  return Buffer.concat([head, data]);
}

/** Returns silence: empty frames of MPEG-1 layer III, mono, 44.1 kHz, 128 kbit/s, about 26 ms each. */
export function silentMp3(frames: number): Uint8Array {
  const bytes = Buffer.alloc(frames * MP3_FRAME);
  for (let frame = 0; frame < frames; frame++) bytes.set([0xff, 0xfb, 0x90, 0xc4], frame * MP3_FRAME);
  return bytes;
}
const MP3_FRAME = 417;
