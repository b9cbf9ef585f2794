/** Answers of `@switchyard`. Facts come from the service without a model; explanations need one. */
import { CancellationError, type ChatResult } from 'vscode';
import { participantCommands } from '../shared/contract.ts';
import { explainRun } from './answers/explain.ts';
import { answerFreely } from './answers/free.ts';
import { listModels } from './answers/models.ts';
import { showWorkflow } from './answers/workflow.ts';
import { languageModelError } from './errors.ts';
import type { Answer, Sources, Turn } from './turn.ts';

const ANSWERS: Readonly<Record<(typeof participantCommands)[number], Answer>> = {
  explain: explainRun,
  workflow: showWorkflow,
  models: listModels,
};

/** Rejects only if canceled. Other errors are reported in the result. */
export async function answerRequest(turn: Turn, sources: Sources): Promise<ChatResult> {
  const command = participantCommands.find((known) => known === turn.request.command);
  const answer = command === undefined ? answerFreely : ANSWERS[command];
  try {
    await answer(turn, sources);
    return {};
  } catch (error) {
    if (error instanceof CancellationError || turn.token.isCancellationRequested) throw new CancellationError();
    return { errorDetails: { message: languageModelError(error).message } };
  }
}
