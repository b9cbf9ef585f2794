/** Answers of `@switchyard`. Facts come from the service without a model; explanations need one. */

import { CancellationError, type ChatResult } from 'vscode';
import { participant } from '../../shared/generated/names.ts';
import type { Answer, ParticipantFeatures, ParticipantRequest } from './answers/answer.ts';
import { explainRun } from './answers/explain.ts';
import { listModels } from './answers/models.ts';
import { answerPrompt } from './answers/prompt.ts';
import { showWorkflow } from './answers/workflow.ts';
import { languageModelError } from './errors.ts';

const answerOf: Readonly<Record<(typeof participant.commands)[number], Answer>> = {
  explain: explainRun,
  workflow: showWorkflow,
  models: listModels,
};

/** Rejects only if canceled. Other errors are reported in the result. */
export async function answerRequest(turn: ParticipantRequest, features: ParticipantFeatures): Promise<ChatResult> {
  const command = participant.commands.find((known) => known === turn.request.command);
  const answer = command === undefined ? answerPrompt : answerOf[command];
  try {
    await answer(turn, features);
    return {};
  } catch (error) {
    if (error instanceof CancellationError || turn.token.isCancellationRequested) throw new CancellationError();
    return { errorDetails: { message: languageModelError(error).message } };
  }
}
