/** Reads `{text}`, verbose JSON, plain text, or subtitles. The spec ("Speech to text") doesn't describe the body. */
import * as l10n from '@vscode/l10n';
import { isRecord, isText } from '../../../../common/guards.ts';
import { parseJson } from '../../../../common/text/json.ts';
import { EventStream } from '../chat/event-stream.ts';
import type { Cleaner } from '../clean.ts';
import { unknownShape } from '../errors/error-body.ts';
import { badResponse } from '../errors/errors.ts';
import { firstNumber, firstText, type JsonRecord, omitUndefined } from '../json.ts';
import type { TranscriptionRequest } from '../records.ts';
import { type CompleteResponse, requireBody } from '../transport/call.ts';

export interface Transcript {
  text: string;
  /** Like `duration` and `segments`, present only if the service sends it (verbose JSON). */
  language?: string;
  /** Seconds. */
  duration?: number;
  segments?: readonly TranscriptSegment[];
  /** The original text, if the service returned subtitles. */
  subtitles?: { format: 'srt' | 'vtt'; source: string };
}

/** Times are seconds from the start. */
export interface TranscriptSegment {
  start: number;
  end: number;
  text: string;
}

const timingPattern = /^\s*(?:\d+:)?\d\d:\d\d[.,]\d{3}\s*-->/;

/** Creates the multipart body of the request. `fileName` overrides the name of a File. */
export function transcriptionForm(
  fields: Omit<TranscriptionRequest, 'fileName'>,
  fileName: string | undefined,
): FormData {
  const form = new FormData();
  const { file } = fields;
  const name = fileName ?? ('name' in file && typeof file.name === 'string' ? file.name : 'audio');
  form.append('file', file, name);
  form.append('model', fields.model);
  if (fields.language !== undefined) form.append('language', fields.language);
  return form;
}

/** Throws the error inside the body, or `badResponse` if it isn't a transcript. */
export function readTranscript(response: CompleteResponse, cleaner: Cleaner): Transcript {
  requireBody(response);
  const { contentType, status } = response;
  const text = cleaner.redactText(new TextDecoder().decode(response.bytes));
  const value = parseJson(text);
  if (isRecord(value) || Array.isArray(value)) return readValue(value, cleaner, status);
  if (isText(value)) return { text: value.trim() };
  // A spoken text may begin with a note such as "[Music]".
  if (/json$/.test(contentType) || /^\s*(?:\{\s*"|\[\s*[{["])/.test(text))
    throw unknownShape(text, cleaner, l10n.t('The service returned JSON without a transcript.'), status);
  if (contentType === 'text/event-stream' || /^(?:data|event): ?/.test(text.trimStart()))
    return readEvents(text, cleaner, status);
  if (/^\s*<(!doctype|html)/i.test(text)) {
    throw badResponse(l10n.t('The service returned a web page instead of a transcript. Check the base URL.'), status);
  }
  const format = subtitleFormat(text);
  if (format === undefined) return { text: text.trim() };
  return { text: spokenIn(text), subtitles: { format, source: text } };
}

function readValue(value: JsonRecord | readonly unknown[], cleaner: Cleaner, status: number): Transcript {
  const record = isRecord(value) ? value : {};
  const list = isRecord(value) ? value.segments : value;
  const segments = Array.isArray(list) ? list.flatMap(readSegment) : [];
  const spoken = spokenTextIn(value);
  if (spoken === undefined) throw unknownShape(value, cleaner, l10n.t('The response contains no transcript.'), status);
  return {
    text: spoken,
    ...omitUndefined({
      language: firstText(record, 'language'),
      duration: firstNumber(record, 'duration'),
      segments: segments.length > 0 ? segments : undefined,
    }),
  };
}

/** Reads a stream that was received as a whole: pieces of the text, and perhaps the whole text at the end. */
function readEvents(text: string, cleaner: Cleaner, status: number): Transcript {
  const values: unknown[] = [];
  const events = new EventStream(({ data }) => values.push(parseJson(data)));
  events.push(text);
  events.end();
  const records = values.filter(isRecord);
  const pieces = records.flatMap(({ delta }) => (isText(delta) ? delta : []));
  const wholes = records.flatMap((record) => (isText(record.delta) ? [] : (spokenTextIn(record) ?? [])));
  // Without deltas, each event has another piece.
  const spoken = pieces.length > 0 ? (wholes.at(-1) ?? pieces.join('')) : wholes.join('');
  if (records.length > 0 && pieces.length + wholes.length > 0) return { text: spoken.trim() };
  throw unknownShape(text, cleaner, l10n.t('The response contains no transcript.'), status);
}

const textFields = ['text', 'transcript', 'transcription'];
/** Where services put the record with the text, or a list of such records: one per channel or part. */
const containers = ['result', 'data', 'output', 'results', 'channels', 'transcripts'];
const maxDepth = 6;

/** Returns the text of a transcript. Undefined if it has none, which isn't the same as an empty one. */
function spokenTextIn(value: unknown, depth = 0): string | undefined {
  if (depth > maxDepth) return undefined;
  if (Array.isArray(value)) {
    const texts = value.map((one) => spokenTextIn(one, depth + 1)).filter((text) => text !== undefined);
    return texts.length === 0 ? undefined : texts.join('\n');
  }
  if (!isRecord(value)) return undefined;
  // The first alternative is the most likely one.
  const inner = [...containers.map((name) => value[name]), [value.alternatives].flat()[0]];
  const text = textFields.map((name) => value[name]).find(isText);
  return (
    text ?? inner.map((one) => spokenTextIn(one, depth + 1)).find(isText) ?? [value.result, value.output].find(isText)
  );
}

/** A segment without times is no segment: 0 would be shown as its time. */
function readSegment(value: unknown): TranscriptSegment[] {
  if (!isRecord(value) || typeof value.text !== 'string') return [];
  const [start, end] = [firstNumber(value, 'start'), firstNumber(value, 'end')];
  return start === undefined || end === undefined ? [] : [{ start, end, text: value.text }];
}

function subtitleFormat(text: string): 'srt' | 'vtt' | undefined {
  const [first, second] = linesOf(text.trimStart());
  if (/^WEBVTT(\s|$)/.test(first ?? '')) return 'vtt';
  return /^\d+$/.test(first?.trim() ?? '') && timingPattern.test(second ?? '') ? 'srt' : undefined;
}

/** Returns the text of subtitles: the lines after each timing, up to the next empty line. */
function spokenIn(source: string): string {
  const spoken: string[] = [];
  let speaking = false;
  for (const line of linesOf(source)) {
    if (timingPattern.test(line)) speaking = true;
    else if (line.trim() === '') speaking = false;
    else if (speaking) spoken.push(line.trim());
  }
  return spoken.join(' ');
}

function linesOf(text: string): string[] {
  return text.split(/\r\n|\r|\n/);
}
