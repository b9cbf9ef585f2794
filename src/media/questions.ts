/** Input steps shared by audio and images. */
import { l10n } from 'vscode';
import type { Models } from '../models/index.ts';
import { inert, oneLine } from '../shared/format.ts';
import { askChoiceOrText, type Step } from '../shared/multi-step-input.ts';

type Modality = NonNullable<NonNullable<Parameters<Models['choose']>[0]>['modality']>;

/** Selects a model. Must be the first step, because the model picker has no Back button. */
export function modelStep(
  models: Models,
  modality: Modality,
  current: () => string | undefined,
  accept: (model: string) => void,
): Step {
  return async ({ title }) => {
    const model = await models.choose({ modality, current: current(), title });
    if (model === undefined) return undefined;
    accept(model);
    return 'next';
  };
}

interface OptionalText {
  readonly placeholder: string;
  /** Label for sending no value. */
  readonly none: string;
  readonly used: readonly string[];
  readonly validate?: (text: string) => string | undefined;
  readonly accept: (text: string) => void;
}

/** Prompts for an optional value: a recently used one, `none`, or one that the user types. */
export function optionalStep(question: () => OptionalText): Step {
  return (frame) => {
    const { none, used, placeholder, validate, accept } = question();
    const items = (used.includes('') ? used : [...used, '']).map((value) =>
      value === '' ? { label: none, value } : { label: inert(oneLine(value, 60)), value },
    );
    return askChoiceOrText(frame, { placeholder, items, accept, ...(validate && { validate }) });
  };
}

/** Validates the name of a voice or a language. Returns the problem, if any. */
export function nameProblem(text: string): string | undefined {
  return text.length > 100 ? l10n.t('Too long: {0} of 100 characters.', text.length) : undefined;
}
