/** The chat page: messages and composer. It renders the state of the host and stores nothing itself. */

import * as l10n from '@vscode/l10n';
import { html, nothing, type TemplateResult } from 'lit';
import { keyed } from 'lit/directives/keyed.js';
import { isRecord } from '../../../../common/guards.ts';
import { setLanguage } from '../../../shared/text/format.ts';
import { LightElement } from '../../../shared/webview/light-element.ts';
import {
  type ChatRecord,
  ChatTranscript,
  type FocusTarget,
  type Notice,
  type PageState,
  type ToPage,
  totalOf,
} from '../messages.ts';
import { ChatComposer } from './composer/composer.ts';
import { registerDropTarget } from './composer/drop.ts';
import { costLine } from './cost.ts';
import { loadRenderer } from './messages/answer-text.ts';
import { AutoScroll } from './messages/auto-scroll.ts';
import { handleClick } from './messages/code-blocks.ts';
import './messages/find-bar.ts';
import { SelectedPassage, withQuote } from './composer/quote.ts';
import { focusCode, PageFocus, RovingTabIndex } from './focus.ts';
import { chatHeader, queuedMessages, welcome } from './header.ts';
import { MessageList } from './messages/message-list.ts';
import {
  announcementOf,
  budgetBanner,
  connectionBanner,
  noticeBanner,
  pill,
  undoBanner,
  unreadBanner,
} from './notices.ts';
import { current, isNewChatKey, post, postAboutPage, requestNewChat } from './to-host.ts';
import './composer/settings-form.ts';

export class ChatPage extends LightElement {
  /** ID of the chat. */
  #chat = '';
  #transcript: ChatTranscript | undefined;
  #state: PageState = { composer: { context: [] }, connection: { kind: 'signedOut', text: '' }, budget: 0, unread: 0 };
  #notice: Notice | undefined;
  /** The user has closed the notice about the budget. */
  #isBudgetSeen = false;
  /**
   * Announcement for screen readers: start, end, and errors of an answer, but not its streaming text. Each one is a new
   * object and gets a new text node, because screen readers don't repeat a text that doesn't change.
   */
  #announcement = { text: '' };
  #isSettingsOpen = false;
  #isFindOpen = false;
  readonly #messages = new MessageList(this);
  /** VS Code focuses the page, not the composer. */
  readonly #focus = new PageFocus(this, () => this.#composer?.focus());
  readonly #selected = new SelectedPassage(() => this.requestUpdate());
  #autoScroll: AutoScroll | undefined;
  #rovingTabIndex: RovingTabIndex | undefined;

