/** Reads audio, or an error with status 200. The spec ("Text to speech") doesn't describe the content type. */
import * as l10n from '@vscode/l10n';
import { fromBase64 } from '../../../common/base64.ts';
import { isRecord } from '../../../common/guards.ts';
import { type CompleteResponse, requireBody } from '../call.ts';
import type { Cleaner } from '../clean.ts';
import { errorInside } from '../error-body.ts';
import { ApiFailure, badResponse } from '../errors.ts';
import { firstText, parseJson } from '../json.ts';
import { decodedText, fromDataUrl, sniff } from './bytes.ts';

export interface SpeechResult {
  bytes: Uint8Array<ArrayBuffer>;
  /** Media type by the first bytes, or from the service if they aren't recognized. */
  contentType: string;
}

/** Returns the audio: the body itself, or base64 inside JSON. Throws the error inside the body, or `badResponse`. */
export function readSpeech(response: CompleteResponse, cleaner: Cleaner): SpeechResult {
  requireBody(response);
  const { bytes, contentType, status } = response;
  const known = sniff(bytes);
  if (known?.startsWith('image/')) throw badResponse(l10n.t('The service returned an image instead of audio.'), status);
  if (known !== undefined) return { bytes, contentType: known };
  const text = decodedText(bytes);
  if (/json$/.test(contentType) || /^[[{]/.test(text ?? '')) return readJsonSpeech(response, cleaner);
  if (text !== undefined || contentType.startsWith('text/')) {
    const audio = fromBase64(text ?? '');
    const type = audio && sniff(audio);
    if (audio && type?.startsWith('audio/')) return { bytes: audio, contentType: type };
    throw badResponse(l10n.t('The service returned text instead of audio.'), status);
  }
  // Raw samples have no signature.
  return { bytes, contentType: contentType || 'application/octet-stream' };
}

function readJsonSpeech({ bytes, status }: CompleteResponse, cleaner: Cleaner): SpeechResult {
  const value = parseJson(new TextDecoder().decode(bytes));
  const error = errorInside(value, cleaner);
  if (error !== undefined) throw new ApiFailure(error);
  const encoded = isRecord(value) ? (encodedIn(value) ?? encodedIn(value.audio)) : undefined;
  const audio = encoded === undefined ? undefined : (fromDataUrl(encoded)?.bytes ?? fromBase64(encoded));
  if (audio === undefined) throw badResponse(l10n.t('The service returned JSON without audio.'), status);
  return { bytes: audio, contentType: sniff(audio) ?? 'application/octet-stream' };
}

function encodedIn(value: unknown): string | undefined {
  return isRecord(value) ? firstText(value, 'audio', 'data', 'b64_json', 'audio_content', 'audioContent') : undefined;
}
