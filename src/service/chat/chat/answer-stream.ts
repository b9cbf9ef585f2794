/** An answer in progress: the request, its stream, and its token usage. */
import { type ApiClient, type ApiError, apiErrorOf, type ChatRequest, type ChatUsage } from '../../api/index.ts';
import { usageOf } from '../../session/models/answer-usage.ts';
import type { ServiceSession } from '../../session/session.ts';
import type { Ending, TurnUsage } from '../record.ts';
import type { AnswerMedia } from '../transcript.ts';
import type { ModelFacts } from './model-facts.ts';
import { problemOfThrown } from './problems.ts';

/** The part of the accounts that a chat needs. */
export interface ChatAccounts {
  /** @throws SignedOutError */
  require(): Promise<Pick<ServiceSession, 'client' | 'signal' | 'usage'>>;
}

export interface AnswerStreamOptions {
  readonly accounts: ChatAccounts;
  readonly models: Pick<ModelFacts, 'cost'>;
  readonly request: ChatRequest;
  /** Sent at once, although requests pause: the user has asked for it. */
  readonly anyway?: boolean | undefined;
  /** Models that turned out not to support streaming. */
  readonly nonStreaming: Set<string>;
  readonly onText: (text: string) => void;
  readonly onMedia: (media: AnswerMedia) => void;
  readonly onThinking: () => void;
}

export class AnswerStream {
  readonly #options: AnswerStreamOptions;
  readonly #abort = new AbortController();
  #usage: ChatUsage | undefined;
  #text = '';
  #hasMedia = false;
  /** The account that was asked. */
  #session: Awaited<ReturnType<ChatAccounts['require']>> | undefined;

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
    try {
      this.#session = await this.#options.accounts.require();
      return await this.#ask(this.#session.client, isStreaming ? request : { ...request, stream: false });
    } catch (thrown) {
      if (this.#session?.signal.aborted) return { how: 'stopped' };
      if (!isStreaming || this.#text !== '' || this.#hasMedia || !refusesStream(apiErrorOf(thrown)))
        return { how: 'failed', problem: problemOfThrown(thrown) };
      nonStreaming.add(request.model);
      return this.run();
    }
  }

  async #ask(client: ApiClient, request: ChatRequest): Promise<Ending> {
    const { signal } = this.#abort;
    const { anyway = false } = this.#options;
    let reason: string | undefined;
    let isThinking = false;
    for await (const delta of client.chatStream(request, { signal, anyway })) {
      if (signal.aborted) break;
      if (delta.kind === 'finish') reason = delta.reason;
      else if (delta.kind === 'usage') this.#usage = delta.usage;
      else if (delta.kind === 'text' && delta.text !== '') {
        this.#text += delta.text;
        this.#options.onText(delta.text);
      } else if (delta.kind === 'media') {
        const { kind: _, ...media } = delta;
        this.#hasMedia = true;
        this.#options.onMedia(media);
      } else if (delta.kind === 'reasoning' && !isThinking) {
        isThinking = true;
        this.#options.onThinking();
      }
    }
    return reason === undefined ? { how: 'complete' } : { how: 'complete', reason };
  }

  /** Records the use once the answer has ended. @returns it; undefined if neither content nor token counts were received */
  recordUse(): TurnUsage | undefined {
    if (!this.#usage && this.#text === '' && !this.#hasMedia) return undefined;
    const { models, request } = this.#options;
    const usage = usageOf((one) => models.cost(request.model, one), request.messages, this.#text, this.#usage);
    this.#session?.usage.add({ feature: 'chat', model: request.model, ...usage });
    return usage;
  }
}

/** True if the service rejected `stream`, as some do for models that can't stream. */
function refusesStream(error: ApiError | undefined): boolean {
  return (error?.kind === 'validation' || error?.kind === 'invalidBody') && /\bstream/i.test(error.message);
}
