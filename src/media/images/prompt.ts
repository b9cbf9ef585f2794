/** The prompt of an image, which is stored beside the image, and the questions for it. */

import { l10n } from 'vscode';
import { isRecord, isText } from '../../api/json.ts';
import { askChoice, askText, runSteps } from '../../shared/multi-step-input.ts';
import type { MediaContext } from '../context.ts';
import { modelStep, optionalStep } from '../questions.ts';

export interface ImagePrompt {
  /** `provider/model_name`. */
  readonly model: string;
  readonly prompt: string;
  /** `<width>x<height>`; empty: as the model likes. */
  readonly size: string;
}

/** Undefined if the stored value isn't a prompt. */
export function readImagePrompt(about: unknown): ImagePrompt | undefined {
  if (!isRecord(about) || !isText(about.model) || !isText(about.prompt)) return undefined;
  return { model: about.model, prompt: about.prompt, size: isText(about.size) ? about.size : '' };
}

/** Requests at a time: the spec has no field for a number of pictures. */
const COUNTS = ['1', '2', '3', '4'];

/** @param before what is offered @returns undefined when the user left */
export async function askForImagePrompt({ models, recent }: MediaContext, before: Partial<ImagePrompt>) {
  const draft = { model: before.model ?? recent.last('imageModel') ?? '', prompt: before.prompt ?? '', size: '' };
  const sizes = [...(before.size === undefined ? [] : [before.size]), ...recent.all('imageSize')];
  let count = recent.last('imageCount') ?? '1';
  const steps = [
    modelStep(
      models,
      'image',
      () => draft.model || undefined,
      (model) => {
        draft.model = model;
      },
    ),
    (frame: Parameters<typeof askText>[0]) =>
      askText(frame, {
        prompt: l10n.t('Describe the image to generate'),
        value: draft.prompt,
        problem: async (text) => (text.trim() === '' ? l10n.t('Enter a description of the image.') : undefined),
        take: (text) => {
          draft.prompt = text;
        },
      }),
    optionalStep(() => ({
      placeholder: l10n.t('Choose a size, or enter width x height'),
      none: l10n.t('Model default'),
      used: [...new Set(sizes)],
      problem: (text) => (sizeOf(text) ? undefined : l10n.t('Enter a size such as 1024x768.')),
      take: (text) => {
        draft.size = sizeOf(text) ?? '';
      },
    })),
    (frame: Parameters<typeof askText>[0]) => {
      const items = COUNTS.map((value) => ({
        label: value === '1' ? l10n.t('1 image') : l10n.t('{0} images', value),
        value,
      }));
      return askChoice(frame, {
        placeholder: l10n.t('Choose the number of images (one request each)'),
        items,
        active: items.find(({ value }) => value === count),
        take: ({ value }) => {
          count = value;
        },
      });
    },
  ];
  if (!(await runSteps(l10n.t('Generate Image'), () => steps))) return undefined;
  await recent.keep('imageModel', draft.model);
  await recent.keep('imageSize', draft.size);
  await recent.keep('imageCount', count);
  return { draft, count: Number(count) };
}

/** What a user typed in that form, or undefined where it is none. `1024 × 768` is what people type too. */
export function sizeOf(text: string): string | undefined {
  const [, width, height] = /^\s*(\d{1,5})\s*[x×*]\s*(\d{1,5})\s*$/i.exec(text) ?? [];
  if (width === undefined || height === undefined || Number(width) === 0 || Number(height) === 0) return undefined;
  return `${Number(width)}x${Number(height)}`;
}