  override connectedCallback(): void {
    super.connectedCallback();
    // All parts of the page are in this landmark, and most have their own names.
    this.setAttribute('role', 'main');
    window.addEventListener('message', this.#receive);
    this.addEventListener('click', handleClick);
    this.addEventListener('auxclick', handleClick);
    // Also without a focused element, as after a click beside the messages.
    document.addEventListener('keydown', this.#key);
    registerDropTarget(this, (text) => this.#notify({ text }));
    postAboutPage({ kind: 'ready' });
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    window.removeEventListener('message', this.#receive);
    document.removeEventListener('keydown', this.#key);
  }

  readonly #receive = ({ data }: MessageEvent<ToPage>): void => {
    // Browser extensions, too, post to the window.
    const message = isRecord(data) ? current(data) : undefined;
    if (message === undefined) return;
    switch (message.kind) {
      case 'show':
        this.#show(message);
        return;
      case 'records':
        this.#add(message.records);
        return;
      case 'state':
        this.#state = { ...this.#state, ...message.state };
        if (message.state.budget !== undefined) this.#isBudgetSeen = false;
        this.requestUpdate();
        return;
      case 'mentions':
        this.#composer?.completion.show(message.request, message.mentions);
        return;
      case 'notice':
        this.#notify(message.notice);
        return;
      case 'composed':
        if (this.#composer?.text === message.was) this.#composer.replace(message.text);
        return;
      case 'focus':
        void this.updateComplete.then(() => this.#focusOn(message.where));
        return;
      default:
        message satisfies never;
    }
  };

  #show({
    chat,
    records,
    composed,
    keepText,
    state,
    notice,
    removed,
    l10n: contents,
  }: ToPage & { kind: 'show' }): void {
    l10n.config({ contents });
    setLanguage(document.documentElement.lang);
    void loadRenderer();
    this.#chat = chat;
    this.#transcript = new ChatTranscript(records);
    this.#transcript.removed = removed;
    this.#messages.begin(this.#transcript.turns.length);
    this.#state = state;
    this.#isBudgetSeen = false;
    this.#notify(notice);
    this.#selected.clear();
    void this.updateComplete.then(() => {
      if (!keepText) this.#composer?.replace(composed);
      this.#autoScroll?.toEnd();
      // The page may have had the focus before the composer existed.
      if (document.hasFocus()) this.#focus.gained();
      void loadRenderer().then(() => this.#messages.complete());
    });
  }

  readonly #newChat = (): void => {
    const composer = this.#composer;
    const { model, last } = this.#transcript ?? {};
    composer?.focus();
    // An empty chat is a new one already, unless its first message was just sent.
    if (last === undefined && composer?.isSent !== true) return;
    this.#chat = requestNewChat();
    this.#transcript = new ChatTranscript(model === undefined ? [] : [{ kind: 'model', model }]);
    this.#messages.begin(0);
    this.#notice = undefined;
    // A message that was sent or is being edited belongs to the previous chat; other text moves to the new one.
    if (this.#state.composer.editing !== undefined || composer?.isSent) {
      this.#state = { ...this.#state, composer: { context: [] } };
      composer?.replace('');
    }
    this.requestUpdate();
  };

  #focusOn(where: FocusTarget): void {
    const list = this.querySelector('.chat-list');
    if (where === 'last') this.#rovingTabIndex?.focusLast();
    else if (where === 'find') this.#find(true);
    else if (where === 'quote') this.#quote();
    else if (where !== 'composer' && list) void focusCode(list, where === 'nextCode' ? 1 : -1);
    else this.#composer?.focus();
  }

  #find(open: boolean): void {
    this.#isFindOpen = open;
    this.#showPart('chat-find');
  }

  /** Renders and focuses a part of the page that was opened, or focuses the composer if the part was closed. */
  #showPart(name: string): void {
    this.requestUpdate();
    void this.updateComplete.then(() => {
      const part = this.querySelector<LightElement>(name);
      if (part) void part.updateComplete.then(() => part.focus());
      else this.#composer?.focus();
    });
  }

  #quote(): void {
    const composer = this.#composer;
    const passage = this.#selected.text;
    if (passage === '') this.#notify({ text: l10n.t('Select text in a response first.') });
    else composer?.suggest(withQuote(composer.text, passage));
    this.#selected.clear();
    composer?.focus();
  }

