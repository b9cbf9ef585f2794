/** Public API of our models and of `@switchyard` in VS Code's chat. The code that answers is loaded on first use. */
import {
  type CancellationToken,
  type ChatRequestHandler,
  chat,
  EventEmitter,
  type LanguageModelChatInformation,
  type LanguageModelChatProvider,
  type LanguageModelChatRequestMessage,
  type LanguageModelResponsePart,
  lm,
  type PrepareLanguageModelChatModelOptions,
  type Progress,
  type ProvideLanguageModelChatResponseOptions,
  commands as registry,
  ThemeIcon,
} from 'vscode';
import { lazy } from '../../common/lazy.ts';
import { registerCommand } from '../shared/commands.ts';
import { chatModelVendor, commands, participantId, participantName } from '../shared/contract.ts';
import { DisposableStore } from '../shared/disposable.ts';
import type { ParticipantFeatures } from './participant-request.ts';

export class EditorChat extends DisposableStore implements LanguageModelChatProvider {
  readonly #features: ParticipantFeatures;
  readonly #changed = this.own(new EventEmitter<void>());
  readonly onDidChangeLanguageModelChatInformation = this.#changed.event;
  readonly #provider = lazy(async () => {
    const { ChatModelProvider } = await import('./chat-model-provider.ts');
    const { connection, models } = this.#features;
    return this.own(new ChatModelProvider(connection, models, () => this.#changed.fire()));
  });

  constructor(features: ParticipantFeatures) {
    super();
    this.#features = features;
    this.own(lm.registerLanguageModelChatProvider(chatModelVendor, this));
    const participant = this.own(chat.createChatParticipant(participantId, this.answer));
    participant.iconPath = new ThemeIcon('symbol-event');
    this.own(registerCommand(commands.askInEditorChat, () => this.#ask()));
    const { store } = features.models;
    // VS Code itself only requests models of providers whose models it has seen before.
    this.own(
      store.onDidChange(() => this.#provider.peek() === undefined && store.state === 'loaded' && this.#changed.fire()),
    );
  }

  /** Answers a request to `@switchyard`. */
  readonly answer: ChatRequestHandler = async (request, context, response, token) => {
    const { answerRequest } = await import('./participant.ts');
    return answerRequest({ request, context, response, token }, this.#features);
  };

  /** VS Code's chat needs a model to answer, so ours are registered first. Participants are only available in Ask mode. */
  async #ask(): Promise<void> {
    await lm.selectChatModels({ vendor: chatModelVendor });
    await registry.executeCommand('workbench.action.chat.open', {
      query: `@${participantName} `,
      isPartialQuery: true,
      mode: 'ask',
    });
  }

  async provideLanguageModelChatInformation(
    { silent }: PrepareLanguageModelChatModelOptions,
    token: CancellationToken,
  ): Promise<LanguageModelChatInformation[]> {
    return (await this.#provider()).models(silent, token);
  }

  async provideLanguageModelChatResponse(
    model: LanguageModelChatInformation,
    messages: readonly LanguageModelChatRequestMessage[],
    options: ProvideLanguageModelChatResponseOptions,
    progress: Progress<LanguageModelResponsePart>,
    token: CancellationToken,
  ): Promise<void> {
    await (await this.#provider()).respond({ model: model.id, messages, options }, progress, token);
  }

  async provideTokenCount(
    _model: LanguageModelChatInformation,
    text: string | LanguageModelChatRequestMessage,
  ): Promise<number> {
    return (await this.#provider()).tokens(text);
  }
}
