import type { MediaParts } from '../parts.ts';
import { chooseVoice } from '../voice.ts';

/** Which model and voice read aloud from now on. */
export async function changeVoice(parts: MediaParts): Promise<void> {
  await chooseVoice(parts);
}
