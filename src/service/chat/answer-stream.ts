/** An answer in progress: the request, its stream, and its token usage. */
import { type ApiClient, type ApiError, apiErrorOf, type ChatRequest, type ChatUsage } from '../api/index.ts';
import { estimateTokens } from '../session/models/catalog.ts';
import type { ServiceSession } from '../session/session.ts';
import type { ModelFacts } from './model-facts.ts';
import { problemOfThrown } from './problems.ts';
import type { Ending, TurnUsage } from './record.ts';
import { estimateMessages } from './request-messages.ts';

/** The part of the accounts that a chat needs. */
export interface ChatAccounts {
  /** @throws SignedOutError */
  require(): Promise<Pick<ServiceSession, 'client' | 'signal'>>;
}

export interface AnswerStreamOptions {
  readonly accounts: ChatAccounts;
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

  constructor(options: AnswerStreamOptions) {
    this.#options = options;
  }

  /** Cancels the request. Nothing is reported after that. */
  stop(): void {
    this.#abort.abort();
  }

  /** Resolves when the answer has ended; never rejects. It's stopped if the account is left. */
  async run(): Promise<Ending> {
    const { nonStreaming, request } = this.#options;
    // Another request may add the model while this one waits.
    const isStreaming = !nonStreaming.has(request.model);
    let session: Awaited<ReturnType<ChatAccounts['require']>> | undefined;
    try {
      session = await this.#options.accounts.require();
      return await this.#ask(session.client, isStreaming ? request : { ...request, stream: false });
    } catch (thrown) {
      if (session?.signal.aborted) return { how: 'stopped' };
      if (!isStreaming || this.#text !== '' || !refusesStream(apiErrorOf(thrown)))
        return { how: 'failed', problem: problemOfThrown(thrown) };
      nonStreaming.add(request.model);
      return this.run();
    }
  }

  async #ask(client: ApiClient, request: ChatRequest): Promise<Ending> {
    const { signal } = this.#abort;
    let reason: string | undefined;
    let isThinking = false;
    for await (const delta of client.chatStream(request, { signal })) {
      if (signal.aborted) break;
      if (delta.kind === 'finish') reason = delta.reason;
      else if (delta.kind === 'usage') this.#usage = delta.usage;
      else if (delta.kind === 'text' && delta.text !== '') {
        this.#text += delta.text;
        this.#options.onText(delta.text);
      } else if (delta.kind === 'reasoning' && !isThinking) {
        isThinking = true;
        this.#options.onThinking();
      }
    }
    return reason === undefined ? { how: 'complete' } : { how: 'complete', reason };
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
