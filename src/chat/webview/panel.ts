/** The chat panel: messages and composer. It renders the state of the host and stores nothing itself. */

import * as l10n from '@vscode/l10n';
import { html, nothing, type TemplateResult } from 'lit';
import { keyed } from 'lit/directives/keyed.js';
import { setLanguage } from '../../shared/format.ts';
import { LightElement } from '../../shared/webview/light-element.ts';
import {
  type ChatRecord,
  type ComposerView,
  type ConnectionView,
  type FocusTarget,
  type Notice,
  type ToPanel,
  Transcript,
  totalOf,
} from '../messages.ts';
import { loadRenderer } from './answer-text.ts';
import { AutoScroll } from './auto-scroll.ts';
import { handleClick } from './clicks.ts';
import { ChatComposer } from './composer.ts';
import { costLine } from './cost.ts';
import { registerDropTarget } from './drop.ts';
import './find-bar.ts';
import { focusCode } from './focus-code.ts';
import { chatHeader, welcome } from './header.ts';
import { post } from './host.ts';
import { icon } from './icons.ts';
import { MessageList } from './message-list.ts';
import { announcementOf, connectionBanner, Notices } from './notices.ts';
import { PageFocus } from './page-focus.ts';
import { queuedMessages } from './queue.ts';
import { SelectedPassage, withQuote } from './quote.ts';
import { RovingTabIndex } from './roving-tab-index.ts';
import './settings-form.ts';

export class ChatPanel extends LightElement {
  static override properties = {
    atEnd: { state: true },
    announcement: { state: true },
    settingsOpen: { state: true },
    findOpen: { state: true },
    hasQuotableSelection: { state: true },
  };

