/** Input steps shared by audio and images. */
import { l10n } from 'vscode';
import { askChoice, askChoiceOrText, type Step } from '../../shared/multi-step-input.ts';
import { inert, oneLine } from '../../shared/text/format.ts';
import type { Modality } from '../session/models/modality.ts';
import type { MediaServices } from './services.ts';

/** Selects a model. Must be the first step, because the model picker has no Back button. */
export function modelStep({ models, session }: MediaServices, modality: Modality, options: { model: string }): Step {
  return async ({ title }) => {
    const step = l10n.t('{0}: Choose a Model', title);
    const model = await models.choose(session, { modality, current: options.model || undefined, title: step });
    if (model === undefined) return undefined;
    options.model = model;
    return 'next';
  };
}

/** Selects one of a few values. */
export function choiceStep<Key extends string, Value extends string>(
  placeholder: string,
  values: readonly Value[],
  nameOf: (value: Value) => string,
  options: Record<Key, Value>,
  key: Key,
): Step {
  const items = values.map((value) => ({ label: nameOf(value), value }));
  return (frame) =>
    askChoice(frame, {
      placeholder,
      items,
      active: items.find(({ value }) => value === options[key]),
      accept: ({ value }) => {
        options[key] = value;
      },
    });
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
