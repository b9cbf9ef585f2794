/** Provides our chat models to VS Code's chat. */
import {
  type CancellationToken,
  type LanguageModelChatInformation,
  type LanguageModelChatProvider,
  type LanguageModelChatRequestMessage,
  LanguageModelDataPart,
  type LanguageModelResponsePart,
  LanguageModelTextPart,
  type PrepareLanguageModelChatModelOptions,
  type Progress,
  type ProvideLanguageModelChatResponseOptions,
} from 'vscode';
import { DisposableStore } from '../../shared/disposable.ts';
import { knownValue } from '../../shared/knowledge.ts';
import { log } from '../../shared/log.ts';
import { describeFailure } from '../../shared/text/failure-text.ts';
import { oneLine } from '../../shared/text/format.ts';
import { ensureSignedIn } from '../account/index.ts';
import type { ChatUsage } from '../api/index.ts';
import { modelInShort, modelTooltip } from '../models/index.ts';
import type { Accounts } from '../session/accounts/accounts.ts';
import { estimateTokens } from '../session/models/answer-usage.ts';
import type { Model } from '../session/models/catalog.ts';
import type { ServiceSession } from '../session/session.ts';
import { languageModelError } from './errors.ts';
import { chatRequest, partsText } from './request.ts';
import { streamAnswer } from './stream.ts';

/**
 * Limits for models that don't list any, because VS Code requires them. Nearly every chat model supports these. The
 * tooltip says "unknown".
 */
const assumedContext = 16_384;
const assumedAnswer = 4096;

export class ChatModelProvider extends DisposableStore implements LanguageModelChatProvider {
  readonly #accounts: Accounts;
  /** The list last given to VS Code as JSON; empty if the user wasn't signed in. */
  #providedList: string | undefined;

  /** @param changed notifies VS Code that the list of models changed */
  constructor(accounts: Accounts, changed: () => void) {
    super();
    this.#accounts = accounts;
    // A failed load doesn't change the list. Notifying VS Code would load it again, in an endless loop.
    const follow = ({ models }: ServiceSession) =>
      models.onDidChange(() => {
        const isOther = this.#providedList !== undefined && this.#providedList !== this.#serializedList();
        if (models.state !== 'failed' && isOther) changed();
      });
    this.register(accounts.forEachSession(follow));
    // Each account has other models.
    this.register(accounts.onDidChangeSession(() => this.#providedList !== undefined && changed()));
  }

  /** Returns the chat models of the service. If silent, never prompts the user: signed out means no models. */
  async provideLanguageModelChatInformation(
    { silent }: PrepareLanguageModelChatModelOptions,
    token: CancellationToken,
  ): Promise<LanguageModelChatInformation[]> {
    const session = silent ? await this.#accounts.open() : await ensureSignedIn(this.#accounts);
    if (!session || token.isCancellationRequested) {
      this.#providedList = '';
      return [];
    }
    const { models: store } = session;
    await store.ensure();
    this.#providedList = this.#serializedList();
    if (store.state === 'failed') {
      if (!silent) throw languageModelError(store.failure);
      log().warn(`VS Code's chat gets no models: ${describeFailure(store.failure)}`);
    }
    return this.#list();
  }

  /** @throws LanguageModelError of a kind that VS Code distinguishes; CancellationError */
  async provideLanguageModelChatResponse(
    { id }: LanguageModelChatInformation,
    messages: readonly LanguageModelChatRequestMessage[],
    options: ProvideLanguageModelChatResponseOptions,
    progress: Progress<LanguageModelResponsePart>,
    token: CancellationToken,
  ): Promise<void> {
    const model = this.#accounts.session?.models.get(id);
    const request = chatRequest(id, messages, options, mayTakeImages(model));
    const report = (text: string) => progress.report(new LanguageModelTextPart(text));
    const usage = usageOf(await streamAnswer(this.#accounts, request, report, token));
    if (usage) progress.report(LanguageModelDataPart.json(usage, 'usage'));
  }

  /** Returns an estimate, because the spec defines no way to count tokens. */
  async provideTokenCount(
    _model: LanguageModelChatInformation,
    text: string | LanguageModelChatRequestMessage,
  ): Promise<number> {
    return estimateTokens(typeof text === 'string' ? text : partsText(text.content));
  }

  #list(): LanguageModelChatInformation[] {
    const models = this.#accounts.session?.models.models ?? [];
    return models.filter(({ modalities }) => modalities.includes('chat')).map(informationOf);
  }

  #serializedList(): string {
    return JSON.stringify(this.#list());
  }
}

/** Returns the usage as VS Code's chat reads it, which shows nothing if a number is missing. */
function usageOf(usage: ChatUsage | undefined): Readonly<Record<string, number>> | undefined {
  const { promptTokens, completionTokens, totalTokens } = usage ?? {};
  if (promptTokens === undefined || completionTokens === undefined) return undefined;
  const total = totalTokens ?? promptTokens + completionTokens;
  return { prompt_tokens: promptTokens, completion_tokens: completionTokens, total_tokens: total };
}

/** VS Code knows only yes and no. If it isn't known, the service says no, not VS Code. */
function mayTakeImages(model: Model | undefined): boolean {
  return model === undefined || knownValue(model.takesImages) !== false;
}

function informationOf(model: Model): LanguageModelChatInformation {
  const { context = assumedContext } = model;
  const maxOutputTokens = Math.min(model.maxOutputTokens ?? assumedAnswer, context);
  return {
    id: model.id,
    name: oneLine(model.name, 80),
    family: oneLine(model.id.slice(model.provider.length + 1), 80),
    version: oneLine(model.id),
    detail: modelInShort(model),
    tooltip: modelTooltip(model),
    // Some models list a maximum output as large as their context window.
    maxInputTokens: maxOutputTokens < context ? context - maxOutputTokens : context,
    maxOutputTokens,
    // The API has no tools (spec http-api.md, "Chat completion request body").
    capabilities: { imageInput: mayTakeImages(model), toolCalling: false },
  };
}
