import {
  type ApiClient,
  type ApiError,
  apiErrorOf,
  type ChatDelta,
  type ChatRequest,
  IncompleteResponse,
} from '../../../src/api/index.ts';
import type { ChatConnection } from '../../../src/chat/answer-stream.ts';
import { settle } from '../settle.ts';

/** What the service sends next: a part of the response, its end, or why it ends early. */
type Sent = ChatDelta | 'end' | ApiError;

/** A connection whose responses are controlled by the test. */
export class FakeService implements ChatConnection {
  readonly requests: ChatRequest[] = [];
  /** Failures that the connection has seen. */
  readonly reported: ApiError[] = [];
  /** Thrown instead of a response. */
  refusal: unknown;
  /** Rejects only streamed requests with `refusal`. */
  refuseStreamsOnly = false;
  /** Text of the response to a request without streaming. */
  whole = '';
  readonly calls: ('stream' | 'whole')[] = [];
  signal: AbortSignal | undefined;
  #sent: Sent[] = [];
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
    return work(client as ApiClient).catch((caught: unknown) => {
      const error = apiErrorOf(caught);
      if (error !== undefined) this.reported.push(error);
      throw caught;
    });
  }

  /** Sends the next parts of the answer. Resolves when the session has handled them. */
  async say(...sent: Sent[]): Promise<void> {
    this.#sent.push(...sent);
    this.#wake?.();
    await settle();
  }

  async *#answerAtOnce(): AsyncGenerator<ChatDelta> {
    yield { kind: 'text', text: this.whole };
    yield { kind: 'finish', reason: 'stop' };
  }

  async *#stream(request: ChatRequest, signal: AbortSignal | undefined): AsyncGenerator<ChatDelta> {
    this.requests.push(structuredClone(request));
    this.signal = signal;
    this.#sent = [];
    for (;;) {
      const next = this.#sent.shift();
      if (next === 'end') return;
      if (next && 'message' in next) throw new IncompleteResponse(next);
      if (next) yield next;
      else await new Promise<void>((resolve) => (this.#wake = resolve));
    }
  }
}
