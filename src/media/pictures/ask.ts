/** The questions before a picture. */
import { l10n } from 'vscode';
import { askChoice, askText, runSteps } from '../../shared/quick-steps.ts';
import type { MediaParts } from '../parts.ts';
import { modelStep, optionalStep } from '../questions.ts';
import type { Draft } from './draft.ts';
import { sizeOf } from './size.ts';

/** Requests at a time: the spec has no field for a number of pictures. */
const COUNTS = ['1', '2', '3', '4'];

/** @param before what is offered @returns undefined when the user left */
export async function askForDraft({ models, remembered }: MediaParts, before: Partial<Draft>) {
  const draft = { model: before.model ?? remembered.last('imageModel') ?? '', prompt: before.prompt ?? '', size: '' };
  const sizes = [...(before.size === undefined ? [] : [before.size]), ...remembered.all('imageSize')];
  let count = remembered.last('imageCount') ?? '1';
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
  await remembered.keep('imageModel', draft.model);
  await remembered.keep('imageSize', draft.size);
  await remembered.keep('imageCount', count);
  return { draft, count: Number(count) };
}
