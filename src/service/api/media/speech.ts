/** Reads audio, or an error with status 200. The spec ("Text to speech") doesn't describe the content type. */
import * as l10n from '@vscode/l10n';
import { parseJson } from '../../../../common/json.ts';
import { type CompleteResponse, requireBody } from '../call.ts';
import type { Cleaner } from '../clean.ts';
import { unknownShape } from '../error-body.ts';
import { badResponse } from '../errors.ts';
import { decodedText, sniff } from './bytes.ts';

export interface SpeechResult {
  bytes: Uint8Array<ArrayBuffer>;
  /** Media type by the first bytes, or from the service if they aren't recognized. */
  contentType: string;
}

/** Returns the audio, which is the body itself. Throws the error inside the body, or `badResponse`. */
export function readSpeech(response: CompleteResponse, cleaner: Cleaner): SpeechResult {
  requireBody(response);
  const { bytes, contentType, status } = response;
  const known = sniff(bytes);
  if (known?.startsWith('image/')) throw badResponse(l10n.t('The service returned an image instead of audio.'), status);
  if (known !== undefined) return { bytes, contentType: known };
  const text = decodedText(bytes);
  if (/json$/.test(contentType) || /^[[{]/.test(text ?? ''))
    throw unknownShape(parseJson(text ?? ''), cleaner, l10n.t('The service returned JSON without audio.'), status);
  if (text !== undefined || contentType.startsWith('text/'))
    throw badResponse(l10n.t('The service returned text instead of audio.'), status);
  // Raw samples have no signature.
  return { bytes, contentType: contentType || 'application/octet-stream' };
}
