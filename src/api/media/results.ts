/** Results of speech, transcription, and image calls. The spec describes no bodies, so many shapes are accepted. */

export interface SpeechResult {
  bytes: Uint8Array<ArrayBuffer>;
  /** Media type by the first bytes, or from the service if they aren't recognized. */
  contentType: string;
}

export interface Transcript {
  text: string;
  /** Like `duration` and `segments`, present only if the service sends it (verbose JSON). */
  language?: string;
  /** Seconds. */
  duration?: number;
  segments?: TranscriptSegment[];
  /** The original text, if the service returned subtitles. */
  subtitles?: { format: 'srt' | 'vtt'; source: string };
}

/** Times are seconds from the start. */
export interface TranscriptSegment {
  start: number;
  end: number;
  text: string;
}

/** An image, as bytes or as a URL that isn't fetched yet (untrusted until validated). */
export type ImageResult = ({ bytes: Uint8Array<ArrayBuffer>; contentType: string } | { url: string }) & {
  /** The prompt as rewritten by the model, if the service sends it. */
  revisedPrompt?: string;
};
