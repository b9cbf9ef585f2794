/** Our chat models as VS Code's chat knows them. */
import {
  type CancellationToken,
  type LanguageModelChatInformation,
  type LanguageModelChatRequestMessage,
  type LanguageModelResponsePart,
  LanguageModelTextPart,
  type Progress,
  type ProvideLanguageModelChatResponseOptions,
  commands as registry,
} from 'vscode';
import type { Connection } from '../account/index.ts';
import { estimateTokens, type Model, type Models, modelInShort, modelTooltip, takesImages } from '../models/index.ts';
import { commands } from '../shared/contract.ts';
import { DisposableStore } from '../shared/disposable.ts';
import { oneLine } from '../shared/format.ts';
import { log } from '../shared/log.ts';
import { describeFailure } from '../shared/messages.ts';
import { languageModelError } from './errors.ts';
import { chatRequest, textOf } from './request.ts';
import { streamAnswer } from './stream.ts';

/** VS Code wants figures even where the record gives none: what nearly every chat model can do. The tooltip says "unknown". */
const ASSUMED_CONTEXT = 16_384;
const ASSUMED_ANSWER = 4096;

export interface Asked {
  readonly model: string;
  readonly messages: readonly LanguageModelChatRequestMessage[];
  readonly options: ProvideLanguageModelChatResponseOptions;
}

export class ChatModelProvider extends DisposableStore {
  readonly #connection: Connection;
  readonly #models: Models;
  /** What VS Code was told last. */
  #told: string | undefined;

  /** @param changed tells VS Code to ask anew */
  constructor(connection: Connection, models: Models, changed: () => void) {
    super();
    this.#connection = connection;
    this.#models = models;
    // A failed load tells nothing new; to ask anew because of it would load again, and so on.
    const look = () => {
      if (models.store.state !== 'failed' && this.#told !== undefined && this.#told !== this.#describe()) changed();
    };
    this.own(models.store.onDidChange(look));
    // Somebody has signed in who could not be asked silently.
    this.own(connection.onDidChange(() => this.#told === '' && changed()));
  }

  /** The chat models of the key. Silent: nothing is asked of the user, and nobody signed in means no models. */
  async models(silent: boolean, token: CancellationToken): Promise<LanguageModelChatInformation[]> {
    if (!(await this.#signedIn(silent)) || token.isCancellationRequested) {
      this.#told = '';
      return [];
    }
    const { store } = this.#models;
    await store.ensureLoaded();
    this.#told = this.#describe();
    if (store.state === 'failed') {
      if (!silent) throw languageModelError(store.failure);
      log().warn(`VS Code's chat gets no models: ${describeFailure(store.failure)}`);
    }
    return this.#list();
  }

  /** @throws LanguageModelError of the kind that VS Code tells apart; CancellationError */
  async respond(
    { model, messages, options }: Asked,
    progress: Progress<LanguageModelResponsePart>,
    token: CancellationToken,
  ): Promise<void> {
    const known = this.#models.store.get(model);
    const request = chatRequest(model, messages, options, known !== undefined && takesImages(known));
    await streamAnswer(this.#connection, request, (text) => progress.report(new LanguageModelTextPart(text)), token);
  }

  /** An estimate: the spec names no way to count. */
  tokens(text: string | LanguageModelChatRequestMessage): number {
    return estimateTokens(typeof text === 'string' ? text : textOf(text.content));
  }

  async #signedIn(silent: boolean): Promise<boolean> {
    if (await this.#connection.current()) return true;
    if (silent) return false;
    await registry.executeCommand(commands.signIn);
    return (await this.#connection.current()) !== undefined;
  }

  #list(): LanguageModelChatInformation[] {
    return this.#models.store.models.filter(({ modalities }) => modalities.includes('chat')).map(informationOf);
  }

  #describe(): string {
    return JSON.stringify(this.#list());
  }
}

function informationOf(model: Model): LanguageModelChatInformation {
  const { context = ASSUMED_CONTEXT, longestAnswer = ASSUMED_ANSWER } = model;
  const maxOutputTokens = Math.min(longestAnswer, context);
  return {
    id: model.id,
    name: oneLine(model.name, 80),
    family: oneLine(model.id.slice(model.provider.length + 1), 80),
    version: oneLine(model.id),
    detail: modelInShort(model),
    tooltip: modelTooltip(model),
    // Some records give a longest answer as long as the context.
    maxInputTokens: maxOutputTokens < context ? context - maxOutputTokens : context,
    maxOutputTokens,
    // The API has no tools (spec http-api.md, "Chat completion request body").
    capabilities: { imageInput: takesImages(model), toolCalling: false },
  };
}
