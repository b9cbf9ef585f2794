import {
  type ApiClient,
  type ApiError,
  type ChatDelta,
  type ChatRequest,
  IncompleteResponse,
} from '../../../../src/service/api/index.ts';
import type { ChatAccounts } from '../../../../src/service/chat/chat/answer-stream.ts';
import type { UsageLog } from '../../../../src/service/session/usage-log.ts';
import { settle } from '../../settle.ts';

/** What the service sends next: a part of the response, its end, or why it ends early. */
type Sent = ChatDelta | 'end' | ApiError;

/** An account whose responses are controlled by the test. */
export class FakeService implements ChatAccounts {
  readonly requests: ChatRequest[] = [];
  /** Thrown instead of a response. */
  refusal: unknown;
  /** Rejects only streamed requests with `refusal`. */
  refuseStreamsOnly = false;
  /** Text of the response to a request without streaming. */
  whole = '';
  readonly calls: ('stream' | 'whole')[] = [];
  /** Whether each request was sent although requests pause. */
  readonly anyway: (boolean | undefined)[] = [];
  /** What was recorded as paid for. */
  readonly used: unknown[] = [];
  signal: AbortSignal | undefined;
  #sent: Sent[] = [];
  #wake: (() => void) | undefined;

  /** The session makes only this call. Any other call is a bug and fails. */
  readonly client: Pick<ApiClient, 'chatStream'> = {
    chatStream: (request, options) => {
      this.anyway.push(options?.anyway);
      if (this.refusal !== undefined && !this.refuseStreamsOnly) throw this.refusal;
      this.calls.push(request.stream === false ? 'whole' : 'stream');
      if (request.stream === false) return this.#answerAtOnce();
      if (this.refusal !== undefined) throw this.refusal;
      return this.#stream(request, options?.signal);
    },
  };
  /** Ends the account. */
  readonly left = new AbortController();

  async require() {
    const usage = { add: (use: unknown) => this.used.push(use) } as unknown as UsageLog;
    return { client: this.client as ApiClient, signal: this.left.signal, usage };
  }

  /** Sends the next parts of the answer. Resolves when the session has handled them. */
  async say(...sent: Sent[]): Promise<void> {
    // The session requests the account first.
    await settle();
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
