/** Questions to the chat about a run. */
import { l10n } from 'vscode';
import { pickRun } from '../runs/index.ts';
import { runAttachment, type ServiceFeatures } from './context/service.ts';
import type { Attachment } from './record.ts';

/** A prompt and its subject, which is shown as a chip and sent with the prompt. */
export interface Question {
  readonly prompt: string;
  readonly context: Attachment;
}

/**
 * Returns a question about a run; undefined if no run was selected.
 * @param argument a row of the Runs view; if absent, the user selects a run
 */
export async function createRunQuestion(features: ServiceFeatures, argument: unknown): Promise<Question | undefined> {
  const { runs, workflows } = features;
  const question = l10n.t('Select a run to explain');
  const id = await pickRun(runs.store, workflows.store, argument, question, {
    prioritize: ({ status }) => status === 'FAILED',
  });
  if (id === undefined) return undefined;
  const run = await runs.store.detail(id);
  const failed = run.status === 'FAILED' || run.steps.some((step) => step.error);
  return {
    prompt: failed
      ? l10n.t('Why did this run fail, and what can I do about it?')
      : l10n.t('Explain what happened in this run.'),
    context: runAttachment(features, run),
  };
}
