import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { joinSounds } from '../../../src/media/sound/join.ts';
import { silentMp3, toneWav } from '../../service/sound.ts';

const wav = (bytes: Uint8Array) => ({ bytes: Uint8Array.from(bytes), contentType: 'audio/wav' });
const mp3 = (...parts: Uint8Array[]) => ({ bytes: Uint8Array.from(Buffer.concat(parts)), contentType: 'audio/mpeg' });
const samples = (bytes: Uint8Array) => Buffer.from(bytes.subarray(44));

describe('WAV', () => {
  test('the samples of all follow each other, and the head says how many they are', () => {
    const [one, two] = [toneWav('one two', 'ada'), toneWav('three', 'ada')];
    const joined = joinSounds([wav(one), wav(two)]);
    const view = new DataView(joined?.bytes.buffer ?? new ArrayBuffer(0));
    expect(joined?.contentType).toBe('audio/wav');
    expect(samples(joined?.bytes ?? one)).toEqual(Buffer.concat([samples(one), samples(two)]));
    expect(view.getUint32(40, true)).toBe(one.length + two.length - 88);
    expect(view.getUint32(4, true)).toBe((joined?.bytes.length ?? 0) - 8);
  });

  test('other chunks are left out, and a length that nobody knew is the rest', () => {
    const plain = toneWav('one', 'ada');
    const streamed = Uint8Array.from(plain);
    new DataView(streamed.buffer).setUint32(40, 0xffffffff, true);
    const list = Buffer.from('LIST\x03\0\0\0abc\0', 'latin1');
    const more = Buffer.concat([plain.subarray(0, 36), list, plain.subarray(36)]);
    expect(joinSounds([wav(streamed), wav(more)])?.bytes).toEqual(joinSounds([wav(plain), wav(plain)])?.bytes);
  });

  test('other sampling, and what is broken, stay files of their own', () => {
    const plain = toneWav('one', 'ada');
    const faster = Uint8Array.from(plain);
    new DataView(faster.buffer).setUint32(24, 44_100, true);
    expect(joinSounds([wav(plain), wav(faster)])).toBeUndefined();
    expect(joinSounds([wav(plain), wav(plain.subarray(0, 30))])).toBeUndefined();
  });

  test('never throws, whatever the bytes', () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 200 }), fc.uint8Array({ maxLength: 200 }), (one, two) => {
        joinSounds([wav(one), wav(two)]);
        joinSounds([mp3(one), mp3(two)]);
      }),
    );
  });
});

describe('MP3', () => {
  const frames = silentMp3(4);
  const id3 = Buffer.concat([Buffer.from('ID3\x04\0\0\0\0\x01\x02', 'latin1'), Buffer.alloc(130)]);
  const id3v1 = Buffer.concat([Buffer.from('TAG'), Buffer.alloc(125)]);

  test('frames follow each other; tags at both ends and the index of lengths are left out', () => {
    const index = Uint8Array.from(silentMp3(1));
    index.set(Buffer.from('Xing'), 36);
    const joined = joinSounds([mp3(id3, index, frames), mp3(id3, frames, id3v1), mp3(frames)]);
    expect(joined?.contentType).toBe('audio/mpeg');
    expect(Buffer.from(joined?.bytes ?? [])).toEqual(Buffer.concat([frames, frames, frames]));
  });

  test('another sampling rate, and what has no frame, stay files of their own', () => {
    const other = Uint8Array.from(frames);
    other[2] = (other[2] ?? 0) ^ 0x04;
    expect(joinSounds([mp3(frames), mp3(other)])).toBeUndefined();
    expect(joinSounds([mp3(frames), mp3(Buffer.from('nothing'))])).toBeUndefined();
  });
});

test('one sound stays as it is; sounds of other forms, or of several, are not put together', () => {
  const ogg = { bytes: Uint8Array.from(Buffer.from('OggS')), contentType: 'audio/ogg' };
  expect(joinSounds([ogg])).toBe(ogg);
  expect(joinSounds([ogg, ogg])).toBeUndefined();
  expect(joinSounds([wav(toneWav('a', 'b')), mp3(silentMp3(1))])).toBeUndefined();
  expect(joinSounds([])).toBeUndefined();
});
