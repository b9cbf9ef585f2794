/** Streams a chat response. Spec: "Events", chat streaming. */
import type { Opened } from '../call.ts';
import { ApiFailure } from '../errors.ts';
import { type ClientConfig, networkFailure } from '../transport.ts';
import { DeltaReader } from './delta-reader.ts';
import type { ChatDelta } from './response.ts';

/**
 * Sends the request when iteration starts and yields deltas until `end`. Throws if the service rejects the request, but
 * never after the response has started. The request also ends when the caller leaves the loop or aborts the signal,
 * after `idleTimeoutMs` without data, and after `answerTimeoutMs` in total.
 */
export async function* chatStream(
  config: ClientConfig,
  open: () => Promise<Opened>,
): AsyncGenerator<ChatDelta, void, undefined> {
  const { response, deadline } = await open();
  const reader = new DeltaReader(config.cleaner);
  const body: ReadableStreamDefaultReader<Uint8Array> | undefined = response.body?.getReader();
  // Canceling the reader ends a pending read even if the body doesn't observe the signal.
  const cancel = () => void body?.cancel().catch(() => undefined);
  deadline.signal.addEventListener('abort', cancel, { once: true });
  if (deadline.signal.aborted) cancel();
  deadline.limit(config.idleTimeoutMs);
  deadline.endAfter(config.answerTimeoutMs);
  const decoder = new TextDecoder();
  try {
    let cut: ApiFailure | undefined;
    while (body !== undefined && !reader.isDone) {
      deadline.touch();
      const chunk = await body.read().catch((caught: unknown) => networkFailure(caught, config.cleaner));
      const failed = chunk instanceof ApiFailure;
      cut = deadline.reason() ?? (failed ? chunk : undefined);
      if (failed || chunk.done || cut !== undefined) break;
      deadline.hold();
      yield* reader.push(decoder.decode(chunk.value, { stream: true }));
    }
    if (cut === undefined) yield* reader.push(decoder.decode());
    yield* reader.end(cut?.error);
  } finally {
    deadline.stop();
    cancel();
  }
}
