/** The sound of several answers as one file; pure. */
import { joinMp3s } from './mp3.ts';
import { joinWavs } from './wav.ts';

export interface Sound {
  readonly bytes: Uint8Array<ArrayBuffer>;
  /** Media type. */
  readonly contentType: string;
}

/** One sound, or undefined where these cannot be put together: they are files of their own then. */
export function joinSounds(sounds: readonly Sound[]): Sound | undefined {
  const [first] = sounds;
  if (first === undefined || sounds.length === 1) return first;
  const { contentType } = first;
  if (!sounds.every((one) => one.contentType === contentType)) return undefined;
  const files = sounds.map(({ bytes }) => bytes);
  const bytes =
    contentType === 'audio/wav' ? joinWavs(files) : contentType === 'audio/mpeg' ? joinMp3s(files) : undefined;
  return bytes && { bytes, contentType };
}
