/** The forms and places of a transcript in the user's words. */
import { l10n } from 'vscode';
import { duration, oneLine } from '../../shared/format.ts';
import type { Form, Said } from './form.ts';

export const PLACES = ['document', 'cursor', 'beside'] as const;
export type Place = (typeof PLACES)[number];

export function formName(form: Form): string {
  switch (form) {
    case 'text':
      return l10n.t('Text');
    case 'times':
      return l10n.t('Text with timestamps');
    case 'srt':
      return l10n.t('Subtitles (SRT)');
    case 'vtt':
      return l10n.t('Subtitles (WebVTT)');
  }
}

export function placeName(place: Place): string {
  switch (place) {
    case 'document':
      return l10n.t('New document');
    case 'cursor':
      return l10n.t('At the cursor');
    case 'beside':
      return l10n.t('File beside the audio');
  }
}

/** What stands above lines with times. */
export function headOf({ name, model, transcript: { language, duration: length } }: Said): string[] {
  const facts = [
    ...(language === undefined ? [] : [l10n.t('Language: {0}', oneLine(language, 40))]),
    ...(length === undefined ? [] : [l10n.t('Length: {0}', duration(length))]),
    l10n.t('Transcribed by {0}', model),
  ];
  return [oneLine(name), facts.join(' · ')];
}
