/** A transcript as text, as lines with timestamps, or as subtitles. */
import { l10n } from 'vscode';
import type { Transcript, TranscriptSegment } from '../../api/index.ts';
import { isRecord, isText } from '../../api/json.ts';
import { duration, oneLine } from '../../shared/format.ts';

export const FORMS = ['text', 'times', 'srt', 'vtt'] as const;
export type Form = (typeof FORMS)[number];

/** What a file was said to hold, by which model. */
export interface Said {
  /** Of the file. */
  readonly name: string;
  readonly model: string;
  readonly transcript: Transcript;
}

/** How files of a form end. */
export const ENDINGS: Readonly<Record<Form, string>> = { text: 'txt', times: 'txt', srt: 'srt', vtt: 'vtt' };

/** Whether there is anything but plain text. */
export function hasTimes({ transcript }: Said): boolean {
  return timedParts(transcript) !== undefined;
}

/** @param head lines before those with times. Without times in it, a transcript is plain text in every form. */
export function written(said: Said, form: Form, head: readonly string[] = []): string {
  const { text, subtitles } = said.transcript;
  const parts = timedParts(said.transcript);
  if (form === 'text' || parts === undefined) return `${text.trim()}\n`;
  if (form === 'times') return `${[...head, '', ''].join('\n')}${asTimedLines(parts)}`;
  // What the service wrote itself stays as it is.
  if (subtitles?.format === form) return subtitles.source;
  return form === 'srt' ? asSrt(parts) : asVtt(parts);
}

/** What was kept as JSON; undefined where it is no transcript. */
export function saidIn(value: unknown): Said | undefined {
  if (!isRecord(value) || !isText(value.name) || !isText(value.model)) return undefined;
  return isRecord(value.transcript) && isText(value.transcript.text) ? (value as unknown as Said) : undefined;
}

/** What was said when. Undefined where the service did not tell. */
export function timedParts({ segments, subtitles }: Transcript): readonly TranscriptSegment[] | undefined {
  const parts = segments ?? (subtitles && cuesOf(subtitles.source));
  return parts !== undefined && parts.length > 0 ? parts : undefined;
}

/** SubRip. */
export function asSrt(parts: readonly TranscriptSegment[]): string {
  const cues = spoken(parts).map(
    ({ start, end, text }, index) =>
      `${index + 1}\n${clock(start, ',')} --> ${clock(end, ',')}\n${text.replaceAll('-->', '->')}\n`,
  );
  return cues.join('\n');
}

/** WebVTT: its text is marked up, so that what looks like a mark is written as text. */
export function asVtt(parts: readonly TranscriptSegment[]): string {
  const escaped = (text: string) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
  const cues = spoken(parts).map(
    ({ start, end, text }) => `${clock(start, '.')} --> ${clock(end, '.')}\n${escaped(text)}\n`,
  );
  return ['WEBVTT\n', ...cues].join('\n');
}

/** A line for each part, with the time at which it begins. */
export function asTimedLines(parts: readonly TranscriptSegment[]): string {
  return spoken(parts)
    .map(({ start, text }) => `${clock(start, '.').slice(0, -4)}  ${text.replaceAll('\n', ' ')}\n`)
    .join('');
}

/** Parts with something in them, in cues that no text can break out of: no empty line, and no end before the start. */
function spoken(parts: readonly TranscriptSegment[]): TranscriptSegment[] {
  return parts.flatMap(({ start, end, text }) => {
    const lines = text.split(/\s*[\r\n\u2028\u2029]+\s*/).map((line) => line.trim());
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

const TIMING = /^\s*((?:\d+:)?\d\d:\d\d[.,]\d{3})\s*-->\s*((?:\d+:)?\d\d:\d\d[.,]\d{3})/;

/** The cues of SubRip or WebVTT: a timing, then lines up to an empty one. */
function cuesOf(source: string): TranscriptSegment[] {
  const cues: { start: number; end: number; lines: string[] }[] = [];
  let open = false;
  for (const line of source.split(/\r\n|\r|\n/)) {
    const timing = TIMING.exec(line);
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

/** Without `<b>`, `<v Speaker>` and the like, and with the characters that WebVTT writes by name. */
function unmarked(line: string): string {
  const names: Readonly<Record<string, string>> = { lt: '<', gt: '>', amp: '&', nbsp: ' ', lrm: '', rlm: '' };
  return line
    .replace(/<\/?[a-z][^<>]*>/gi, '')
    .replace(/&(lt|gt|amp|nbsp|lrm|rlm);/g, (_, name: string) => names[name] ?? '');
}

export const PLACES = ['document', 'cursor', 'beside'] as const;
export type Place = (typeof PLACES)[number];

/** What stands above lines with times. */
export function headOf({ name, model, transcript: { language, duration: length } }: Said): string[] {
  const facts = [
    ...(language === undefined ? [] : [l10n.t('Language: {0}', oneLine(language, 40))]),
    ...(length === undefined ? [] : [l10n.t('Length: {0}', duration(length))]),
    l10n.t('Transcribed by {0}', model),
  ];
  return [oneLine(name), facts.join(' · ')];
}
