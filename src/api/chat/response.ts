/** Results of a chat call. The spec doesn't describe them; see ./read-choice.ts for the formats. */
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
  /** Why the model stopped: `stop`, `length`, or another reason. */
  | { kind: 'finish'; reason: string }
  | { kind: 'usage'; usage: ChatUsage }
  /** Always the last delta, exactly once. `error` is why the response is incomplete. */
  | { kind: 'end'; complete: true }
  | { kind: 'end'; complete: false; error: ApiError };
