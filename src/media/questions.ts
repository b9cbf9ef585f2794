/** The questions that sound and pictures have in common. */
import { l10n } from 'vscode';
import type { Models } from '../models/index.ts';
import { inert, oneLine } from '../shared/format.ts';
import { askChoiceOrText, type Step } from '../shared/multi-step-input.ts';

type Modality = NonNullable<NonNullable<Parameters<Models['choose']>[0]>['modality']>;

/** Asks for a model. It has no way back, so it comes first. */
export function modelStep(
  models: Models,
  modality: Modality,
  current: () => string | undefined,
  take: (model: string) => void,
): Step {
  return async ({ title }) => {
    const model = await models.choose({ modality, current: current(), title });
    if (model === undefined) return undefined;
    take(model);
    return 'next';
  };
}

interface OptionalText {
  readonly placeholder: string;
  /** What it means to send none. */
  readonly none: string;
  readonly used: readonly string[];
  readonly problem?: (text: string) => string | undefined;
  readonly take: (text: string) => void;
}

/** Asks for what the service takes, and need not be told: what was sent before first, `none`, or what is typed. */
export function optionalStep(question: () => OptionalText): Step {
  return (frame) => {
    const { none, used, placeholder, problem, take } = question();
    const items = (used.includes('') ? used : [...used, '']).map((value) =>
      value === '' ? { label: none, value } : { label: inert(oneLine(value, 60)), value },
    );
    return askChoiceOrText(frame, { placeholder, items, take, ...(problem && { problem }) });
  };
}

/** A name of a voice or language: anything that is one word or a few. */
export function nameProblem(text: string): string | undefined {
  return text.length > 100 ? l10n.t('Too long: {0} of 100 characters.', text.length) : undefined;
}
