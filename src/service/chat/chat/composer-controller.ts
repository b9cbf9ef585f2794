/** The composer of a chat, which all pages share: text, attachments, and sending. */

import { l10n, type Uri } from 'vscode';
import { fromBase64 } from '../../../../common/text/base64.ts';
import { knownValue } from '../../../shared/knowledge.ts';
import { showInformation } from '../../../shared/notifications.ts';
import { describeFailure } from '../../../shared/text/failure-text.ts';
import { formatNumber } from '../../../shared/text/format.ts';
import { formatCost } from '../../../shared/text/format-cost.ts';
import { flag, parsed, record, text } from '../../../shared/text/parse.ts';
import { estimateMessages } from '../../session/models/answer-usage.ts';
import { imageType, newAttachment, newImage, refuse } from '../context/attachment.ts';
import { activeEditor, activeUri, fromProblems, fromSelection, fromUri, fromUris } from '../context/collect.ts';
import type { MentionProvider } from '../context/mentions.ts';
import { chooseContext } from '../context/picker.ts';
import type { ChatFeatures } from '../context/service-attachments.ts';
import {
  type ComposerView,
  type MentionKind,
  type Mentions,
  messageLimits,
  type Notice,
  type ToPage,
} from '../messages.ts';
import type { Attachment } from '../record.ts';
import type { Composed, ComposedStore } from '../stored/composed.ts';
import type { ChatWebview } from './chat-webview.ts';
import type { Conversation } from './conversation.ts';
import type { ModelFacts } from './model-facts.ts';
import { messagesOf } from './request-messages.ts';

/** The page of a run, as text. */
const textPage = record({ title: text, text, isFailed: flag });

/** What the composers of a window share. */
export interface ComposerServices {
  readonly features: ChatFeatures;
  readonly facts: ModelFacts;
  readonly mentions: MentionProvider;
}

/** The chat of a composer. */
interface ComposedChat {
  readonly conversation: Conversation;
  readonly composed: ComposedStore;
  chooseModel(): Promise<boolean>;
  notify(notice: Notice): void;
  dismiss(notice: Notice): void;
  post(message: ToPage, except?: ChatWebview): void;
}

export class ComposerController {
  readonly #chat: ComposedChat;
  readonly #services: ComposerServices;
  /** Resolves when the message that is being sent was accepted or rejected. */
  sending: Promise<void> | undefined;
  /** The latest notice about the message. */
  #refusal: Notice | undefined;

  constructor(chat: ComposedChat, services: ComposerServices) {
    this.#chat = chat;
    this.#services = services;
  }

  get view(): ComposerView {
    const { context, editing } = this.#composed;
    const chips = context.map(({ id, kind, label, tokens }) => ({ id, kind, label, tokens }));
    return { context: chips, ...(editing !== undefined && { editing }) };
  }

