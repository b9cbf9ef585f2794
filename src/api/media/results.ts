/** What speech, transcription and image calls give. The spec shows none of the bodies: many shapes are taken. */

export interface SpeechResult {
  bytes: Uint8Array<ArrayBuffer>;
  /** What the bytes are, by their first bytes; what the service called them when those tell nothing. */
  contentType: string;
}

export interface Transcript {
  text: string;
  /** As the service gave them (verbose JSON), else absent. */
  language?: string;
  /** Seconds. */
  duration?: number;
  segments?: TranscriptSegment[];
  /** The untouched text when the service answered with subtitles. */
  subtitles?: { format: 'srt' | 'vtt'; source: string };
}

/** Times are seconds from the start. */
export interface TranscriptSegment {
  start: number;
  end: number;
  text: string;
}

/** An image, as bytes or as an address that nobody has fetched yet (hostile until checked). */
export type ImageResult = ({ bytes: Uint8Array<ArrayBuffer>; contentType: string } | { url: string }) & {
  /** What the model made of the prompt, when it says so. */
  revisedPrompt?: string;
};
