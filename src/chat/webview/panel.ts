/** The chat: a head with the model, the messages, and the composer. It shows what the host says and keeps nothing itself. */
import { html, nothing, type TemplateResult } from 'lit';
import { repeat } from 'lit/directives/repeat.js';
import { l10n } from '../../shared/webview/l10n.ts';
import { LightElement } from '../../shared/webview/light-element.ts';
import { type ChatRecord, type ConnectionView, type ToPanel, Transcript } from '../messages.ts';
import { loadRenderer } from './answer-text.ts';
import { ChatComposer } from './composer.ts';
import { listen, post } from './host.ts';
import { icon } from './icons.ts';
import { StickToEnd } from './stick.ts';
import { ChatTurn } from './turn.ts';
import { welcome } from './welcome.ts';

/** How long a button says that it has copied, in milliseconds. */
const COPIED = 1500;

export class ChatPanel extends LightElement {
  static override properties = { stuck: { state: true }, said: { state: true } };

  /** The end of the chat is in sight. */
  declare stuck: boolean;
  /** What a screen reader hears: start, end and errors, never the text as it streams. */
  declare said: string;
  #transcript: Transcript | undefined;
  #connection: ConnectionView = { kind: 'signedOut', text: '' };
  #stick: StickToEnd | undefined;
  #stopListening: (() => void) | undefined;

  constructor() {
    super();
    this.stuck = true;
    this.said = '';
  }

