/**
 * Converts one JSON value of a chat response to deltas. The spec doesn't describe it; docs/response-shapes.md lists the
 * shapes.
 */
import { isRecord } from '../../../../common/guards.ts';
import { firstFigure, type JsonRecord, omitUndefined } from '../json.ts';
import type { ChatUsage, DeltaSink } from './delta-sink.ts';
import { audioOf, imagesOf, partsOf, reasoningBeside } from './parts.ts';

/** Passes the content of a value to the sink. Returns false if nothing in it was recognized. */
export function readChunk(value: unknown, sink: DeltaSink): boolean {
  if (!isRecord(value)) return false;
  const { choices } = value;
  const usage = usageIn(value);
  let known = false;
  if (Array.isArray(choices)) {
    // The chunk with the usage has an empty list.
    known = choices.length === 0 || choices.some((choice) => isRecord(choice) && isKnownChoice(choice));
    for (const choice of choices) if (isRecord(choice) && !Number(choice.index)) readChoice(choice, sink);
  } else if (isKnownChoice(value)) {
    known = true;
    readChoice(value, sink);
    if (value.done === true) sink.finish(typeof value.done_reason === 'string' ? value.done_reason : 'stop');
  } else if (value.done === true) {
    known = true;
    sink.finished = true;
  }
  if (usage !== undefined) {
    known = true;
    sink.usage(readUsage(usage));
  }
  return known;
}

/** Properties in which services send parts of a response. */
const choiceParts = [
  ...['content', 'role', 'reasoning', 'reasoning_content', 'reasoning_details', 'thinking', 'thinking_blocks'],
  ...['tool_calls', 'refusal', 'text', 'images', 'audio'],
];

/** True if a choice has a known format. Other vendors' events also have a `delta` or `message`, with other content. */
function isKnownChoice({ delta, message, text, finish_reason: reason, type }: JsonRecord): boolean {
  if (typeof type === 'string' && /^(message|content_block|response)[._]/.test(type)) return false;
  const part = isRecord(delta) ? delta : message;
  const isKnownPart = isRecord(part) && (Object.keys(part).length === 0 || choiceParts.some((name) => name in part));
  return isKnownPart || typeof text === 'string' || typeof reason === 'string';
}

/** Returns the error of the first choice in the form that `errorInside` reads, which checks only the top level. */
export function choiceError(value: unknown): unknown {
  const choice: unknown = isRecord(value) && Array.isArray(value.choices) ? value.choices[0] : undefined;
  return isRecord(choice) && choice.error ? { error: choice.error } : undefined;
}

function readChoice(choice: JsonRecord, sink: DeltaSink): void {
  const { delta, message, finish_reason: reason } = choice;
  const part = isRecord(delta) ? delta : isRecord(message) ? message : choice;
  // Some services send the whole message once more at the end.
  const add = isRecord(delta) ? sink.add.bind(sink) : sink.addWhole.bind(sink);
  const { content, tool_calls: calls } = part;
  const inContent = partsOf(content ?? choice.text ?? part.refusal);
  const parts = [...reasoningBeside(part), ...inContent, ...imagesOf(part.images ?? []), ...audioOf(part.audio)];
  // The whole text of one kind at once, because a message that is sent once more is compared with what arrived before.
  for (const kind of ['reasoning', 'text'] as const) {
    const texts = parts.flatMap((one) => (one.kind === kind ? one.text : []));
    if (texts.length > 0) add(kind, texts.join(''));
  }
  for (const one of parts) if (one.kind === 'media') sink.addMedia(one.name, one.address);
  if (Array.isArray(calls) && calls.length > 0) sink.hasContent = true;
  if (typeof reason === 'string' && reason !== '' && reason !== 'null') sink.finish(reason);
}

/** Returns the record of the usage. Groq has it beside its own fields, Gemini under another name. */
function usageIn({ usage, x_groq: groq, usageMetadata }: JsonRecord): JsonRecord | undefined {
  return [usage, isRecord(groq) ? groq.usage : undefined, usageMetadata].find(isRecord);
}

function readUsage(usage: JsonRecord): ChatUsage {
  return omitUndefined({
    promptTokens: firstFigure(usage, 'prompt_tokens', 'input_tokens', 'promptTokens', 'promptTokenCount'),
    completionTokens: firstFigure(
      usage,
      ...['completion_tokens', 'output_tokens', 'completionTokens', 'candidatesTokenCount'],
    ),
    totalTokens: firstFigure(usage, 'total_tokens', 'totalTokens', 'totalTokenCount'),
    cost: firstFigure(usage, 'cost'),
  });
}
