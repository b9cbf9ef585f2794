/** An answer in progress: the request, its stream, and its token usage. */
import {
  type ApiClient,
  type ApiError,
  apiErrorOf,
  type ChatDelta,
  type ChatRequest,
  type ChatUsage,
} from '../api/index.ts';
import { estimateMessages } from './history.ts';
import type { Ending, Problem, TurnUsage } from './record.ts';

/** The part of `Connection` that a chat needs. */
export interface ChatConnection {
  run<T>(work: (client: ApiClient) => Promise<T>): Promise<T>;
  report(error: ApiError, client: ApiClient): void;
}

/** Creates user-facing messages for failures. */
export interface ProblemMessages {
  /** Why a stream ended early. */
  error(error: ApiError): Problem;
  /** Why a call failed. */
  thrown(thrown: unknown): Problem;
  /** Why an answer is incomplete: VS Code was closed before it ended. */
  interrupted(): Problem;
}

/** Model data that a chat needs: token estimates, costs, and support for images. */
export interface ModelData {
  readonly takesImages: (model: string) => boolean;
  /** Estimated number of tokens in a text. */
  readonly estimate: (text: string) => number;
  /** Cost of an answer; undefined if unknown. */
  readonly cost: (
    model: string,
    usage: ChatUsage,
  ) => { readonly amount: number; readonly currency?: string | undefined } | undefined;
}

export interface AnswerStreamOptions {
  readonly connection: ChatConnection;
  readonly problemMessages: ProblemMessages;
  readonly modelData: ModelData;
  readonly request: ChatRequest;
  /** The model is known not to support streaming. */
  readonly nonStreaming: boolean;
  readonly onText: (text: string) => void;
  readonly onThinking: () => void;
  /** Called when the model turns out not to support streaming. */
  readonly onStreamingUnsupported: () => void;
}

export class AnswerStream {
  readonly #options: AnswerStreamOptions;
  readonly #abort = new AbortController();
  #usage: ChatUsage | undefined;
  #text = '';
  #thinking = false;

  constructor(options: AnswerStreamOptions) {
    this.#options = options;
  }

  /** Cancels the request. Nothing is reported after that. */
  stop(): void {
    this.#abort.abort();
  }

  /** Resolves when the answer has ended; never rejects. */
  async run(): Promise<Ending> {
    try {
      return await this.#ask(this.#options.nonStreaming);
    } catch (thrown) {
      if (this.#options.nonStreaming || !refusesStream(apiErrorOf(thrown))) return this.#failed(thrown);
    }
    try {
      this.#options.onStreamingUnsupported();
      return await this.#ask(true);
    } catch (thrown) {
      return this.#failed(thrown);
    }
  }

  async #ask(nonStreaming: boolean): Promise<Ending> {
    const { connection, problemMessages, request } = this.#options;
    const { signal } = this.#abort;
    let reason: string | undefined;
    let failure: ApiError | undefined;
    let asked: ApiClient | undefined;
    await connection.run(async (client) => {
      asked = client;
      for await (const delta of client.chatStream(nonStreaming ? { ...request, stream: false } : request, { signal })) {
        if (signal.aborted) return;
        if (delta.kind === 'finish') reason = delta.reason;
        else if (delta.kind === 'end' && !delta.complete) failure = delta.error;
        else this.#applyDelta(delta);
      }
    });
    if (failure) {
      if (!signal.aborted && asked) connection.report(failure, asked);
      return { how: 'failed', problem: problemMessages.error(failure) };
    }
    return reason === undefined ? { how: 'complete' } : { how: 'complete', reason };
  }

  #applyDelta(delta: ChatDelta): void {
    if (delta.kind === 'text' && delta.text !== '') {
      this.#text += delta.text;
      this.#options.onText(delta.text);
    } else if (delta.kind === 'reasoning' && !this.#thinking) {
      this.#thinking = true;
      this.#options.onThinking();
    } else if (delta.kind === 'usage') this.#usage = delta.usage;
  }

  #failed(thrown: unknown): Ending {
    return { how: 'failed', problem: this.#options.problemMessages.thrown(thrown) };
  }

  /** Returns the usage so far; undefined if neither text nor token counts were received. */
  usage(): TurnUsage | undefined {
    if (!this.#usage && this.#text === '') return undefined;
    return usageOf(this.#options.modelData, this.#options.request, this.#text, this.#usage);
  }
}

/** Returns the usage of an answer. Counts that the service didn't report are estimated. */
export function usageOf(
  modelData: ModelData,
  { model, messages }: ChatRequest,
  text: string,
  counted: ChatUsage = {},
): TurnUsage {
  const { promptTokens, completionTokens } = counted;
  const input = promptTokens ?? estimateMessages(messages, modelData.estimate);
  const output = completionTokens ?? modelData.estimate(text);
  const cost = modelData.cost(model, { ...counted, promptTokens: input, completionTokens: output });
  return {
    input,
    output,
    estimated: promptTokens === undefined || completionTokens === undefined,
    ...(cost && { cost: cost.amount }),
    ...(cost?.currency !== undefined && { currency: cost.currency }),
  };
}

/** True if the service rejected `stream`, as some do for models that can't stream. */
function refusesStream(error: ApiError | undefined): boolean {
  return (error?.kind === 'validation' || error?.kind === 'invalidBody') && /\bstream/i.test(error.message);
}
