/** MP3 files put together; pure. Such a file is frames, one after the other, with tags before and behind them. */
import { together } from './wav.ts';

interface Frame {
  /** Version, layer and sampling rate: what may not change within a file. */
  readonly kind: string;
  readonly length: number;
}

/** One file with the frames of all, without their tags; undefined where one is broken or of another kind than the first. */
export function joinMp3s(files: readonly Uint8Array[]): Uint8Array<ArrayBuffer> | undefined {
  const all = files.map(framesOf);
  const kinds = new Set(all.map((bytes) => frameAt(bytes, 0)?.kind));
  if (kinds.size !== 1 || kinds.has(undefined)) return undefined;
  return together(all);
}

function framesOf(file: Uint8Array): Uint8Array {
  const start = endOfTag(file);
  const end = latin1(file, file.length - 128, 3) === 'TAG' ? file.length - 128 : file.length;
  const frames = file.subarray(start, end);
  const first = frameAt(frames, 0);
  // The first frame may hold no sound but the length of this one file, which players would believe.
  return first !== undefined && isIndex(frames) ? frames.subarray(first.length) : frames;
}

/** Behind the ID3v2 tags at the start: ten bytes of head, seven bits of length in each of its last four. */
function endOfTag(file: Uint8Array): number {
  let at = 0;
  while (latin1(file, at, 3) === 'ID3') {
    const byte = (index: number) => file[at + index] ?? 0;
    const footer = (byte(5) & 0x10) === 0 ? 0 : 10;
    at += 10 + footer + ((byte(6) << 21) | (byte(7) << 14) | (byte(8) << 7) | byte(9));
  }
  return at;
}

function isIndex(frames: Uint8Array): boolean {
  const start = latin1(frames, 0, 64);
  return /^.{4,40}(Xing|Info)/s.test(start) || start.startsWith('VBRI', 36);
}

const RATES = [44_100, 48_000, 32_000];
const KILOBITS = {
  full: [0, 32, 40, 48, 56, 64, 80, 96, 112, 128, 160, 192, 224, 256, 320],
  half: [0, 8, 16, 24, 32, 40, 48, 56, 64, 80, 96, 112, 128, 144, 160],
} as const;

/** Of layer III, which is what "MP3" means. */
function frameAt(bytes: Uint8Array, at: number): Frame | undefined {
  const [sync = 0, second = 0, third = 0] = bytes.subarray(at, at + 3);
  if (sync !== 0xff || (second & 0xe6) !== 0xe2) return undefined;
  const version = (second >> 3) & 3;
  const rate = RATES[(third >> 2) & 3];
  const kilobits = KILOBITS[version === 3 ? 'full' : 'half'][third >> 4];
  if (version === 1 || rate === undefined || kilobits === undefined || kilobits === 0) return undefined;
  const hertz = version === 3 ? rate : version === 2 ? rate / 2 : rate / 4;
  const padding = (third >> 1) & 1;
  return {
    kind: `${version} ${hertz}`,
    length: Math.floor(((version === 3 ? 144 : 72) * kilobits * 1000) / hertz) + padding,
  };
}

function latin1(bytes: Uint8Array, at: number, length: number): string {
  return new TextDecoder('latin1').decode(bytes.subarray(Math.max(0, at), Math.max(0, at) + length));
}
