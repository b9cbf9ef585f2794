/** An answer in progress: the request, its stream, and its token usage. */
import {
  type ApiClient,
  type ApiError,
  apiErrorOf,
  type ChatDelta,
  type ChatRequest,
  type ChatUsage,
} from '../api/index.ts';
import { estimateTokens } from '../models/index.ts';
import { estimateMessages } from './history.ts';
import type { ModelFacts } from './model-facts.ts';
import { problemOfThrown } from './problem-messages.ts';
import type { Ending, TurnUsage } from './record.ts';

/** The part of `Connection` that a chat needs. */
export interface ChatConnection {
  run<T>(work: (client: ApiClient) => Promise<T>): Promise<T>;
}

export interface AnswerStreamOptions {
  readonly connection: ChatConnection;
  readonly models: Pick<ModelFacts, 'cost'>;
  readonly request: ChatRequest;
  /** Models that turned out not to support streaming. */
  readonly nonStreaming: Set<string>;
  readonly onText: (text: string) => void;
  readonly onThinking: () => void;
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
    const { nonStreaming, request } = this.#options;
    // Another request may add the model while this one waits.
    const isStreaming = !nonStreaming.has(request.model);
    try {
      return await this.#ask(isStreaming ? request : { ...request, stream: false });
    } catch (thrown) {
      if (!isStreaming || this.#text !== '' || !refusesStream(apiErrorOf(thrown)))
        return { how: 'failed', problem: problemOfThrown(thrown) };
      nonStreaming.add(request.model);
      return this.run();
    }
  }

  async #ask(request: ChatRequest): Promise<Ending> {
    const { connection } = this.#options;
    const { signal } = this.#abort;
    let reason: string | undefined;
    await connection.run(async (client) => {
      for await (const delta of client.chatStream(request, { signal })) {
        if (signal.aborted) return;
        if (delta.kind === 'finish') reason = delta.reason;
        else this.#applyDelta(delta);
      }
    });
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

  /** Returns the usage so far; undefined if neither text nor token counts were received. */
  usage(): TurnUsage | undefined {
    if (!this.#usage && this.#text === '') return undefined;
    return usageOf(this.#options.models, this.#options.request, this.#text, this.#usage);
  }
}

/** Returns the usage of an answer. Counts that the service didn't report are estimated. */
export function usageOf(
  models: Pick<ModelFacts, 'cost'>,
  { model, messages }: ChatRequest,
  text: string,
  counted: ChatUsage = {},
): TurnUsage {
  const { promptTokens, completionTokens } = counted;
  const input = promptTokens ?? estimateMessages(messages);
  const output = completionTokens ?? estimateTokens(text);
  const cost = models.cost(model, { ...counted, promptTokens: input, completionTokens: output });
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
