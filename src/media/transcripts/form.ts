/** A transcript as text, as lines with times, as subtitles; pure. */
import type { Transcript } from '../../api/index.ts';
import { asSrt, asTimedLines, asVtt, timedParts } from './subtitles.ts';

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
  if (typeof value !== 'object' || value === null) return undefined;
  const { name, model, transcript } = value as Partial<Record<keyof Said, unknown>>;
  if (typeof name !== 'string' || typeof model !== 'string') return undefined;
  if (typeof transcript !== 'object' || transcript === null) return undefined;
  return typeof (transcript as Partial<Transcript>).text === 'string' ? (value as Said) : undefined;
}