  #notify(notice: Notice | undefined): void {
    this.#notice = notice;
    if (notice) this.#announcement = { text: notice.text };
    this.requestUpdate();
  }

  #add(records: readonly ChatRecord[]): void {
    const transcript = this.#transcript;
    for (const record of records) {
      transcript?.apply(record);
      // What can't be restored wasn't deleted by the user.
      if (record.kind === 'remove' && transcript?.removed === undefined) continue;
      if (record.kind === 'prompt' || record.kind === 'queue') this.#autoScroll?.toEnd();
      const text = announcementOf(record);
      if (text !== undefined) this.#announcement = { text };
      if (record.kind === 'choose') void this.#messages.keepVersionFocus(record.id);
    }
    if (records.some((record) => record.kind !== 'text')) this.requestUpdate();
    for (const record of records) if ('id' in record) this.#messages.element(record.id)?.requestUpdate();
  }

  get #composer(): ChatComposer | undefined {
    const found = this.querySelector('chat-composer');
    return found instanceof ChatComposer ? found : undefined;
  }

  protected override updated(): void {
    const list = this.querySelector<HTMLElement>('.chat-list');
    const content = this.querySelector<HTMLElement>('.chat-content');
    if (!list || !content) return;
    this.#autoScroll ??= new AutoScroll(list, content, () => this.requestUpdate());
    this.#rovingTabIndex ??= new RovingTabIndex(list);
    this.#rovingTabIndex.refresh();
  }

  protected override render(): TemplateResult | typeof nothing {
    const transcript = this.#transcript;
    if (!transcript) return nothing;
    const { turns, last, model, settings, queue } = transcript;
    const { composer, connection, budget } = this.#state;
    const busy = transcript.running !== undefined;
    const total = totalOf(transcript.usages);
    return html`
      ${chatHeader(this.#newChat)}
      ${
        this.#isFindOpen
          ? html`<chat-find .turns=${turns} ?busy=${busy} .reveal=${this.#messages.reveal} .close=${() => this.#find(false)}></chat-find>`
          : nothing
      }
      <div class="chat-list" role="region" aria-label=${l10n.t('Conversation')}>
        <div class="chat-content">
          ${
            last
              ? this.#messages.render(transcript, composer.editing)
              : welcome(connection, model, (text) => this.#composer?.suggest(text))
          }
          ${queuedMessages(queue, busy)}
        </div>
      </div>
      <div class="pills">
        ${this.#autoScroll?.atEnd === false ? pill('arrow-down', l10n.t('Latest'), () => this.#autoScroll?.toEnd()) : nothing}
        ${this.#selected.text === '' ? nothing : pill('quote', l10n.t('Quote Selection'), () => this.#quote())}
      </div>
      ${connectionBanner(connection, last)}
      ${noticeBanner(this.#notice, () => {
        this.#notify(undefined);
        post({ kind: 'dismiss', notice: 'notice' });
      })}
      ${
        this.#isBudgetSeen
          ? nothing
          : budgetBanner(total, budget, () => {
              this.#isBudgetSeen = true;
              this.requestUpdate();
            })
      }
      ${unreadBanner(this.#state.unread)}
      ${undoBanner(transcript.removed, () => {
        transcript.removed = undefined;
        this.requestUpdate();
        post({ kind: 'dismiss', notice: 'undo' });
      })}
      ${this.#isSettingsOpen ? keyed(this.#chat, html`<chat-settings .chat=${this.#chat} .settings=${settings}></chat-settings>`) : nothing}
      <chat-composer
        ?busy=${busy}
        .lastPrompt=${turns.findLast(({ kind }) => kind === 'prompt')?.id}
        .view=${composer}
        .model=${model}
        .settings=${{
          open: this.#isSettingsOpen,
          modified: Object.keys(settings).length > 0,
          toggle: this.#toggleSettings,
        }}
        .newChat=${this.#newChat}
        .cost=${costLine(total)}
      ></chat-composer>
      <div class="status" role="status">${keyed(this.#announcement, this.#announcement.text)}</div>
    `;
  }

  readonly #toggleSettings = () => {
    this.#isSettingsOpen = !this.#isSettingsOpen;
    this.#showPart('chat-settings');
  };

  /** Escape ends only the first of these states that applies. */
  readonly #key = (event: KeyboardEvent) => {
    // VS Code also runs the command, which does nothing then.
    if (isNewChatKey(event)) return this.#newChat();
    if (event.key !== 'Escape' || event.isComposing) return;
    if (this.#isSettingsOpen) this.#toggleSettings();
    else if (this.#transcript?.running) post({ kind: 'stop' });
    else if (this.#state.composer.editing !== undefined) post({ kind: 'cancelEdit' });
    else if (event.target instanceof Element && event.target.closest('chat-turn')) this.#composer?.focus();
    else return;
    event.preventDefault();
  };
}

customElements.define('switchyard-chat', ChatPage);
