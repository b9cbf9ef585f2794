/** One message of the chat: what the user said, or what a model answered. */
import { html, nothing, type PropertyValues, type TemplateResult } from 'lit';
import { l10n } from '../../shared/webview/l10n.ts';
import { LightElement } from '../../shared/webview/light-element.ts';
import type { AnswerTurn, Problem, Turn } from '../messages.ts';
import { AnswerText } from './answer-text.ts';
import { post } from './host.ts';
import { icon } from './icons.ts';
import { remedyFor } from './remedies.ts';

export class ChatTurn extends LightElement {
  static override properties = { turn: { attribute: false }, last: { type: Boolean } };

  declare turn: Turn;
  /** The end of the chat: only there can an answer be asked for anew. */
  declare last: boolean;
  #text: AnswerText | undefined;

  override connectedCallback(): void {
    super.connectedCallback();
    this.setAttribute('role', 'article');
  }

  protected override updated(changed: PropertyValues<this>): void {
    const { turn } = this;
    this.setAttribute('aria-label', turn.kind === 'prompt' ? l10n.t('You') : turn.model);
    this.setAttribute('data-turn', turn.kind);
    if (turn.kind !== 'answer') return;
    const box = this.querySelector<HTMLElement>('.answer-text');
    if (changed.has('turn') || !this.#text) this.#text = box ? new AnswerText(box) : undefined;
    this.#text?.show(turn.text, turn.ending !== undefined);
  }

  protected override render(): TemplateResult {
    return this.turn.kind === 'prompt'
      ? html`<div class="prompt-text" dir="auto">${this.turn.text}</div>${this.#tools()}`
      : this.#answer(this.turn);
  }

  #answer(turn: AnswerTurn): TemplateResult {
    const waiting = turn.text === '' && !turn.ending;
    return html`
      <div class="answer-head">
        ${turn.ending ? icon('sparkle') : icon('loading', 'codicon-modifier-spin')}
        <span class="answer-model">${turn.model}</span>
      </div>
      <div class="answer-text" dir="auto"></div>
      ${waiting ? html`<p class="answer-waiting">${turn.thinking ? l10n.t('Thinking…') : l10n.t('Waiting for the model…')}</p>` : nothing}
      ${turn.ending ? html`${this.#ending(turn)}${this.#tools()}` : nothing}
    `;
  }

  #ending({ id, text, ending }: AnswerTurn): TemplateResult | typeof nothing {
    if (ending?.how === 'failed') return this.#problem(id, ending.problem, text !== '');
    if (ending?.how === 'stopped') return note('circle-slash', l10n.t('You stopped this answer.'));
    if (ending?.reason === 'length') return note('info', l10n.t('The answer ends here: it reached its length limit.'));
    if (ending?.reason === 'content_filter')
      return note('info', l10n.t('The service withheld the rest of this answer.'));
    return text === '' ? note('info', l10n.t('The model sent no text.')) : nothing;
  }

  #problem(id: string, problem: Problem, partial: boolean): TemplateResult {
    return html`<div class="problem">
      ${icon('error')}
      <div>
        ${partial ? html`<p><strong>${l10n.t('This answer is not complete.')}</strong></p>` : nothing}
        <p class="problem-text">${problem.text}</p>
        ${this.last ? this.#remedies(id, problem.cause) : nothing}
      </div>
    </div>`;
  }

  #remedies(id: string, cause: string): TemplateResult {
    const remedy = remedyFor(cause);
    const retry = () => post({ kind: 'retry', id });
    return html`<div class="problem-actions">
      ${
        remedy
          ? html`<vscode-button @click=${() => post({ kind: 'run', action: remedy.action })}>${remedy.label}</vscode-button>`
          : nothing
      }
      <vscode-button data-retry ?secondary=${remedy !== undefined} @click=${retry}>${l10n.t('Try Again')}</vscode-button>
    </div>`;
  }

  #tools(): TemplateResult | typeof nothing {
    const { turn } = this;
    if (turn.text === '') return nothing;
    return html`<div class="turn-tools">
      <button
        type="button"
        class="icon-button codicon codicon-copy"
        data-copy-turn=${turn.id}
        title=${l10n.t('Copy Message')}
        aria-label=${turn.kind === 'prompt' ? l10n.t('Copy your message') : l10n.t('Copy the answer')}
      ></button>
      ${
        this.last && turn.kind === 'answer' && turn.ending?.how !== 'failed'
          ? html`<button
            type="button"
            class="icon-button codicon codicon-refresh"
            data-retry
            title=${l10n.t('Answer Again')}
            aria-label=${l10n.t('Answer again')}
            @click=${() => post({ kind: 'retry', id: turn.id })}
          ></button>`
          : nothing
      }
    </div>`;
  }
}

function note(name: string, text: string): TemplateResult {
  return html`<p class="note">${icon(name)} ${text}</p>`;
}

customElements.define('chat-turn', ChatTurn);