  /** The list is scrolled to its end. */
  declare atEnd: boolean;
  /**
   * Announcement for screen readers: start, end, and errors of an answer, but not its streaming text. Each one is a new
   * object and gets a new text node, because screen readers don't repeat a text that doesn't change.
   */
  declare announcement: { readonly text: string };
  /** The chat settings are open. */
  declare settingsOpen: boolean;
  /** The find bar is open. */
  declare findOpen: boolean;
  /** Text of an answer is selected. */
  declare hasQuotableSelection: boolean;
  /** ID of the chat. */
  #chat = '';
  #transcript: Transcript | undefined;
  readonly #messages = new MessageList(this);
  /** VS Code focuses the page, not the composer. */
  readonly #focus = new PageFocus(this, () => this.#composer?.focus());
  #connection: ConnectionView = { kind: 'signedOut', text: '' };
  #composing: ComposerView = { context: [] };
  readonly #notices = new Notices(() => {
    this.requestUpdate();
    this.#composer?.focus();
  });
  #autoScroll: AutoScroll | undefined;
  #rovingTabIndex: RovingTabIndex | undefined;
  readonly #selected = new SelectedPassage((exists) => (this.hasQuotableSelection = exists));

  constructor() {
    super();
    this.atEnd = true;
    this.announcement = { text: '' };
    this.settingsOpen = false;
    this.findOpen = false;
    this.hasQuotableSelection = false;
  }

  override connectedCallback(): void {
    super.connectedCallback();
    window.addEventListener('message', this.#receive);
    this.addEventListener('click', handleClick);
    this.addEventListener('auxclick', handleClick);
    // Also without a focused element, as after a click beside the messages.
    document.addEventListener('keydown', this.#key);
    registerDropTarget(this, (text) => this.#notify({ text }));
    post({ kind: 'ready' });
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    window.removeEventListener('message', this.#receive);
    document.removeEventListener('keydown', this.#key);
    this.#autoScroll?.dispose();
    this.#selected.dispose();
  }

  readonly #receive = ({ data: message }: MessageEvent<ToPanel>): void => {
    switch (message.kind) {
      case 'show':
        this.#show(message);
        return;
      case 'records':
        this.#add(message.records);
        return;
      case 'connection':
        this.#connection = message.connection;
        break;
      case 'composer':
        this.#composing = message.composer;
        break;
      case 'mentions':
        this.#composer?.showMentions(message.request, message.mentions);
        return;
      case 'budget':
        this.#notices.budget = message.budget;
        break;
      case 'notice':
        this.#notify(message.notice);
        return;
      case 'draft':
        if (this.#composer?.text === message.was) this.#composer.replace(message.text);
        return;
      case 'focus':
        void this.updateComplete.then(() => this.#focusOn(message.where));
        return;
    }
    this.requestUpdate();
  };

  #show({
    chat,
    records,
    draft,
    composer,
    connection,
    budget,
    removed,
    l10n: contents,
  }: ToPanel & { kind: 'show' }): void {
    l10n.config({ contents });
    setLanguage(document.documentElement.lang);
    void loadRenderer();
    this.#chat = chat;
    this.#transcript = new Transcript(records);
    this.#messages.begin(this.#transcript.turns.length);
    this.#connection = connection;
    this.#composing = composer;
    this.#notices.budget = budget;
    this.#notices.begin(removed);
    this.#selected.clear();
    this.requestUpdate();
    void this.updateComplete.then(() => {
      if (draft !== undefined) this.#composer?.replace(draft);
      this.#autoScroll?.toEnd();
      // The page may have had the focus before the composer existed.
      if (document.hasFocus()) this.#focus.gained();
      void loadRenderer().then(() => this.#messages.complete());
    });
  }

  #focusOn(where: FocusTarget): void {
    const list = this.querySelector('.chat-list');
    if (where === 'last') this.#rovingTabIndex?.focusLast();
    else if (where === 'find') this.#find(true);
    else if (where === 'quote') this.#quote();
    else if (where !== 'composer' && list) void focusCode(list, where === 'nextCode' ? 1 : -1);
    else this.#composer?.focus();
  }

  #find(open: boolean): void {
    this.findOpen = open;
    this.#focusPart('chat-find');
  }

  /** Focuses a part of the panel that was opened, or the composer if the part was closed. */
  #focusPart(name: string): void {
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
    this.#notices.notice = notice;
    if (notice) this.announcement = { text: notice.text };
    this.requestUpdate();
  }

  #add(records: readonly ChatRecord[]): void {
    for (const record of records) {
      const last = this.#transcript?.last;
      this.#transcript?.apply(record);
      // Retrying removes an answer without text. That isn't a deletion by the user, and leaves nothing to restore.
      if (record.kind === 'remove' && record.id === last?.id && last.text === '') continue;
      if (record.kind === 'prompt' || record.kind === 'queue') this.#autoScroll?.toEnd();
      this.#notices.update(record);
      const text = announcementOf(record);
      if (text !== undefined) this.announcement = { text };
      if (record.kind === 'choose') void this.#keepVersionFocus(record.id);
    }
    if (records.some((record) => record.kind !== 'text')) this.requestUpdate();
    for (const record of records) if ('id' in record) this.#messages.element(record.id)?.requestUpdate();
  }

  /** Moves the focus from the button that chose a version to the same button of that version, or to the enabled one. */
  async #keepVersionFocus(id: string): Promise<void> {
    const button = document.hasFocus() && document.activeElement?.closest('.versions button');
    if (!button) return;
    const turn = await this.#messages.reveal(id);
    const buttons = [...(turn?.querySelectorAll<HTMLButtonElement>('.versions button:not(:disabled)') ?? [])];
    (buttons.find(({ title }) => title === button.getAttribute('title')) ?? buttons[0])?.focus();
  }

  get #composer(): ChatComposer | undefined {
    const found = this.querySelector('chat-composer');
    return found instanceof ChatComposer ? found : undefined;
  }

  protected override updated(): void {
    const list = this.querySelector<HTMLElement>('.chat-list');
    const content = this.querySelector<HTMLElement>('.chat-content');
    if (!list || !content) return;
    this.#autoScroll ??= new AutoScroll(list, content, (atEnd) => (this.atEnd = atEnd));
    this.#rovingTabIndex ??= new RovingTabIndex(list, 'chat-turn');
    this.#rovingTabIndex.refresh();
  }

  protected override render(): TemplateResult | typeof nothing {
    const transcript = this.#transcript;
    if (!transcript) return nothing;
    const { turns, last, model, settings, queue } = transcript;
    const busy = transcript.running !== undefined;
    const total = totalOf(transcript.usages);
    return html`
      ${chatHeader()}
      ${
        this.findOpen
          ? html`<chat-find .turns=${turns} ?busy=${busy} .reveal=${this.#messages.reveal} .close=${() => this.#find(false)}></chat-find>`
          : nothing
      }
      <main class="chat-list" aria-label=${l10n.t('Conversation')}>
        <div class="chat-content">
          ${
            last
              ? this.#messages.render(transcript, this.#composing.editing)
              : welcome(this.#connection, model, (text) => this.#composer?.suggest(text))
          }
          ${queuedMessages(queue, busy)}
        </div>
      </main>
      <div class="pills">
        ${this.atEnd ? nothing : pill('arrow-down', l10n.t('Latest'), () => this.#autoScroll?.toEnd())}
        ${this.hasQuotableSelection ? pill('quote', l10n.t('Quote Selection'), () => this.#quote()) : nothing}
      </div>
      ${connectionBanner(this.#connection, last)} ${this.#notices.render(total)}
      ${this.settingsOpen ? keyed(this.#chat, html`<chat-settings .chat=${this.#chat} .settings=${settings}></chat-settings>`) : nothing}
      <chat-composer
        ?busy=${busy}
        .lastPrompt=${turns.findLast(({ kind }) => kind === 'prompt')?.id}
        .view=${this.#composing}
        .model=${model}
        .settings=${{
          open: this.settingsOpen,
          modified: Object.keys(settings).length > 0,
          toggle: this.#toggleSettings,
        }}
        .cost=${costLine(total)}
      ></chat-composer>
      <div class="status" role="status">${keyed(this.announcement, this.announcement.text)}</div>
    `;
  }

  readonly #toggleSettings = () => {
    this.settingsOpen = !this.settingsOpen;
    this.#focusPart('chat-settings');
  };

  /** Escape ends only the first of these states that applies. */
  readonly #key = (event: KeyboardEvent) => {
    if (event.key !== 'Escape' || event.isComposing) return;
    if (this.settingsOpen) this.#toggleSettings();
    else if (this.#transcript?.running) post({ kind: 'stop' });
    else if (this.#composing.editing !== undefined) post({ kind: 'cancelEdit' });
    else if (event.target instanceof Element && event.target.closest('chat-turn')) this.#composer?.focus();
    else return;
    event.preventDefault();
  };
}

/** A button above the composer, over the messages. Clicking it keeps the text selection. */
function pill(name: string, label: string, act: () => void): TemplateResult {
  const keep = (event: Event) => event.preventDefault();
  return html`<button type="button" class="jump" @mousedown=${keep} @click=${act}>${icon(name)}${label}</button>`;
}

customElements.define('switchyard-chat', ChatPanel);