  override connectedCallback(): void {
    super.connectedCallback();
    this.#stopListening = listen((message) => this.#hear(message));
    this.addEventListener('click', this.#click);
    this.addEventListener('auxclick', this.#click);
    this.addEventListener('keydown', this.#key);
    window.addEventListener('focus', this.#focused);
    post({ kind: 'ready' });
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    this.#stopListening?.();
    this.#stick?.dispose();
    window.removeEventListener('focus', this.#focused);
  }

  #hear(message: ToPanel): void {
    switch (message.kind) {
      case 'show':
        l10n.use(message.l10n);
        this.#transcript = new Transcript(message.records);
        this.#connection = message.connection;
        this.requestUpdate();
        void this.updateComplete.then(() => {
          this.#composer?.replace(message.draft);
          this.#stick?.toEnd();
          // The page may have had the focus before there was a composer.
          if (document.hasFocus()) this.#focused();
          void loadRenderer();
        });
        return;
      case 'records':
        this.#add(message.records);
        return;
      case 'connection':
        this.#connection = message.connection;
        this.requestUpdate();
        return;
      case 'draft':
        if (this.#composer?.text === message.was) this.#composer.replace(message.text);
        return;
      case 'focus':
        void this.updateComplete.then(() => this.#composer?.focus());
    }
  }

  #add(records: readonly ChatRecord[]): void {
    for (const record of records) {
      this.#transcript?.apply(record);
      if (record.kind === 'prompt') this.#stick?.toEnd();
      this.#announce(record);
    }
    if (records.some((record) => record.kind !== 'text')) this.requestUpdate();
    for (const record of records)
      if (record.kind === 'thinking' || record.kind === 'text' || record.kind === 'end')
        this.#element(record.id)?.requestUpdate();
  }

  #announce(record: ChatRecord): void {
    if (record.kind === 'answer') this.said = l10n.t('{0} is answering.', record.model);
    else if (record.kind === 'end') {
      const { ending } = record;
      if (ending.how === 'complete') this.said = l10n.t('The answer is complete.');
      else if (ending.how === 'stopped') this.said = l10n.t('Stopped.');
      else this.said = l10n.t('The answer failed: {0}', ending.problem.text);
    }
  }

  #element(id: string): ChatTurn | undefined {
    const found = this.querySelector(`chat-turn[data-id="${CSS.escape(id)}"]`);
    return found instanceof ChatTurn ? found : undefined;
  }

  get #composer(): ChatComposer | undefined {
    const found = this.querySelector('chat-composer');
    return found instanceof ChatComposer ? found : undefined;
  }

  protected override updated(): void {
    const list = this.querySelector<HTMLElement>('.chat-list');
    const content = this.querySelector<HTMLElement>('.chat-content');
    if (list && content) this.#stick ??= new StickToEnd(list, content, (stuck) => (this.stuck = stuck));
  }

  protected override render(): TemplateResult | typeof nothing {
    const transcript = this.#transcript;
    if (!transcript) return nothing;
    const { turns, last, model } = transcript;
    const busy = transcript.running !== undefined;
    return html`
      <header class="chat-head">
        <button
          type="button"
          class="model-button"
          title=${l10n.t('Choose the model that answers')}
          aria-label=${model === undefined ? l10n.t('Choose a model') : l10n.t('Model: {0}. Choose another', model)}
          @click=${() => post({ kind: 'run', action: 'chooseModel' })}
        >
          ${icon('sparkle')}<span class="model-name">${model ?? l10n.t('Choose a Model')}</span>${icon('chevron-down')}
        </button>
        <button
          type="button"
          class="icon-button codicon codicon-add new-chat"
          title=${l10n.t('New Chat')}
          aria-label=${l10n.t('New chat')}
          @click=${() => post({ kind: 'run', action: 'newChat' })}
        ></button>
      </header>
      <main class="chat-list" tabindex="0" aria-label=${l10n.t('Conversation')}>
        <div class="chat-content">
          ${
            last
              ? repeat(
                  turns,
                  ({ id }) => id,
                  (turn) => html`<chat-turn data-id=${turn.id} .turn=${turn} ?last=${turn === last}></chat-turn>`,
                )
              : welcome(this.#connection, model, (text) => this.#composer?.suggest(text))
          }
        </div>
      </main>
      ${
        this.stuck
          ? nothing
          : html`<button type="button" class="jump" @click=${() => this.#stick?.toEnd()}>
              ${icon('arrow-down')}${l10n.t('Latest')}
            </button>`
      }
      ${this.#banner()}
      <chat-composer ?busy=${busy}></chat-composer>
      <div class="status" role="status">${this.said}</div>
    `;
  }

  /** What is wrong with the connection, unless the last message says it already. */
  #banner(): TemplateResult | typeof nothing {
    const { kind, text } = this.#connection;
    const last = this.#transcript?.last;
    if (kind === 'connected' || (last?.kind === 'answer' && last.ending?.how === 'failed')) return nothing;
    if (kind === 'signedOut' && !last) return nothing;
    const button =
      kind === 'unreachable'
        ? html`<vscode-button secondary @click=${() => post({ kind: 'run', action: 'retryConnection' })}
            >${l10n.t('Try Again')}</vscode-button
          >`
        : html`<vscode-button @click=${() => post({ kind: 'run', action: 'signIn' })}>${l10n.t('Sign In')}</vscode-button>`;
    return html`<div class="banner">
      ${icon(kind === 'unreachable' ? 'warning' : 'key')}
      <span>${kind === 'signedOut' ? l10n.t('You are signed out.') : text}</span>${button}
    </div>`;
  }

  readonly #click = (event: Event) => {
    const target = event.target instanceof Element ? event.target : undefined;
    const link = target?.closest<HTMLAnchorElement>('a[href]');
    if (link) {
      // The editor would open it too, by its own rules.
      event.preventDefault();
      event.stopPropagation();
      post({ kind: 'openLink', href: link.href });
    }
    if (event.type !== 'click') return;
    const button = target?.closest('button');
    const code = button?.matches('[data-copy-code]') ? button.closest('.code')?.querySelector('code') : undefined;
    const turn = button?.getAttribute('data-copy-turn');
    if (code) post({ kind: 'copyText', text: code.textContent ?? '' });
    else if (turn) post({ kind: 'copyTurn', id: turn });
    else return;
    if (button) showCopied(button);
  };

  readonly #key = (event: KeyboardEvent) => {
    if (event.key !== 'Escape' || event.isComposing || !this.#transcript?.running) return;
    event.preventDefault();
    post({ kind: 'stop' });
  };

  /** The editor gives the page the focus, not the composer. */
  readonly #focused = () => {
    if (document.activeElement === document.body || document.activeElement === null) this.#composer?.focus();
  };
}

function showCopied(button: Element): void {
  button.classList.replace('codicon-copy', 'codicon-check');
  setTimeout(() => button.classList.replace('codicon-check', 'codicon-copy'), COPIED);
}

customElements.define('switchyard-chat', ChatPanel);
