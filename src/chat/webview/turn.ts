/** A message of the chat: a prompt of the user or an answer of a model. */

import * as l10n from '@vscode/l10n';
import { html, nothing, type PropertyValues, type TemplateResult } from 'lit';
import { limitMarks } from '../../../common/limit-marks.ts';
import { LightElement } from '../../shared/webview/light-element.ts';
import type { AnswerTurn, Turn } from '../messages.ts';
import { AnswerText, loadRenderer } from './answer-text.ts';
import { contextChips } from './chips.ts';
import { icon } from './icons.ts';
import { button } from './problem.ts';
import { turnTools } from './turn-tools.ts';

export class ChatTurn extends LightElement {
  static override properties = {
    turn: { attribute: false },
    versions: { attribute: false, hasChanged: differ },
    near: { state: true },
    last: { type: Boolean },
    busy: { type: Boolean },
    edited: { type: Boolean, reflect: true },
  };

  declare turn: Turn;
  /** IDs of the versions of the turn, including its own. */
  declare versions: readonly string[];
  /** In or near the viewport. Other messages are only plain text, so that long chats remain fast. */
  declare near: boolean;
  /** The turn is the last one of the chat. */
  declare last: boolean;
  /** An answer is streaming, in this turn or another one. */
  declare busy: boolean;
  /** The turn is being edited in the composer. */
  declare edited: boolean;
  #text: AnswerText | undefined;

  constructor() {
    super();
    this.near = false;
    this.addEventListener('contentvisibilityautostatechange', (event) => {
      this.near = !(event as ContentVisibilityAutoStateChangeEvent).skipped;
    });
  }

  override connectedCallback(): void {
    super.connectedCallback();
    this.setAttribute('role', 'article');
  }

  /** Renders the message, regardless of its position. */
  async reveal(): Promise<void> {
    this.near = true;
    await this.updateComplete;
    await loadRenderer();
  }

  /**
   * Also true for the last turn, where a chat opens, and for a streaming answer, which must not be rendered again from
   * its start.
   */
  get #isNear(): boolean {
    return this.near || this.last || (this.turn.kind === 'answer' && this.turn.ending === undefined);
  }

  get #textId(): string {
    return `text-${this.turn.id}`;
  }

  protected override updated(changed: PropertyValues<this>): void {
    const { turn } = this;
    this.setAttribute('aria-label', turn.kind === 'prompt' ? l10n.t('You') : turn.model);
    // Screen readers read the text when the arrow keys move to the message.
    this.setAttribute('aria-describedby', this.#textId);
    this.setAttribute('data-turn', turn.kind);
    if (turn.kind !== 'answer') return;
    const box = this.querySelector<HTMLElement>('.answer-text');
    if (changed.has('turn') || !this.#text) this.#text = box ? new AnswerText(box) : undefined;
    this.#text?.show(turn.text, turn.ending !== undefined, this.#isNear);
  }

  protected override render(): TemplateResult {
    const { turn } = this;
    if (turn.kind === 'answer') return this.#answer(turn);
    return html`${this.#isNear ? contextChips(turn.context) : nothing}
      <div class="prompt-text" id=${this.#textId} dir="auto">${limitMarks(turn.text)}</div>
      ${this.#isNear ? this.#tools() : nothing}`;
  }

  #answer(turn: AnswerTurn): TemplateResult {
    const waiting = turn.text === '' && !turn.ending;
    return html`
      <div class="answer-head">
        ${turn.ending ? icon('sparkle') : icon('loading', 'codicon-modifier-spin')}
        <span class="answer-model">${turn.model}</span>
      </div>
      <div class="answer-text" id=${this.#textId} dir="auto"></div>
      ${waiting ? html`<p class="answer-waiting">${turn.thinking ? l10n.t('Thinking…') : l10n.t('Waiting for the model…')}</p>` : nothing}
      ${turn.ending && this.#isNear ? html`${this.#ending(turn)}${this.#tools()}` : nothing}
    `;
  }

  #ending(turn: AnswerTurn): TemplateResult | typeof nothing {
    const { text, ending } = turn;
    if (ending?.how === 'failed')
      return html`<chat-problem .turn=${turn} .retryAt=${turn.retryAt} ?busy=${this.busy}></chat-problem>`;
    if (ending?.how === 'stopped') return this.#open('circle-slash', l10n.t('You stopped this response.'));
    if (ending?.reason === 'length') return this.#open('info', l10n.t('The response reached its length limit.'));
    if (ending?.reason === 'content_filter')
      return note('info', l10n.t('The service withheld the rest of this response.'));
    return text === '' ? note('info', l10n.t('The model returned no text.')) : nothing;
  }

  /** Note for an answer that can be continued. */
  #open(name: string, words: string): TemplateResult {
    const { id, text } = this.turn;
    return note(name, words, this.busy || text === '' ? nothing : button('continue', id, l10n.t('Continue'), true));
  }

  #tools(): TemplateResult {
    return turnTools(this.turn, this.versions, this.busy);
  }
}

function note(name: string, text: string, more: TemplateResult | typeof nothing = nothing): TemplateResult {
  return html`<p class="note">${icon(name)} <span>${text}</span> ${more}</p>`;
}

function differ(one: readonly string[], other: readonly string[] | undefined): boolean {
  return one.length !== other?.length || one.some((id, at) => id !== other[at]);
}

customElements.define('chat-turn', ChatTurn);
