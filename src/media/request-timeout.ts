/** Timeout of speech, transcription, and image requests. */
import { setting } from '../shared/settings.ts';

/** Minimum timeout in milliseconds: audio and images take longer than lists, and the user can cancel each request. */
const MIN_TIMEOUT = 180_000;
/** Assumed minimum upload speed, in bytes per second. */
const MIN_UPLOAD_SPEED = 128 * 1024;

/** Returns the timeout of a request in milliseconds. @param upload bytes of the request */
export function requestTimeout(upload = 0): number {
  return Math.max(setting('switchyard.requestTimeout') * 1000, MIN_TIMEOUT) + (upload / MIN_UPLOAD_SPEED) * 1000;
}
