/** A message of the chat: a prompt of the user or an answer of a model. */

import * as l10n from '@vscode/l10n';
import { html, nothing, type PropertyValues, type TemplateResult } from 'lit';
import { limitMarks } from '../../../../../common/text/limit-marks.ts';
import { duration, formatNumber } from '../../../../shared/text/format.ts';
import { formatCost } from '../../../../shared/text/format-cost.ts';
import { LightElement } from '../../../../shared/webview/light-element.ts';
import {
  type AnswerMedia,
  type AnswerTurn,
  hasContent,
  linkTarget,
  linkTargetLabel,
  type Turn,
  type TurnAction,
  type TurnUsage,
} from '../../messages.ts';
import { contextChips } from '../chips.ts';
import { tokenCount } from '../cost.ts';
import { icon, iconButton, textButton } from '../icons.ts';
import { AnswerText, loadRenderer } from './answer-text.ts';
import { button } from './problem.ts';
import './silence.ts';
import { post } from '../to-host.ts';

export class ChatTurn extends LightElement {
  static override properties = {
    turn: { attribute: false },
    versions: { attribute: false, hasChanged: differ },
    near: { state: true },
    last: { type: Boolean },
    busy: { type: Boolean },
    edited: { type: Boolean, reflect: true },
    compared: { type: Boolean, reflect: true },
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
  /** The user compares the answer with the one beside it. */
  declare compared: boolean;
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
    const waiting = !hasContent(turn) && !turn.ending;
    return html`
      <div class="answer-head">
        ${turn.ending ? icon('sparkle') : icon('loading', 'codicon-modifier-spin')}
        <span class="answer-model">${turn.model}</span>
      </div>
      <div class="answer-text" id=${this.#textId} dir="auto"></div>
      ${waiting ? html`<p class="answer-waiting">${turn.thinking ? l10n.t('Thinking…') : l10n.t('Waiting for the model…')}</p>` : nothing}
      ${turn.media.map((media, index) => mediaNote(turn.id, media, index))}
      ${turn.ending ? nothing : html`<chat-silence .mark=${`${turn.thinking} ${turn.text.length} ${turn.media.length}`}></chat-silence>`}
      ${this.compared ? comparedTools(turn) : nothing}
      ${turn.ending && this.#isNear ? html`${this.#ending(turn)}${this.compared ? nothing : this.#tools()}` : nothing}
    `;
  }

  #ending(turn: AnswerTurn): TemplateResult | typeof nothing {
    const { ending } = turn;
    if (ending?.how === 'failed')
      return html`<chat-problem .turn=${turn} .retryAt=${turn.retryAt} ?busy=${this.busy}></chat-problem>`;
    if (ending?.how === 'stopped') return this.#open('circle-slash', l10n.t('You stopped this response.'));
    if (ending?.reason === 'length') return this.#open('info', l10n.t('The response reached its length limit.'));
    if (ending?.reason === 'content_filter')
      return note('info', l10n.t('The service withheld the rest of this response.'));
    return hasContent(turn) ? nothing : note('info', l10n.t('The model returned no text.'));
  }

  /** Note for an answer that can be continued. */
  #open(name: string, words: string): TemplateResult {
    const { id, text } = this.turn;
    return note(name, words, this.busy || text === '' ? nothing : button('continue', id, l10n.t('Continue'), true));
  }

  #tools(): TemplateResult {
    return turnTools(this.turn, this.versions, this.busy, this.last);
  }
}

function note(name: string, text: string, more: TemplateResult | typeof nothing = nothing): TemplateResult {
  return html`<p class="note">${icon(name)} <span>${text}</span> ${more}</p>`;
}

/** Tells about a part that isn't text. Nothing is loaded from its address until the user opens it. */
function mediaNote(id: string, { name, address }: AnswerMedia, index: number): TemplateResult {
  const isImage = name === 'image';
  const text = isImage
    ? l10n.t('The model responded with an image.')
    : l10n.t('The model sent another part: {0}', name);
  const target = address?.startsWith('data:') === false ? linkTarget(address) : undefined;
  const host = target === undefined ? text : `${text} ${linkTargetLabel(target)}`;
  const label = isImage ? l10n.t('Open Image') : l10n.t('Open Part');
  const open = textButton(label, () => post({ kind: 'openMedia', id, index }), {
    action: 'openMedia',
    secondary: true,
  });
  return note(isImage ? 'file-media' : 'file', host, address === undefined ? nothing : open);
}

function differ(one: readonly string[], other: readonly string[] | undefined): boolean {
  return one.length !== other?.length || one.some((id, at) => id !== other[at]);
}

customElements.define('chat-turn', ChatTurn);

/**
 * Toolbar below a message: its versions, its actions, and its cost.
 * @param versions IDs of the versions of this turn @param busy an answer is streaming, so turns can't be changed
 * @param last the turn is the last one of the chat
 */
function turnTools(turn: Turn, versions: readonly string[], busy: boolean, last: boolean): TemplateResult {
  const { id, text } = turn;
  const answer = turn.kind === 'answer' ? turn : undefined;
  const tool = (action: TurnAction, name: string, title: string, label = title) =>
    iconButton(name, title, () => post({ kind: 'turn', action, id }), { action, label });
  const copyLabel = answer ? l10n.t('Copy the response') : l10n.t('Copy your message');
  return html`<div class="turn-tools ${versions.length > 1 ? 'with-versions' : ''}">
    ${versions.length > 1 ? versionSwitch(id, versions, busy) : nothing}
    ${text === '' ? nothing : tool('copy', 'copy', l10n.t('Copy Message'), copyLabel)}
    ${answer && text !== '' ? tool('openMarkdown', 'markdown', l10n.t('Open as Markdown')) : nothing}
    ${busy || answer ? nothing : tool('edit', 'edit', l10n.t('Edit and Resend'))}
    ${busy || !answer || answer.ending?.how === 'failed' ? nothing : tool('retry', 'refresh', l10n.t('Regenerate Response'))}
    ${busy || !answer ? nothing : tool('retryWith', 'sparkle', l10n.t('Regenerate with Another Model'))}
    ${busy || !answer || !last ? nothing : tool('askAlso', 'split-horizontal', l10n.t('Ask Another Model Too…'))}
    ${busy ? nothing : tool('remove', 'trash', l10n.t('Delete from Here'))}
    ${answer?.usage ? costOf(answer.usage) : nothing}
  </div>`;
}

/** Toolbar below one of two compared answers: when it began, its tokens and cost, and the button that chooses it. */
function comparedTools({ id, text, at, firstAt, usage }: AnswerTurn): TemplateResult {
  const began = firstAt === undefined ? '' : l10n.t('First text after {0}', duration(Math.max(0, firstAt - at) / 1000));
  const copy = () => post({ kind: 'turn', action: 'copy', id });
  return html`<div class="compared-tools">
    ${text === '' ? nothing : button('continueWith', id, l10n.t('Continue with This One'), true)}
    ${text === '' ? nothing : iconButton('copy', l10n.t('Copy Message'), copy, { action: 'copy', label: l10n.t('Copy the response') })}
    ${began === '' ? nothing : html`<span class="turn-began">${began}</span>`} ${usage ? costOf(usage) : nothing}
  </div>`;
}

function versionSwitch(id: string, versions: readonly string[], busy: boolean): TemplateResult {
  const at = versions.indexOf(id);
  const step = (name: string, to: string | undefined, label: string) =>
    iconButton(name, label, () => to !== undefined && post({ kind: 'turn', action: 'choose', id: to }), {
      disabled: busy || to === undefined,
    });
  return html`<span class="versions" role="group" aria-label=${l10n.t('Version {0} of {1}', at + 1, versions.length)}>
    ${step('chevron-left', versions[at - 1], l10n.t('Previous Version'))}
    <span aria-hidden="true">${at + 1}/${versions.length}</span>
    ${step('chevron-right', versions[at + 1], l10n.t('Next Version'))}
  </span>`;
}

function costOf({ input, output, estimated, cost, currency }: TurnUsage): TemplateResult {
  const known = cost === undefined ? undefined : formatCost(cost, currency);
  // A number without a currency needs a word.
  const price =
    known === undefined ? l10n.t('cost unknown') : currency === undefined ? l10n.t('cost {0}', known) : known;
  const counts = [formatNumber(input), formatNumber(output)];
  const title = estimated
    ? l10n.t('Tokens: {0} in, {1} out (estimated from the text)', ...counts)
    : l10n.t('Tokens: {0} in, {1} out (reported by the service)', ...counts);
  return html`<span class="turn-cost" title=${title}
    >${tokenCount(input + output, estimated)} · ${price}${
      estimated ? html` <span class="estimate">${l10n.t('estimated')}</span>` : nothing
    }</span
  >`;
}
