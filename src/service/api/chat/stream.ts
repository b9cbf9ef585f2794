/** Streams a chat response. Spec: "Events", chat streaming. */

import type { ApiError } from '../errors/api-error.ts';
import { ApiFailure, apiErrorOf, IncompleteResponse } from '../errors/errors.ts';
import type { ChatRequest } from '../records.ts';
import type { Opened } from '../transport/call.ts';
import { type ClientConfig, failureOfBody, untilAborted } from '../transport/transport.ts';
import { DeltaReader } from './delta-reader.ts';
import type { ChatDelta } from './delta-sink.ts';

/** Milliseconds after which everything else gets a turn: data that is already here arrives without one. */
const longestTaskMs = 20;

/**
 * Sends the request when iteration starts. The request also ends when the caller leaves the loop or aborts the signal,
 * after `idleTimeoutMs` without data, and after `answerTimeoutMs` in total.
 * @throws IncompleteResponse once the response has begun; before that, another ApiFailure
 */
export async function* chatStream(
  config: ClientConfig,
  request: ChatRequest,
  open: () => Promise<Opened>,
): AsyncGenerator<ChatDelta, void, undefined> {
  const { response, deadline } = await open();
  const reader = new DeltaReader(config.cleaner, continuedText(request));
  const body: ReadableStreamDefaultReader<Uint8Array> | undefined = response.body?.getReader();
  deadline.endAfter(config.answerTimeoutMs);
  const decoder = new TextDecoder();
  let free = performance.now();
  let cause: ApiError | undefined;
  try {
    while (body !== undefined && !reader.isDone) {
      deadline.restart(config.idleTimeoutMs);
      const chunk = await untilAborted(body.read(), deadline.signal).catch((caught: unknown) =>
        failureOfBody(caught, deadline, config.cleaner),
      );
      deadline.hold();
      if (chunk instanceof ApiFailure) cause = idle(chunk.error);
      if (chunk instanceof ApiFailure || chunk.done) break;
      yield* reader.push(decoder.decode(chunk.value, { stream: true }));
      if (performance.now() - free > longestTaskMs) {
        await new Promise((resolve) => setTimeout(resolve));
        free = performance.now();
      }
    }
    if (cause === undefined) yield* reader.push(decoder.decode());
    const { deltas, error } = reader.end(cause);
    yield* deltas;
    if (error !== undefined) {
      config.onOutcome(error);
      throw new IncompleteResponse(error);
    }
  } finally {
    deadline.stop();
    body?.cancel().catch(() => undefined);
  }
}

function idle(error: ApiError): ApiError {
  return error.kind === 'timeout' && !error.endless ? { ...error, idle: true } : error;
}

/** Rethrows the error of an answer that hasn't begun. */
export function asIdle(caught: unknown): never {
  const error = apiErrorOf(caught);
  throw error === undefined ? caught : new ApiFailure(idle(error));
}

/** Returns the text that the response continues, which may end with the start of the key: a last message of the model. */
function continuedText({ messages }: ChatRequest): string {
  const last = messages.at(-1);
  return last?.role === 'assistant' && typeof last.content === 'string' ? last.content : '';
}
