/** A run, or one step of it, as something to ask about. */
import { l10n } from 'vscode';
import { pickRun, type Runs } from '../runs/index.ts';
import { oneLine, plainText } from '../shared/format.ts';
import { pretty } from '../shared/read-only-documents.ts';
import type { Workflows } from '../workflows/index.ts';

/** Something to ask, with what it is about. */
export interface Question {
  readonly prompt: string;
  /** What it is about, such as the error of a step: shown as a chip, sent with the prompt. */
  readonly context?: { readonly label: string; readonly text: string };
}

export interface RunFeatures {
  readonly runs: Runs;
  readonly workflows: Workflows;
}

/** @param argument a row of the Runs view; without one the user is asked. Undefined when no run was chosen */
export async function aboutRun({ runs, workflows }: RunFeatures, argument: unknown): Promise<Question | undefined> {
  const question = l10n.t('Select a run to explain');
  const id = await pickRun(runs.store, workflows.store, argument ?? runs.tree.focused, question, {
    first: ({ status }) => status === 'FAILED',
  });
  if (id === undefined) return undefined;
  const run = await runs.store.detail(id);
  const name = workflows.store.get(run.workflow_id)?.workflow.name ?? run.workflow_id;
  const failed = run.status === 'FAILED' || run.steps.some((step) => step.error);
  return {
    prompt: failed
      ? l10n.t('Why did this run fail, and what can I do about it?')
      : l10n.t('Explain what happened in this run.'),
    // Errors of steps may be long; what is cut off is the end of each, not the last steps.
    context: {
      label: l10n.t('Run of {0}', oneLine(name, 60)),
      text: pretty({
        ...run,
        steps: run.steps.map((step) => ({ ...step, error: step.error && plainText(step.error, 8000) })),
      }),
    },
  };
}
