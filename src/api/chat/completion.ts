/** Reads a chat response that isn't streamed. The spec doesn't describe its body. */
import { type CompleteResponse, requireBody } from '../call.ts';
import type { Cleaner } from '../clean.ts';
import { ApiFailure } from '../errors.ts';
import { DeltaReader } from './delta-reader.ts';
import { addDelta, type ChatCompletion, type ChatTranscript } from './response.ts';

/** Reads a completion, or a stream if the service sends one anyway. Throws the error inside it, or `badResponse`. */
export function readCompletion(response: CompleteResponse, cleaner: Cleaner): ChatCompletion {
  requireBody(response);
  const reader = new DeltaReader(cleaner);
  const whole: ChatTranscript = { text: '', reasoning: '', toolCalls: [], complete: false };
  for (const delta of reader.push(new TextDecoder().decode(response.bytes))) addDelta(whole, delta);
  for (const delta of reader.end()) addDelta(whole, delta);
  const { complete: _complete, error, ...completion } = whole;
  if (error !== undefined) throw new ApiFailure(error);
  return completion;
}
