/** Chat completions, complete and streamed. The spec defines no response body, so these follow OpenAI's API. */
import { answerTo, tokensOf } from './answers.ts';
import { MODELS, type Model } from './models.ts';
import { type Incoming, json, Refusal, type Reply } from './reply.ts';
import { boolean, checkObject, content, integer, modelName, number, readObject, text, textOf } from './shape.ts';

export interface ChatContext {
  now(): number;
  /** Waits between two events of a stream. */
  pause(): Promise<void>;
}

const MESSAGE = { role: { required: true, check: text }, content: { required: true, check: content } } as const;

export function completeChat(context: ChatContext, request: Incoming): Reply {
  const body = readObject(request, {
    model: { required: true, check: modelName },
    messages: { required: true, check: messages },
    stream: { check: boolean },
    temperature: { check: number },
    max_completion_tokens: { check: integer },
  });
  const model = assigned(String(body.model), 'chat');
  const talk = (body.messages as { role: string; content: unknown }[]).map((one) => ({
    role: one.role,
    content: textOf(one.content),
  }));
  const prompt = talk.findLast((one) => one.role === 'user')?.content ?? '';
  const said = answerTo(prompt, model.id, talk.filter((one) => one.role === 'user').length);
  const tokens = tokensOf(said.text);
  const most = typeof body.max_completion_tokens === 'number' ? body.max_completion_tokens : tokens.length;
  const answer: Answer = {
    id: `chatcmpl-${talk.length}${tokens.length}`,
    created: Math.floor(context.now() / 1000),
    model: model.id,
    reasoning: model.reasons ? tokensOf(said.reasoning) : [],
    tokens: tokens.slice(0, Math.max(0, most)),
    finishReason: most < tokens.length ? 'length' : 'stop',
    promptTokens: talk.reduce((sum, one) => sum + tokensOf(one.content).length + 4, 0),
  };
  if (body.stream !== true) return json(whole(answer));
  const headers = { 'content-type': 'text/event-stream; charset=utf-8', 'cache-control': 'no-cache' };
  return { status: 200, headers, body: streamed(answer, context) };
}

/** Returns the model if it exists, has this kind and is assigned to the key. */
export function assigned(id: string, kind: Model['kind']): Model {
  const model = MODELS.find((one) => one.id === id && one.kind === kind);
  if (model !== undefined) return model;
  const message = `The model ${id} does not exist or is not assigned to this key`;
  throw new Refusal(404, {
    error: { message, type: 'invalid_request_error', param: 'model', code: 'model_not_found' },
  });
}

interface Answer {
  id: string;
  created: number;
  model: string;
  reasoning: string[];
  tokens: string[];
  finishReason: string;
  promptTokens: number;
}

function usage({ promptTokens, reasoning, tokens }: Answer): object {
  const completion = reasoning.length + tokens.length;
  return { prompt_tokens: promptTokens, completion_tokens: completion, total_tokens: promptTokens + completion };
}

function whole(answer: Answer): object {
  const { id, created, model, reasoning, tokens, finishReason } = answer;
  const message = {
    role: 'assistant',
    content: tokens.join(''),
    ...(reasoning.length > 0 && { reasoning: reasoning.join('') }),
  };
  const choices = [{ index: 0, message, finish_reason: finishReason }];
  return { id, object: 'chat.completion', created, model, choices, usage: usage(answer) };
}

async function* streamed(answer: Answer, { pause }: ChatContext): AsyncGenerator<string> {
  const { id, created, model } = answer;
  const head = { id, object: 'chat.completion.chunk', created, model };
  const event = (delta: object, finish: string | null = null) =>
    `data: ${JSON.stringify({ ...head, choices: [{ index: 0, delta, finish_reason: finish }] })}\n\n`;
  yield ': ROUTER PROCESSING\n\n';
  yield event({ role: 'assistant', content: '' });
  for (const token of answer.reasoning) {
    await pause();
    yield event({ reasoning: token });
  }
  for (const token of answer.tokens) {
    await pause();
    yield event({ content: token });
  }
  yield event({}, answer.finishReason);
  yield `data: ${JSON.stringify({ ...head, choices: [], usage: usage(answer) })}\n\n`;
  yield 'data: [DONE]\n\n';
}

function messages(value: unknown): string | undefined {
  if (!Array.isArray(value)) return 'must be a list of messages';
  for (const [index, one] of value.entries()) {
    if (typeof one !== 'object' || one === null || Array.isArray(one)) return `[${index}] must be a message`;
    checkObject(one as Record<string, unknown>, MESSAGE, `messages[${index}].`);
  }
  return undefined;
}
