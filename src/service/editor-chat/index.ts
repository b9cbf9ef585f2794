/** Public API of our models and of `@switchyard` in VS Code's chat. The code that answers is loaded on first use. */
import {
  type ChatRequestHandler,
  chat,
  EventEmitter,
  type LanguageModelChatProvider,
  lm,
  commands as registry,
  ThemeIcon,
} from 'vscode';
import { lazy } from '../../../common/lazy.ts';
import { registerCommand } from '../../shared/commands.ts';
import { DisposableStore } from '../../shared/disposable.ts';
import { chatModelVendor, commands, participant } from '../../shared/generated/names.ts';
import type { ParticipantFeatures } from './answers/answer.ts';
import type { ChatModelProvider } from './chat-model-provider.ts';

export class EditorChat extends DisposableStore implements LanguageModelChatProvider {
  readonly #features: ParticipantFeatures;
  readonly #changed = this.register(new EventEmitter<void>());
  readonly onDidChangeLanguageModelChatInformation = this.#changed.event;
  readonly #provider = lazy(async () => {
    const { ChatModelProvider } = await import('./chat-model-provider.ts');
    return this.register(new ChatModelProvider(this.#features.accounts, () => this.#changed.fire()));
  });

  constructor(features: ParticipantFeatures) {
    super();
    this.#features = features;
    this.register(lm.registerLanguageModelChatProvider(chatModelVendor, this));
    const registered = this.register(chat.createChatParticipant(participant.id, this.answer));
    registered.iconPath = new ThemeIcon('symbol-event');
    this.register(
      registerCommand(
        commands.editorChat.ask,
        features.accounts.inSession(() => this.#ask()),
      ),
    );
    // VS Code itself only requests models of providers whose models it has seen before.
    this.register(
      features.accounts.forEachSession(({ models }) =>
        models.onDidChange(
          () => this.#provider.peek() === undefined && models.state === 'loaded' && this.#changed.fire(),
        ),
      ),
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
      query: `@${participant.name} `,
      isPartialQuery: true,
      mode: 'ask',
    });
  }

  async provideLanguageModelChatInformation(...given: Given<'provideLanguageModelChatInformation'>) {
    return (await this.#provider()).provideLanguageModelChatInformation(...given);
  }

  async provideLanguageModelChatResponse(...given: Given<'provideLanguageModelChatResponse'>) {
    return (await this.#provider()).provideLanguageModelChatResponse(...given);
  }

  async provideTokenCount(...given: Given<'provideTokenCount'>) {
    return (await this.#provider()).provideTokenCount(...given);
  }
}

/** Arguments of a method of the provider. */
type Given<Method extends keyof LanguageModelChatProvider & keyof ChatModelProvider> = Parameters<
  ChatModelProvider[Method]
>;
