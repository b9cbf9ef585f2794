/** Results of a chat call, whole or in deltas. The spec describes neither; see ./read-choice.ts for the formats. */
import type { ApiError } from '../errors.ts';

/** Token counts from the service. Figures that it didn't send are absent. */
export interface ChatUsage {
  promptTokens?: number;
  completionTokens?: number;
  totalTokens?: number;
  /** Cost of the response in the service's currency (OpenRouter's `cost`), if the service sends it. */
  cost?: number;
}

/** One part of a streamed response. Adjacent text in one network chunk is one delta. */
export type ChatDelta =
  | { kind: 'text'; text: string }
  | { kind: 'reasoning'; text: string }
  /** Part of a tool call, unchanged. The spec doesn't mention tools, so tool calls aren't run. */
  | { kind: 'toolCall'; raw: unknown }
  /** Why the model stopped: `stop`, `length`, or another reason. */
  | { kind: 'finish'; reason: string }
  | { kind: 'usage'; usage: ChatUsage }
  /** Always the last delta, exactly once. `error` is why the response is incomplete. */
  | { kind: 'end'; complete: true }
  | { kind: 'end'; complete: false; error: ApiError };

/** A complete response. */
export interface ChatCompletion {
  text: string;
  /** Reasoning of the model; empty if there was none. */
  reasoning: string;
  finishReason?: string;
  usage?: ChatUsage;
  toolCalls: unknown[];
}

/** Everything received from a stream, complete or not. */
export interface ChatTranscript extends ChatCompletion {
  complete: boolean;
  /** Why it's incomplete. */
  error?: ApiError;
}

/** Adds one delta to the transcript. */
export function addDelta(whole: ChatTranscript, delta: ChatDelta): void {
  switch (delta.kind) {
    case 'text':
      whole.text += delta.text;
      return;
    case 'reasoning':
      whole.reasoning += delta.text;
      return;
    case 'toolCall':
      whole.toolCalls.push(delta.raw);
      return;
    case 'finish':
      whole.finishReason = delta.reason;
      return;
    case 'usage':
      whole.usage = delta.usage;
      return;
    case 'end':
      whole.complete = delta.complete;
      if (!delta.complete) whole.error = delta.error;
  }
}
