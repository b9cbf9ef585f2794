/** Answers a prompt to `@switchyard` without a command: sends it to a model with the earlier messages. */
import { ChatRequestTurn, ChatResponseMarkdownPart, ChatResponseTurn, l10n } from 'vscode';
import type { ChatMessage } from '../../api/index.ts';
import type { Answer, ParticipantRequest } from './answer.ts';
import { askModel } from './ask-model.ts';

export const answerPrompt: Answer = async (turn, features) => {
  const prompt = turn.request.prompt.trim();
  if (prompt === '') {
    turn.response.markdown(
      l10n.t(
        'Ask anything, or use /explain for a failed run, /workflow for a workflow, and /models for models and prices.',
      ),
    );
    return;
  }
  const messages = [...earlierMessages(turn.context), { role: 'user', content: prompt }];
  await askModel({ instructions, messages }, turn, features);
};

const instructions = `You answer inside a code editor, for a person who operates automated workflows and a router of models through the
Switchyard extension. You cannot see their workflows: for those they use /workflow and /explain, for models and prices /models. Be short.
Answer in the language of the question.`;

/** Returns the earlier prompts to this participant and its responses. */
function earlierMessages({ history }: ParticipantRequest['context']): ChatMessage[] {
  return history.flatMap((turn): ChatMessage[] => {
    if (turn instanceof ChatRequestTurn) return turn.prompt === '' ? [] : [{ role: 'user', content: turn.prompt }];
    const text = turn instanceof ChatResponseTurn ? responseText(turn) : '';
    return text === '' ? [] : [{ role: 'assistant', content: text }];
  });
}

function responseText({ response }: ChatResponseTurn): string {
  return response.map((part) => (part instanceof ChatResponseMarkdownPart ? part.value.value : '')).join('');
}
