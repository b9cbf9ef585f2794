/** Prompt and settings of an image, which are stored with the image, and the input steps for them. */

import { l10n, ThemeIcon } from 'vscode';
import { askText, runSteps, type Step } from '../../../shared/multi-step-input.ts';
import { inert, oneLine } from '../../../shared/text/format.ts';
import { lenient, parsed, record, text } from '../../../shared/text/parse.ts';
import { choiceStep, modelStep, optionalStep } from '../questions.ts';
import type { MediaServices } from '../services.ts';

export interface ImagePrompt {
  /** `provider/model_name`. */
  readonly model: string;
  readonly prompt: string;
  /** `<width>x<height>`; empty for the model's default. */
  readonly size: string;
}

/** Returns undefined if the stored value isn't a prompt. */
export function readImagePrompt(about: unknown): ImagePrompt | undefined {
  const stored = parsed(storedPrompt, about);
  return stored && { size: '', ...stored };
}

const storedPrompt = record({ model: text, prompt: text, size: lenient(text) });

/** Numbers of images. Each is a separate request, because the spec has no field for the number. */
const imageCounts = ['1', '2', '3', '4'];

/**
 * Prompts only for the description if a model was used before. A button changes model, size, and number.
 * @param initial values to start with @returns undefined if the user cancels
 */
export async function askForImagePrompt(services: MediaServices, initial: Partial<ImagePrompt>) {
  const { recent } = services;
  const imagePrompt = {
    model: initial.model ?? recent.last('imageModel') ?? '',
    prompt: initial.prompt ?? '',
    size: initial.size ?? recent.last('imageSize') ?? '',
  };
  const sizes = [...(initial.size === undefined ? [] : [initial.size]), ...recent.all('imageSize')];
  const settings = { count: recent.last('imageCount') ?? '1' };
  let change = false;
  const model = modelStep(services, 'image', imagePrompt);
  const prompt: Step = (frame) =>
    askText(frame, {
      prompt: inert(l10n.t('Describe the image to generate. {0}', inWords(imagePrompt, settings.count))),
      value: imagePrompt.prompt,
      validate: async (text) => (text.trim() === '' ? l10n.t('Enter a description of the image.') : undefined),
      accept: (text) => {
        imagePrompt.prompt = text;
      },
      button: {
        shown: { iconPath: new ThemeIcon('settings-gear'), tooltip: l10n.t('Change Model, Size, or Number…') },
        press: () => {
          change = true;
        },
      },
    });
  const size = optionalStep(() => ({
    placeholder: l10n.t('Choose a size, or enter width x height'),
    none: l10n.t('Model default'),
    used: [...new Set(sizes)],
    validate: (text) => (sizeOf(text) ? undefined : l10n.t('Enter a size such as 1024x768.')),
    accept: (text) => {
      imagePrompt.size = sizeOf(text) ?? '';
    },
  }));
  const number = choiceStep(
    l10n.t('Choose the number of images (one request each)'),
    imageCounts,
    countText,
    settings,
    'count',
  );
  const title = l10n.t('Generate Image');
  const first = imagePrompt.model === '' ? [model, prompt] : [prompt];
  if (!(await runSteps(title, () => first))) return undefined;
  while (change) {
    change = false;
    if (!(await runSteps(title, () => [model, size, number, prompt]))) return undefined;
  }
  await recent.add('imageModel', imagePrompt.model);
  await recent.add('imageSize', imagePrompt.size);
  await recent.add('imageCount', settings.count);
  return { imagePrompt, count: Number(settings.count) };
}

/** `openai/gpt-image-1, 1024x768, 2 images` */
function inWords({ model, size }: ImagePrompt, count: string): string {
  return [oneLine(model, 80), ...(size === '' ? [] : [size]), countText(count)].join(', ');
}

function countText(count: string): string {
  return count === '1' ? l10n.t('1 image') : l10n.t('{0} images', count);
}

/** Normalizes a typed size such as `1024x768` or `1024 × 768`. Returns undefined if it isn't valid. */
export function sizeOf(text: string): string | undefined {
  const [, width, height] = /^(\d+)\s*[x×*]\s*(\d+)$/i.exec(text.trim()) ?? [];
  return width === undefined || height === undefined ? undefined : `${plain(width)}x${plain(height)}`;
}

/** Returns digits without leading zeros. */
function plain(digits: string): string {
  return digits.replace(/^0+(?=\d)/, '');
}
