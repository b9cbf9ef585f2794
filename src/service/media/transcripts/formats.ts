/** Formats transcripts as text, lines with timestamps, or subtitles. */
import { l10n } from 'vscode';
import { duration, oneLine } from '../../../shared/text/format.ts';
import { lenient, listOf, number, oneOf, parsed, record, text } from '../../../shared/text/parse.ts';
import type { Transcript, TranscriptSegment } from '../../api/index.ts';

export const transcriptFormats = ['text', 'times', 'srt', 'vtt'] as const;
export type TranscriptFormat = (typeof transcriptFormats)[number];

/** Transcript of a file, with the model that created it. */
export interface FileTranscript {
  /** Name of the audio file. */
  readonly name: string;
  readonly model: string;
  readonly transcript: Transcript;
}

/** File extension of each format. */
export const formatExtension: Readonly<Record<TranscriptFormat, string>> = {
  text: 'txt',
  times: 'txt',
  srt: 'srt',
  vtt: 'vtt',
};

/** True if the transcript contains times. */
export function hasTimes({ transcript }: FileTranscript): boolean {
  return timedParts(transcript) !== undefined;
}

/** Formats a transcript. Without times, it's plain text in every format. */
export function formatTranscript(fileTranscript: FileTranscript, format: TranscriptFormat): string {
  const { text: whole, subtitles } = fileTranscript.transcript;
  const parts = timedParts(fileTranscript.transcript);
  // The text of subtitles contains their markup.
  const plain = subtitles && parts ? spoken(parts).map((cue) => cue.text.replaceAll('\n', ' ')) : [whole.trim()];
  if (format === 'text' || parts === undefined) return `${plain.join(' ')}\n`;
  if (format === 'times') return `${heading(fileTranscript)}\n\n${asTimedLines(parts)}`;
  // Subtitles that the service returned in this format are kept unchanged.
  if (subtitles?.format === format) return subtitles.source;
  return format === 'srt' ? asSrt(parts) : asVtt(parts);
}

/** Validates a stored transcript. Returns undefined if the value isn't one. */
export function readStoredTranscript(value: unknown): FileTranscript | undefined {
  return parsed(storedTranscript, value);
}

const storedTranscript = record({
  name: text,
  model: text,
  transcript: record({
    text,
    language: lenient(text),
    duration: lenient(number),
    segments: lenient(listOf(record({ start: number, end: number, text }))),
    subtitles: lenient(record({ format: oneOf(['srt', 'vtt']), source: text })),
  }),
});

/** Returns the segments with their times, or undefined if the response has none. */
export function timedParts({ segments, subtitles }: Transcript): readonly TranscriptSegment[] | undefined {
  const parts = segments ?? (subtitles && cuesOf(subtitles.source));
  return parts !== undefined && parts.length > 0 ? parts : undefined;
}

/** Formats SubRip subtitles. */
export function asSrt(parts: readonly TranscriptSegment[]): string {
  const cues = spoken(parts).map(
    ({ start, end, text }, index) =>
      `${index + 1}\n${clock(start, ',')} --> ${clock(end, ',')}\n${text.replaceAll('-->', '->')}\n`,
  );
  return cues.join('\n');
}

/** Formats WebVTT subtitles. Cue text is markup, so special characters are escaped. */
export function asVtt(parts: readonly TranscriptSegment[]): string {
  const escaped = (text: string) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
  const cues = spoken(parts).map(
    ({ start, end, text }) => `${clock(start, '.')} --> ${clock(end, '.')}\n${escaped(text)}\n`,
  );
  return ['WEBVTT\n', ...cues].join('\n');
}

/** Formats one line per part, with its start time. */
export function asTimedLines(parts: readonly TranscriptSegment[]): string {
  return spoken(parts)
    .map(({ start, text }) => `${clock(start, '.').slice(0, -4)}  ${text.replaceAll('\n', ' ')}\n`)
    .join('');
}

/** Returns non-empty parts, normalized so that no text can break a cue: no blank lines, and no end before the start. */
function spoken(parts: readonly TranscriptSegment[]): TranscriptSegment[] {
  return parts.flatMap(({ start, end, text }) => {
    const lines = text.split(/[\r\n\u2028\u2029]+/).map((line) => line.trim());
    const plain = lines.filter((line) => line !== '').join('\n');
    const from = time(start);
    return plain === '' ? [] : [{ start: from, end: Math.max(from, time(end)), text: plain }];
  });
}

function time(seconds: number): number {
  return Number.isFinite(seconds) && seconds > 0 ? seconds : 0;
}

/** `01:02:03.456`. */
function clock(seconds: number, point: ',' | '.'): string {
  const whole = Math.round(seconds * 1000);
  const two = (value: number) => String(Math.floor(value)).padStart(2, '0');
  const parts = [whole / 3_600_000, (whole / 60_000) % 60, (whole / 1000) % 60].map(two);
  return `${parts.join(':')}${point}${String(whole % 1000).padStart(3, '0')}`;
}

const timingPattern = /^\s*((?:\d+:)?\d\d:\d\d[.,]\d{3})\s*-->\s*((?:\d+:)?\d\d:\d\d[.,]\d{3})/;

/** Parses the cues of SubRip or WebVTT: a timing line, then text up to a blank line. */
function cuesOf(source: string): TranscriptSegment[] {
  const cues: { start: number; end: number; lines: string[] }[] = [];
  let open = false;
  for (const line of source.split(/\r\n|\r|\n/)) {
    const timing = timingPattern.exec(line);
    if (timing) cues.push({ start: secondsOf(timing[1]), end: secondsOf(timing[2]), lines: [] });
    else if (open && line.trim() !== '') cues.at(-1)?.lines.push(unmarked(line));
    open = timing !== null || (open && line.trim() !== '');
  }
  return cues.map(({ start, end, lines }) => ({ start, end, text: lines.join('\n') }));
}

function secondsOf(text = ''): number {
  return text
    .replace(',', '.')
    .split(':')
    .reduce((sum, part) => sum * 60 + Number(part), 0);
}

/** Removes tags such as `<b>`, `<v Speaker>`, and `<00:01.500>`, and decodes WebVTT's character references. */
function unmarked(line: string): string {
  const names: Readonly<Record<string, string>> = { lt: '<', gt: '>', amp: '&', nbsp: ' ', lrm: '', rlm: '' };
  return line
    .replace(/<(?:\/?[a-z]|\d+:)[^<>]*>/gi, '')
    .replace(/&(lt|gt|amp|nbsp|lrm|rlm);/g, (_, name: string) => names[name] ?? '');
}

export const transcriptPlaces = ['document', 'cursor', 'beside'] as const;
export type TranscriptPlace = (typeof transcriptPlaces)[number];

function heading({ name, model, transcript: { language, duration: length } }: FileTranscript): string {
  const facts = [
    ...(language === undefined ? [] : [l10n.t('Language: {0}', oneLine(language, 40))]),
    ...(length === undefined ? [] : [l10n.t('Length: {0}', duration(length))]),
    l10n.t('Transcribed by {0}', model),
  ];
  return `${oneLine(name)}\n${facts.join(' · ')}`;
}
