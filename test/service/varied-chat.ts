/** Chat responses as another service sends them. Spec, Events: payload and end of a stream are not shown. */
import type { Choices } from './choices.ts';
import type { Reply } from './reply.ts';
import { inPieces, split } from './written.ts';

interface Delta {
  role?: string;
  content?: string;
  reasoning?: string;
}
interface Usage {
  prompt_tokens: number;
  completion_tokens: number;
  total_tokens: number;
}
/** An event of the reference service, or its whole response. */
interface Chunk {
  choices: { index: number; delta?: Delta; message?: Delta; finish_reason: string | null }[];
  usage?: Usage;
  [more: string]: unknown;
}

export function varyChat({ status, body }: Reply, choices: Choices): Reply {
  if (typeof body === 'string') {
    const whole = varyChunk(JSON.parse(body) as Chunk, choices);
    return { status, headers: { 'Content-Type': 'application/json' }, body: inPieces(JSON.stringify(whole), choices) };
  }
  const type = choices.of('stream type', [
    'text/event-stream',
    'text/event-stream;charset=UTF-8',
    'text/plain',
    undefined,
  ]);
  const size = choices.of('size of events', [1, 5, 64, 5000]);
  const events = varyEvents(body as AsyncIterable<string>, choices);
  return { status, headers: type === undefined ? {} : { 'Content-Type': type }, body: split(events, size) };
}

async function* varyEvents(events: AsyncIterable<string>, choices: Choices): AsyncGenerator<string> {
  const lineEnd = choices.of('line ends', ['\n', '\r\n', '\r']);
  const before = choices.of('before data', ['', 'event: message\n', 'id: 7\nretry: 3000\n', ': ping\n\n']);
  const name = choices.of('data', ['data: ', 'data:']);
  const indent = choices.isPart('indented events', 0.2) ? 2 : undefined;
  const event = (chunk: object) => {
    const lines = JSON.stringify(chunk, null, indent).split('\n');
    return `${before}${lines.map((line) => `${name}${line}`).join('\n')}\n\n`;
  };
  const end = choices.of('end', [
    'data: [DONE]\n\n',
    '',
    'data: [END]\n\n',
    'event: end\ndata: {}\n\n',
    'data: [DONE]',
  ]);
  const usage = choices.of('usage', ['last', 'with the finish', 'none', 'each'] as const);
  let finish: Chunk | undefined;
  let said = '';
  const inLines = (text: string) => text.replaceAll('\n', lineEnd);
  for await (const text of events) {
    if (text.startsWith(':')) continue;
    if (text.startsWith('data: [DONE]')) break;
    const chunk = JSON.parse(text.slice('data: '.length)) as Chunk;
    const [choice] = chunk.choices;
    said += choice?.delta?.content ?? '';
    if (choice?.finish_reason) finish = chunk;
    else if (choice === undefined) {
      const last = { ...chunk, choices: finish?.choices ?? [] };
      if (usage === 'last' && finish !== undefined)
        yield inLines(event(varyChunk({ ...finish, choices: finish.choices }, choices)));
      yield* lastEvents(usage === 'last' ? chunk : last, usage, said, choices).map((one) => inLines(event(one)));
    } else {
      const soFar = { prompt_tokens: 1, completion_tokens: 1, total_tokens: 2 };
      yield inLines(event(varyChunk(usage === 'each' ? { ...chunk, usage: soFar } : chunk, choices)));
    }
  }
  yield inLines(end);
}

const placeOf = (choices: Choices) =>
  choices.of('place of deltas', ['delta', 'delta', 'delta', 'message', 'text'] as const);

/** True if the whole message is sent once more, as services do after deltas. */
const isRepeated = (choices: Choices) => placeOf(choices) === 'delta' && choices.isPart('message once more', 0.3);

/** The finish reason, the usage, and perhaps the whole message once more. */
function lastEvents(chunk: Chunk, where: 'last' | 'with the finish' | 'none' | 'each', said: string, choices: Choices) {
  const { usage, ...rest } = chunk;
  const last = varyChunk(where === 'none' ? rest : { ...rest, ...(usage && { usage }) }, choices);
  if (!isRepeated(choices)) return where === 'none' && rest.choices.length === 0 ? [] : [last];
  return [
    { ...rest, choices: [{ index: 0, message: { role: 'assistant', content: said }, finish_reason: null }] },
    last,
  ];
}

function varyChunk({ choices: all, usage, id, object, created, model }: Chunk, choices: Choices): object {
  const more = choices.of('fields of chunks', [
    { id, object, created, model },
    {},
    { provider: 'x', error: null, usage: null },
  ]);
  return { ...more, choices: all.map((one) => varyChoice(one, choices)), ...(usage && varyUsage(usage, choices)) };
}

function varyChoice({ delta, message, finish_reason: reason }: Chunk['choices'][number], choices: Choices): object {
  const ended = choices.of('finish', ['reason', 'empty', 'text', 'absent', 'own word'] as const);
  const running = { reason: null, empty: '', text: 'null', absent: undefined, 'own word': null }[ended];
  // Without a reason, an answer that reached its limit would look complete, which no service does.
  const own =
    reason === 'stop' ? { reason, empty: '', text: 'null', absent: undefined, 'own word': 'end_turn' }[ended] : reason;
  const part = delta ?? message ?? {};
  const varied = varyDelta(part, choices);
  const place = message !== undefined ? 'message' : placeOf(choices);
  const finish = reason === null ? running : own;
  const text = place === 'text' && typeof varied.content === 'string';
  return {
    ...choices.of('fields of choices', [{ index: 0 }, {}, { index: 0, logprobs: null, native_finish_reason: null }]),
    ...(text ? { text: varied.content } : { [place === 'text' ? 'delta' : place]: varied }),
    ...(finish !== undefined && { finish_reason: finish }),
  };
}

function varyDelta({ role, content, reasoning }: Delta, choices: Choices): Record<string, unknown> {
  const form = choices.of('content', ['text', 'text', 'parts'] as const);
  const name = choices.of('reasoning', ['reasoning', 'reasoning_content', 'thinking', 'reasoning_details'] as const);
  const roles = choices.of('roles', ['first', 'each', 'none'] as const);
  const text = content === undefined || form === 'text' ? content : [{ type: 'text', text: content }];
  return {
    ...(((role !== undefined && roles === 'first') || roles === 'each') && { role: 'assistant' }),
    ...(text !== undefined && { content: text }),
    ...(text === undefined && choices.isPart('null content', 0.5) && { content: null }),
    ...(reasoning !== undefined && {
      [name]: name === 'reasoning_details' ? [{ type: 'reasoning.text', text: reasoning }] : reasoning,
    }),
  };
}

function varyUsage(usage: Usage, choices: Choices): object {
  const { prompt_tokens: input, completion_tokens: output, total_tokens: total } = usage;
  return choices.of<object>('names of usage', [
    { usage },
    { usage: { prompt_tokens: String(input), completion_tokens: String(output), total_tokens: String(total) } },
    { usage: { input_tokens: input, output_tokens: output } },
    { x_groq: { usage } },
    { usage: { promptTokens: input, completionTokens: output, totalTokens: total } },
    {
      usage: { ...usage, cost: 0.00125, prompt_tokens_details: { cached_tokens: 0 }, completion_tokens_details: null },
    },
    { usageMetadata: { promptTokenCount: input, candidatesTokenCount: output, totalTokenCount: total } },
  ]);
}
