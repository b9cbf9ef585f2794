/** Input steps before an upload. The title of each shows the size of the upload. */
import { l10n, window } from 'vscode';
import { askChoice, runSteps, type Step } from '../../../shared/multi-step-input.ts';
import { byteSize, inert, oneLine } from '../../../shared/text/format.ts';
import { choiceStep, modelStep, optionalStep } from '../questions.ts';
import type { MediaServices } from '../services.ts';
import type { AudioFile } from './files.ts';
import { type TranscriptFormat, type TranscriptPlace, transcriptFormats, transcriptPlaces } from './formats.ts';

export interface TranscriptionOptions {
  readonly model: string;
  /** In the form that the service expects; empty to detect it automatically. */
  readonly language: string;
  readonly format: TranscriptFormat;
  readonly place: TranscriptPlace;
}

/** One step if a model was used before: start with the last options, or change them. Undefined if the user cancels. */
export async function askForOptions(services: MediaServices, files: readonly AudioFile[]) {
  const { recent } = services;
  const options = {
    model: recent.last('transcriptionModel') ?? '',
    language: recent.last('language') ?? '',
    format: transcriptFormats.find((one) => one === recent.last('transcriptForm')) ?? transcriptFormats[0],
    place: transcriptPlaces.find((one) => one === recent.last('transcriptPlace')) ?? transcriptPlaces[0],
  };
  // Without an editor, there's no cursor.
  const places = transcriptPlaces.filter((one) => one !== 'cursor' || window.activeTextEditor !== undefined);
  let change = false;
  const model = modelStep(services, 'transcription', options);
  const start: Step = (frame) =>
    askChoice(frame, {
      placeholder: l10n.t('Transcribe, or change the options'),
      items: [
        { label: l10n.t('$(play) Transcribe'), detail: inert(inWords(options)), change: false },
        {
          label: l10n.t('$(settings-gear) Change…'),
          detail: l10n.t('Model, language, format, and place'),
          change: true,
        },
      ],
      accept: (item) => {
        change = item.change;
      },
    });
  const others: readonly Step[] = [
    optionalStep(() => ({
      placeholder: l10n.t('Choose the spoken language, or enter its code, such as en'),
      none: l10n.t('Not specified'),
      used: recent.all('language'),
      accept: (language) => {
        options.language = language;
      },
    })),
    choiceStep(l10n.t('Choose a format'), transcriptFormats, formatName, options, 'format'),
    choiceStep(l10n.t('Choose where to put it'), places, placeName, options, 'place'),
  ];
  const title = titleOf(files);
  const first = options.model === '' ? [model, start] : [start];
  if (!(await runSteps(title, () => first))) return undefined;
  if (change && !(await runSteps(title, () => [model, ...others]))) return undefined;
  await recent.add('transcriptionModel', options.model);
  await recent.add('language', options.language);
  await recent.add('transcriptForm', options.format);
  await recent.add('transcriptPlace', options.place);
  return options satisfies TranscriptionOptions;
}

function inWords({ model, language, format, place }: TranscriptionOptions): string {
  const spoken = language === '' ? l10n.t('language not specified') : language;
  return [model, spoken, formatName(format), placeName(place)].map((part) => oneLine(part, 80)).join(' · ');
}

function titleOf(files: readonly AudioFile[]): string {
  const size = byteSize(files.reduce((sum, one) => sum + one.size, 0));
  const [first] = files;
  return files.length === 1 && first
    ? l10n.t('Transcribe {0} ({1})', inert(oneLine(first.name, 60)), size)
    : l10n.t('Transcribe {0} Files ({1})', files.length, size);
}

export function formatName(format: TranscriptFormat): string {
  return {
    text: l10n.t('Text'),
    times: l10n.t('Text with timestamps'),
    srt: l10n.t('Subtitles (SRT)'),
    vtt: l10n.t('Subtitles (WebVTT)'),
  }[format];
}

function placeName(place: TranscriptPlace): string {
  return {
    document: l10n.t('New document'),
    cursor: l10n.t('At the cursor'),
    beside: l10n.t('File beside the audio'),
  }[place];
}
