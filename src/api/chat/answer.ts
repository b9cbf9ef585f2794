/** What a chat call gives, whole or in deltas. The spec shows neither shape: see ./read-choice.ts for what is taken. */
import type { ApiError } from '../errors.ts';

/** Tokens, as the service counted them; a figure that it did not give is absent. */
export interface ChatUsage {
  promptTokens?: number;
  completionTokens?: number;
  totalTokens?: number;
  /** What the answer cost, in the service's own currency (OpenRouter's `cost`), when it says so. */
  cost?: number;
}

/** One part of a streamed answer. Text that came in one network chunk is one delta. */
export type ChatDelta =
  | { kind: 'text'; text: string }
  | { kind: 'reasoning'; text: string }
  /** A tool call's part, untouched: the spec names no tools, so nothing here runs them. */
  | { kind: 'toolCall'; raw: unknown }
  /** Why the model stopped: `stop`, `length`, ... (open). */
  | { kind: 'finish'; reason: string }
  | { kind: 'usage'; usage: ChatUsage }
  /** Always the last, exactly once. `error` says why an answer is not complete. */
  | { kind: 'end'; complete: true }
  | { kind: 'end'; complete: false; error: ApiError };

/** A whole answer. */
export interface ChatCompletion {
  text: string;
  /** What the model thought aloud; empty when it did not. */
  reasoning: string;
  finishReason?: string;
  usage?: ChatUsage;
  toolCalls: unknown[];
}

/** All that a stream gave, whether it came to its end or not. */
export interface ChatTranscript extends ChatCompletion {
  complete: boolean;
  /** Why it is not complete. */
  error?: ApiError;
}

/** Adds one delta to what came before it. */
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
