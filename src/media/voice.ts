/** The model and the voice that read aloud. */
import { l10n } from 'vscode';
import { runSteps } from '../shared/quick-steps.ts';
import type { MediaParts } from './parts.ts';
import { modelStep, nameProblem, optionalStep } from './questions.ts';

export interface Voice {
  readonly model: string;
  /** Empty: the model's own. The spec shows no values. */
  readonly voice: string;
}

/** Those that were chosen last. */
export function lastVoice({ remembered }: MediaParts): Voice | undefined {
  const model = remembered.last('speechModel');
  return model === undefined ? undefined : { model, voice: remembered.last(`voice ${model}`) ?? '' };
}

/** Asks for both and remembers them, the voice for each model. Undefined: the user left. */
export async function chooseVoice({ models, remembered }: MediaParts): Promise<Voice | undefined> {
  let model = '';
  let voice = '';
  const chosen = await runSteps(l10n.t('Read Aloud'), () => [
    modelStep(
      models,
      'speech',
      () => remembered.last('speechModel'),
      (one) => {
        model = one;
      },
    ),
    optionalStep(() => ({
      placeholder: l10n.t('Choose a voice for {0}, or enter its name', model),
      none: l10n.t('Default voice'),
      used: remembered.all(`voice ${model}`),
      problem: nameProblem,
      take: (name) => {
        voice = name;
      },
    })),
  ]);
  if (!chosen) return undefined;
  await remembered.keep('speechModel', model);
  await remembered.keep(`voice ${model}`, voice);
  return { model, voice };
}
