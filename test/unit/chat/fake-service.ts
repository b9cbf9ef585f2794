import type { ApiClient, ApiError, ChatDelta, ChatRequest } from '../../../src/api/index.ts';
import type { ChatConnection } from '../../../src/chat/answer-stream.ts';
import { settle } from '../settle.ts';

/** A connection whose responses are controlled by the test. */
export class FakeService implements ChatConnection {
  readonly requests: ChatRequest[] = [];
  readonly reported: ApiError[] = [];
  /** Thrown instead of a response. */
  refusal: unknown;
  /** Rejects only streamed requests with `refusal`. */
  refuseStreamsOnly = false;
  /** Text of the response to a request without streaming. */
  whole = '';
  readonly calls: ('stream' | 'whole')[] = [];
  signal: AbortSignal | undefined;
  #deltas: ChatDelta[] = [];
  #wake: (() => void) | undefined;

  async run<T>(work: (client: ApiClient) => Promise<T>): Promise<T> {
    if (this.refusal !== undefined && !this.refuseStreamsOnly) throw this.refusal;
    // The session makes only this call. Any other call is a bug and fails.
    const client: Pick<ApiClient, 'chatStream'> = {
      chatStream: (request, options) => {
        this.calls.push(request.stream === false ? 'whole' : 'stream');
        if (request.stream === false) return this.#answerAtOnce();
        if (this.refusal !== undefined) throw this.refusal;
        return this.#stream(request, options?.signal);
      },
    };
    return work(client as ApiClient);
  }

  report(error: ApiError): void {
    this.reported.push(error);
  }

  /** Sends the next deltas of the answer. Resolves when the session has handled them. */
  async say(...deltas: ChatDelta[]): Promise<void> {
    this.#deltas.push(...deltas);
    this.#wake?.();
    await settle();
  }

  async *#answerAtOnce(): AsyncGenerator<ChatDelta> {
    yield { kind: 'text', text: this.whole };
    yield { kind: 'finish', reason: 'stop' };
    yield { kind: 'end', complete: true };
  }

  async *#stream(request: ChatRequest, signal: AbortSignal | undefined): AsyncGenerator<ChatDelta> {
    this.requests.push(structuredClone(request));
    this.signal = signal;
    this.#deltas = [];
    for (;;) {
      const next = this.#deltas.shift();
      if (next) yield next;
      if (next?.kind === 'end') return;
      if (!next) await new Promise<void>((resolve) => (this.#wake = resolve));
    }
  }
}