  get #composed(): Composed {
    return this.#chat.composed.value;
  }

  /**
   * Sends the text, or queues it while an answer is streaming. If the text is rejected, it remains in the composer.
   * @param second another model that is asked, too
   */
  async submit(text: string, second?: string): Promise<void> {
    // All pages share one composer: ignore a second request to send while the first is in progress.
    if (this.sending !== undefined) return;
    const sent = this.#submit(text, second);
    this.sending = sent.then(
      () => undefined,
      () => undefined,
    );
    let isAccepted = false;
    try {
      isAccepted = await sent;
    } finally {
      this.sending = undefined;
      // Pages don't send a text twice before they know that it wasn't accepted.
      if (!isAccepted) this.#chat.post({ kind: 'composed', text, was: text });
    }
  }

  async #submit(text: string, second: string | undefined): Promise<boolean> {
    const { conversation, composed } = this.#chat;
    // What is typed and attached from here on isn't sent.
    composed.set({ ...composed.value, text });
    if (conversation.model === undefined && !(await this.#chat.chooseModel())) return false;
    const { context, editing } = composed.value;
    const loading = this.#services.features.accounts.session?.models.ensure();
    if (context.length > 0) await loading;
    // A queued message is answered by one model.
    if (second !== undefined && conversation.busy) return false;
    const asked = [conversation.model ?? '', ...(second === undefined ? [] : [second])];
    if (asked.some((model) => this.#refusesImages(context, model) || this.#tooLarge(text, context, editing, model)))
      return false;
    const question = editing === undefined ? undefined : conversation.transcript.turn(editing);
    const accepted = question ? conversation.edit(question.id, text, context) : conversation.ask(text, context);
    if (!accepted) return false;
    const { last } = conversation.transcript;
    if (second !== undefined && last) conversation.askAlso(last.id, second);
    if (this.#refusal) this.#chat.dismiss(this.#refusal);
    // Another edit was started or canceled meanwhile, which is other content.
    if (composed.value.editing === editing) this.#change(() => composed.sent(text, context));
    return true;
  }

  #notify(notice: Notice): void {
    this.#refusal = notice;
    this.#chat.notify(notice);
  }

  /** Notifies the user and returns true if there is an image, and it's known that the model doesn't accept images. */
  #refusesImages(context: readonly Attachment[], model = this.#chat.conversation.model ?? ''): boolean {
    const takesImages = knownValue(this.#services.facts.takesImages(model));
    if (!context.some(({ kind }) => kind === 'image') || takesImages !== false) return false;
    this.#notify({
      text: l10n.t("{0} doesn't list image input. Choose another model or remove the image.", model),
      action: 'switchyard.chat.chooseModel',
      label: l10n.t('Choose Another Model'),
    });
    return true;
  }

  /** Notifies the user and returns true if the messages exceed the model's context window. */
  #tooLarge(text: string, context: readonly Attachment[], editing: string | undefined, model: string): boolean {
    const { conversation } = this.#chat;
    const most = this.#services.facts.contextWindowOf(model);
    const { transcript } = conversation;
    const before = editing === undefined ? transcript.turns : transcript.pathTo(transcript.turn(editing)?.after ?? '');
    const prompt = { kind: 'prompt', id: '', after: '', text, context, at: 0 } as const;
    const tokens = estimateMessages(messagesOf([...before, prompt], transcript.settings, false));
    if (most === undefined || tokens <= most) return false;
    const [about, takes] = [formatNumber(tokens), formatNumber(most)];
    this.#notify({
      text: l10n.t(
        'Message not sent. With the chat history it has about {0} tokens, but the context window of {1} has {2}. Remove an attachment, choose another model, or start a new chat.',
        about,
        model,
        takes,
      ),
    });
    return true;
  }

  /** Stores the text typed in one page and shows it in the others. */
  syncTypedText(text: string, from: ChatWebview): void {
    const was = this.#composed.text;
    this.#chat.composed.set({ ...this.#composed, text });
    this.#chat.post({ kind: 'composed', text, was }, from);
  }

  /** Changes the content and updates all pages. */
  compose(change: Partial<Pick<Composed, 'text' | 'context'>>): void {
    this.#change((composed) => composed.set({ ...composed.value, ...change }));
  }

  /** Loads a question into the composer for editing. */
  edit(id: string): void {
    const turn = this.#chat.conversation.transcript.turn(id);
    if (turn?.kind === 'prompt') this.#change((composed) => composed.edit(id, turn.text, turn.context));
  }

  cancelEdit(): void {
    if (this.#composed.editing !== undefined) this.#change((composed) => composed.clear());
  }

  /** Moves a queued message back into the composer, before the current text. Cancels editing a question. */
  moveToComposer(id: string): void {
    const queued = this.#chat.conversation.unqueue(id);
    if (!queued) return;
    this.cancelEdit();
    const { text, context } = this.#composed;
    const whole = [queued.text, text].filter((one) => one.trim() !== '').join('\n\n');
    this.compose({ text: whole, context: [...queued.context, ...context] });
  }

  /**
   * Prepares a question about the page of a run, and says about what its text costs. Nothing is sent.
   * @returns false if the argument isn't a page
   */
  async askAboutPage(argument: unknown): Promise<boolean> {
    const page = parsed(textPage, argument);
    if (page === undefined) return false;
    const { title, isFailed } = page;
    const attachment = newAttachment(
      isFailed ? 'failedRun' : 'run',
      title,
      page.text.slice(0, messageLimits.attachment),
    );
    const question = isFailed
      ? l10n.t('Why did this run fail, and what can I do about it?')
      : l10n.t('Explain what happened in this run.');
    this.ask(question, attachment);
    // The chat is shown without waiting for the list of models.
    void this.#tellPrice(attachment.tokens);
    return true;
  }

  async #tellPrice(tokens: number): Promise<void> {
    await this.#services.features.accounts.session?.models.ensure();
    const { model } = this.#chat.conversation;
    const cost =
      model === undefined ? undefined : this.#services.facts.cost(model, { promptTokens: tokens, completionTokens: 0 });
    const count = formatNumber(tokens);
    const price = cost && formatCost(cost.amount, cost.currency ?? l10n.t('(currency unknown)'));
    const text =
      model === undefined
        ? l10n.t('About {0} tokens. Nothing is sent yet.', count)
        : price === undefined
          ? l10n.t('About {0} tokens, price of {1} unknown. Nothing is sent yet.', count, model)
          : l10n.t('About {0} tokens, {1} with {2}, plus the response. Nothing is sent yet.', count, price, model);
    this.#notify({ text, isHint: true });
  }

  /** Inserts a prompt before the current text, unless that begins with it, and attaches its subject. */
  ask(prompt: string, about: Attachment): void {
    this.cancelEdit();
    const { text: typed } = this.#composed;
    const text = typed.trim() === '' ? prompt : typed.startsWith(prompt) ? typed : `${prompt}\n\n${typed}`;
    this.compose({ text, context: this.#contextWith([about]) });
  }

  detach(id: string): void {
    this.compose({ context: this.#composed.context.filter((one) => one.id !== id) });
  }

  /** Like all methods that attach something, returns false if nothing was attached. */
  async choose(): Promise<boolean> {
    return this.#attach(await chooseContext(this.#services.features.accounts));
  }

  /** Returns the suggestions for `#`. */
  findMentions(of: MentionKind, query: string): Promise<Mentions> {
    return this.#services.mentions.find(of, query);
  }

  async addMention(of: MentionKind, key: string): Promise<boolean> {
    if (of === 'selection') return this.addSelection();
    if (of === 'problems') return this.addProblems();
    try {
      return this.#attach(await this.#services.mentions.attach(of, key));
    } catch (error) {
      refuse(describeFailure(error));
      return false;
    }
  }

  async addSelection(): Promise<boolean> {
    const found = fromSelection(activeEditor());
    if (found) return this.#attach([found]);
    void showInformation(l10n.t('Select text in an editor first.'));
    return false;
  }

  async addFiles(uris: readonly Uri[]): Promise<boolean> {
    const active = activeUri();
    const wanted = uris.length > 0 ? uris : active ? [active] : [];
    if (wanted.length === 0) return this.choose();
    return this.#attach(await Promise.all(wanted.map(fromUri)));
  }

  async addProblems(uri = activeUri()): Promise<boolean> {
    if (uri) return this.#attach([fromProblems(uri)]);
    void showInformation(l10n.t('Open a file with problems first.'));
    return false;
  }

  async addDropped(addresses: readonly string[]): Promise<boolean> {
    return this.#attach(await fromUris(addresses));
  }

  /** @param data base64; ignored unless the decoded bytes are an image that models accept */
  addPastedImage(name: string, data: string): boolean {
    const bytes = fromBase64(data);
    const type = bytes && imageType(bytes);
    return bytes !== undefined && type !== undefined && this.#attach([newImage(name, type, bytes)]);
  }

  addPasted(name: string, text: string): boolean {
    return this.#attach([newAttachment('paste', name, text)]);
  }

  #attach(found: readonly (Attachment | undefined)[]): boolean {
    const more = found.filter((one) => one !== undefined);
    if (more.length === 0) return false;
    // Only a warning: the user can still choose a model that accepts images.
    this.#refusesImages(more);
    this.compose({ context: this.#contextWith(more) });
    return true;
  }

  /** Adds attachments. Attaching the same thing again replaces it with its current state. */
  #contextWith(more: readonly Attachment[]): readonly Attachment[] {
    const rest = this.#composed.context.filter((one) => !more.some((other) => hasSameSource(one, other)));
    return [...rest, ...more];
  }

  /** Changes the content and updates all pages. A page that doesn't show the previous text keeps its text. */
  #change(act: (composed: ComposedStore) => void): void {
    const was = this.#composed.text;
    act(this.#chat.composed);
    this.#chat.post({ kind: 'composed', text: this.#composed.text, was });
    this.#chat.post({ kind: 'state', state: { composer: this.view } });
  }
}

/** The label identifies the source, except of pasted text and images, which can have the same name. */
function hasSameSource(one: Attachment, other: Attachment): boolean {
  if (one.kind !== other.kind || one.label !== other.label || one.kind === 'paste') return false;
  return one.kind !== 'image' || one.text === other.text;
}
