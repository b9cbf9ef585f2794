/** Reads audio, or an error with status 200. The spec ("Text to speech") doesn't describe the content type. */
import * as l10n from '@vscode/l10n';
import { isRecord } from '../../../../common/guards.ts';
import { fromBase64 } from '../../../../common/text/base64.ts';
import { parseJson } from '../../../../common/text/json.ts';
import type { Cleaner } from '../clean.ts';
import { unknownShape } from '../errors/error-body.ts';
import { badResponse } from '../errors/errors.ts';
import { firstText } from '../json.ts';
import { type CompleteResponse, requireBody } from '../transport/call.ts';
import { decodedText, fromDataUrl, sniff } from './bytes.ts';

export interface SpeechResult {
  bytes: Uint8Array<ArrayBuffer>;
  /** Media type by the first bytes, or from the service if they aren't recognized. */
  contentType: string;
}

/** Where services put audio in JSON: as base64, as a data URL, or in a record with either. */
const audioFields = [
  ...['audio', 'audioContent', 'audio_content', 'audio_base64', 'audioBase64', 'audio_data', 'b64_json', 'base64'],
  ...['data', 'output', 'result', 'results', 'speech', 'file', 'url', 'audio_url', 'choices', 'message', 'candidates'],
  ...['content', 'parts', 'inlineData', 'inline_data'],
];
const typeFields = ['mime_type', 'mimeType', 'media_type', 'content_type'];
const maxDepth = 8;

/** Returns the audio in a JSON value, in the first field that has some. */
function audioIn(value: unknown, depth = 0, type = ''): SpeechResult | undefined {
  if (typeof value === 'string') return audioOf(value, type);
  if (depth === maxDepth) return undefined;
  if (Array.isArray(value)) return firstAudio(value.slice(0, 10), depth, type);
  if (!isRecord(value)) return undefined;
  const known = firstText(value, ...typeFields) ?? type;
  return firstAudio(
    audioFields.map((name) => value[name]),
    depth,
    known,
  );
}

function firstAudio(values: readonly unknown[], depth: number, type: string): SpeechResult | undefined {
  for (const one of values) {
    const audio = audioIn(one, depth + 1, type);
    if (audio !== undefined) return audio;
  }
  return undefined;
}

/** Raw samples have no signature, so the service must say that they are audio. */
function audioOf(text: string, type: string): SpeechResult | undefined {
  const inline = fromDataUrl(text);
  const bytes = inline?.bytes ?? fromBase64(text);
  if (bytes === undefined) return undefined;
  const known = sniff(bytes) ?? (inline?.claimed || type);
  return known.startsWith('audio/') ? { bytes, contentType: known.split(';', 1)[0] ?? known } : undefined;
}

/** Returns the audio: the body itself, or base64 in JSON. Throws the error inside the body, or `badResponse`. */
export function readSpeech(response: CompleteResponse, cleaner: Cleaner): SpeechResult {
  requireBody(response);
  const { bytes, contentType, status } = response;
  const known = sniff(bytes);
  if (known?.startsWith('image/')) throw badResponse(l10n.t('The service returned an image instead of audio.'), status);
  if (known !== undefined) return { bytes, contentType: known };
  const text = decodedText(bytes);
  if (/json$/.test(contentType) || /^[[{]/.test(text ?? '')) {
    const value = parseJson(text ?? '');
    const audio = audioIn(value);
    if (audio !== undefined) return audio;
    throw unknownShape(value, cleaner, l10n.t('The service returned JSON without audio.'), status);
  }
  if (text !== undefined || contentType.startsWith('text/'))
    throw badResponse(l10n.t('The service returned text instead of audio.'), status);
  // Raw samples have no signature.
  return { bytes, contentType: contentType || 'application/octet-stream' };
}
